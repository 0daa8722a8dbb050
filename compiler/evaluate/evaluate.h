// SPDX-License-Identifier: BSD-3-Clause
// Compile-time values of bound expressions: dimensions, conditions of components, subscripts, ranges, constants.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction {

struct ValueField;

/// A value known at compile time: an array of scalars (row-major), a scalar when `dims` is empty. Inside interpreted
/// functions also a record, which has neither numbers nor texts but `fields`.
struct Value {
  ir::ScalarType type = ir::ScalarType::kReal;
  ir::EnumerationId enumeration;
  std::vector<int64_t> dims;
  std::vector<double> numbers;     // Boolean 0/1, enumerations by ordinal
  std::vector<std::string> texts;  // Strings instead of numbers
  bool is_record = false;
  std::vector<ValueField> fields;
};

/// A member of a record; without a value as long as it is not assigned.
struct ValueField {
  std::string name;
  std::optional<Value> value;
};

/// Elements that an array known at compile time may have.
constexpr int64_t kLargestArray = 1'000'000;

/// A number as an Integer. @returns nothing of a fraction, of what is not finite or too large to be exact
std::optional<int64_t> AsInteger(double number);

/// The value of a scalar Integer expression.
std::optional<int64_t> AsInteger(const Value& value);

/// Likewise as a size: not negative, and no array of this module has more elements.
std::optional<int64_t> AsSize(const Value& value);

/// Number of scalars of an array with these dimensions (1 for a scalar); at most kLargestArray + 1, and -1 if one of
/// them is negative.
int64_t ElementCount(const std::vector<int64_t>& dims);

/// The subscripts (from 1) of the element at a row-major position.
std::vector<int64_t> IndexAt(int64_t position, const std::vector<int64_t>& dims);

/// Values of iterators by BoundIterator::number.
using IteratorValues = std::map<int32_t, Value>;

/// Whether C code may run for a value. A call that was made already counts as known.
enum class Foreign : uint8_t {
  kIfKnown,
  kMayRun  // the translation cannot go on without the value
};

/// Evaluates an expression whose leaves are literals, iterators, and components of parameter or constant variability
/// that have a binding (or, parameters without one, a start value), transitively. User functions are interpreted
/// (MLS 12.4). Works before typecheck. Records are no results, their members are.
/// @returns nothing if it depends on something that has no compile-time value; the reason is not reported here.
std::optional<Value> Evaluate(const ir::InstanceTree& tree, const ir::BoundExpression& expression,
                              const IteratorValues& iterators = {}, Foreign foreign = Foreign::kIfKnown);

/// The outputs of a call of a function, likewise.
std::optional<std::vector<Value>> EvaluateOutputs(const ir::InstanceTree& tree, const ir::BoundExpression& call,
                                                  const IteratorValues& iterators = {},
                                                  Foreign foreign = Foreign::kIfKnown);

/// The dimensions of an expression, also of one that cannot be evaluated (a variable array). Nothing if not known.
std::optional<std::vector<int64_t>> Dimensions(const ir::InstanceTree& tree, const ir::BoundExpression& expression,
                                               const IteratorValues& iterators = {},
                                               Foreign foreign = Foreign::kIfKnown);

/// The file or directory that a URI `modelica://Package/path` names (MLS 13.5); other names as absolute paths. It need
/// not exist. @returns nothing if the package was not loaded
std::optional<std::string> ResourcePath(const ir::InstanceTree& tree, const std::string& uri);

}  // namespace stiction
