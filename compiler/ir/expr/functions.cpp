// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/functions.h"

#include <algorithm>

namespace stiction::ir {

std::span<const ElementaryFunction> ElementaryFunctions() {
  using enum FunctionResult;
  using enum Continuity;
  using enum UnitRule;
  static const std::vector<ElementaryFunction> all{
#define STICTION_UNARY_FUNCTION(id, name, failure, value, derivative, formal, result, continuity, unit, series) \
  {Op::k##id, name, {formal}, result, continuity, unit},
#define STICTION_BINARY_FUNCTION(id, name, failure, value, tangent, formal1, formal2, result, continuity, unit) \
  {Op::k##id, name, {formal1, formal2}, result, continuity, unit},
#include "runtime/operators/operators.def"
      {Op::kIntegerFloor, "integer", {"x"}, kInteger, kPiecewiseConstant, kNone},  // programs compute it by kFloor
  };
  return all;
}

const ElementaryFunction* FindElementaryFunction(std::string_view name) {
  const auto all = ElementaryFunctions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ElementaryFunction& f) { return f.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const ElementaryFunction* FindElementaryFunction(Op op) {
  const auto all = ElementaryFunctions();
  const auto number = static_cast<size_t>(op) - static_cast<size_t>(all.front().op);  // one after the other in Op
  return number < all.size() ? &all[number] : nullptr;
}

bool Jumps(Op op) {
  const ElementaryFunction* const function = FindElementaryFunction(op);
  return function && function->continuity != Continuity::kContinuous;
}

}  // namespace stiction::ir
