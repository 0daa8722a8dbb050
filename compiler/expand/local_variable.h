// SPDX-License-Identifier: BSD-3-Clause
// The variables of a function being specialised: scalars, arrays and records of them, over slots.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/expand/flat_value.h"
#include "compiler/ir/instances/expression.h"

namespace stiction::flatten {

/// A variable of the function being specialised, or a member of one.
struct LocalVariable {
  std::string name;    // of a member its own
  int32_t first = -1;  // slot of its first scalar
  ir::ScalarType type = ir::ScalarType::kReal;
  ir::EnumerationId enumeration;
  std::vector<int64_t> dims;
  std::vector<ir::ExprId> constant;  // inputs whose value the specialisation knows; else empty
  /// Of a String input: the types of the scalars that its value depends on. `constant` are patterns then, whose places
  /// are slots of these.
  std::vector<ir::ScalarType> places;
  ir::BoundPtr value;  // of a protected variable that is never assigned: that of its declaration
  bool is_record = false;
  /// Of a record: its members in order of declaration, each with the dimensions of the record in front of its own.
  std::vector<LocalVariable> fields;
};

/// A variable of this type without slots. Dimensions are those of `value` if it is given, else those of the type.
/// @param around the dimensions of the records that it is a member of
/// @throws ExpansionError if the size of a member is not known
LocalVariable MakeLocal(const std::string& name, const ir::Type& type, const FlatValue* value, Span span,
                        const std::vector<int64_t>& around = {});

/// Number of scalars, of a record those of all its members.
int64_t SlotCount(const LocalVariable& local);

/// A variable or a member, and the subscripts for its dimensions, those of the records around it first.
struct LocalPath {
  const LocalVariable* local = nullptr;
  std::vector<ir::BoundSubscript> subscripts;
};

/// What a kLocal refers to. @throws ExpansionError if there is no such member
LocalPath PathOf(const std::vector<LocalVariable>& locals, const ir::BoundExpression& reference);

/// The field `name` of a record value. @throws ExpansionError if there is none
const FlatValue& FieldOf(const FlatValue& record, const std::string& name, Span span);

/// The value as one of `type`: members in order of declaration there, Integers as Reals where Real is wanted.
/// @throws ExpansionError if a member is missing or has other dimensions
FlatValue Conform(ir::ExprPool& pool, FlatValue value, const ir::Type& type, Span span);

}  // namespace stiction::flatten
