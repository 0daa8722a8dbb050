// SPDX-License-Identifier: BSD-3-Clause
// Values while flattening: arrays and records of scalar expressions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

struct FlatField;

/// An array of scalar expressions, row-major; a scalar when `dims` is empty. A record keeps its members in `fields`,
/// each with the record's own `dims` in front of the member's (an array of records is a record of arrays).
struct FlatValue {
  ir::ScalarType type = ir::ScalarType::kReal;
  ir::EnumerationId enumeration;
  std::vector<int64_t> dims;
  std::vector<ir::ExprId> elements;
  bool is_record = false;
  std::vector<FlatField> fields;

  bool IsScalar() const { return dims.empty() && !is_record; }
};

/// A member of a record.
struct FlatField {
  std::string name;
  FlatValue value;
};

/// Thrown where an expression cannot be expanded; caught where the enclosing equation or binding is left out and
/// reported, or where the branch of a parameter condition turns out to be impossible.
struct ExpansionError {
  Diagnostic diagnostic;
};

[[noreturn]] void Fail(DiagnosticKind kind, Span span, std::string message, std::string hint = {});

/// Fails if an array of these dimensions has more elements than an array may have.
void RequirePossible(const std::vector<int64_t>& dims, Span span);

/// Product of the dimensions; 1 of a scalar.
int64_t Count(const std::vector<int64_t>& dims);
/// "[2, 3]"; "scalar" when empty.
std::string Describe(const std::vector<int64_t>& dims);
FlatValue MakeScalar(const ir::ExprPool& pool, ir::ExprId e);

/// Values of equal dimensions, put side by side along new leading dimensions `dims`. @pre as many as Count(dims)
FlatValue Stack(const std::vector<FlatValue>& values, std::vector<int64_t> dims);
/// Selects with one list of 1-based positions per dimension; a position list that is a `single` drops its dimension.
struct Positions {
  bool single = false;
  std::vector<int64_t> at;
};
/// The 0-based row-major offsets of the selected elements, in order. @pre positions for all dimensions
std::vector<int64_t> SelectedOffsets(const std::vector<int64_t>& dims, const std::vector<Positions>& positions);
/// The dimensions of what is selected, without those dropped.
std::vector<int64_t> SelectedDims(const std::vector<Positions>& positions);
FlatValue Select(const FlatValue& value, const std::vector<Positions>& positions);
/// The element number `i` (row-major over the leading `leading` dimensions).
FlatValue ElementAt(const FlatValue& value, size_t leading, int64_t i);
/// Appends dimensions of size 1 up to `rank` (MLS 10.4.2.1 promote).
FlatValue Promote(FlatValue value, size_t rank);
/// cat(k, ...), k from 0 (MLS 10.4.2). @pre equal ranks and other dimensions
FlatValue Concatenate(const std::vector<FlatValue>& values, size_t k);
FlatValue Transpose(const FlatValue& matrix);
/// The scalars of a value in order of declaration, record members included.
void AppendScalars(const FlatValue& value, std::vector<ir::ExprId>& scalars);

}  // namespace stiction::flatten
