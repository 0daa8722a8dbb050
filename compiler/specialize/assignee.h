// SPDX-License-Identifier: BSD-3-Clause
// What statements of functions assign to.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/ir/expr/function.h"

namespace stiction::flatten {

/// The scalars of what is assigned to, in order, and what they belong to.
struct Assignee {
  const LocalVariable* variable = nullptr;
  std::vector<int64_t> dims;
  std::vector<ir::FunctionTarget> targets;
  std::vector<ir::ScalarType> types;
};

Assignee AssigneeOf(const LocalVariable& local);
/// @pre `target` names a variable of `locals`, or a part of one
/// @throws ExpansionError
Assignee AssigneeOf(Expander& expander, const std::vector<LocalVariable>& locals, const ir::BoundExpression& target);
/// The scalars of a value in the order of the scalars of the assignee. @throws ExpansionError if it does not fit
std::vector<ir::ExprId> Fitting(const Assignee& assignee, const FlatValue& value, Span span);

}  // namespace stiction::flatten
