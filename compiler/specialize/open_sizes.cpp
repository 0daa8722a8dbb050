// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/open_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/ir/instances/bound.h"

namespace stiction::flatten {
namespace {

using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;

/// A value that is assigned to a variable as a whole: a result of it where it is a call.
struct WholeAssignment {
  const BoundStatement* statement;
  size_t output = 0;
  bool is_in_loop = false;
};

bool IsWhole(const ir::BoundPtr& target, size_t variable) {
  return target && target->kind == BoundKind::kLocal && target->local == static_cast<int32_t>(variable) &&
         target->subscripts.empty() && target->members.empty();
}

class OpenSizes {
 public:
  OpenSizes(Expander& expander, const ir::FunctionInstance& function, std::vector<LocalVariable>& locals,
            const std::vector<size_t>& open)
      : expander_(expander), function_(function), locals_(locals) {
    for (const size_t variable : open) open_.insert(static_cast<int32_t>(variable));
  }

  void Find() {
    bool goes_on = true;
    while (goes_on && !open_.empty()) {
      goes_on = false;
      for (const int32_t variable : std::set<int32_t>(open_)) {
        const std::optional<std::vector<int64_t>> dims = DimsOf(static_cast<size_t>(variable));
        if (!dims) continue;
        locals_[static_cast<size_t>(variable)].dims = *dims;
        open_.erase(variable);
        goes_on = true;
      }
    }
    if (open_.empty()) return;
    const ir::FunctionVariable& left = function_.variables[static_cast<size_t>(*open_.begin())];
    Fail(DiagnosticKind::NotYetSupported, left.span,
         fmt::format("`{}` has the size `:` and is assigned what has no size known at compile time; this is not "
                     "supported yet",
                     left.name),
         "write the size, for example with `size(x, 1)`");
  }

 private:
  bool IsOfOpenSize(const BoundExpression& e) const {
    const std::set<int32_t> used = ir::LocalsOf(e);
    return std::any_of(used.begin(), used.end(), [this](int32_t local) { return open_.contains(local); });
  }

  /// True if a branch is known to be taken, false if it is known not to be.
  std::optional<bool> IsTaken(const BoundExpression& condition, bool is_in_loop) {
    if (is_in_loop || IsOfOpenSize(condition)) return std::nullopt;
    try {
      const ir::ExprNode& node = expander_.pool()[expander_.ExpandScalar(condition)];
      if (node.op == ir::Op::kBoolean) return node.number != 0;
    } catch (const ExpansionError&) {
    }
    return std::nullopt;
  }

  void Collect(const std::vector<BoundStatement>& statements, size_t variable, bool is_in_loop,
               std::vector<WholeAssignment>& found) {
    using Kind = ast::StatementKind;
    for (const BoundStatement& s : statements) {
      if (s.kind == Kind::kAssign && IsWhole(s.target, variable)) found.push_back({&s, 0, is_in_loop});
      if (s.kind == Kind::kMultiAssign) {
        for (size_t o = 0; o < s.target->operands.size(); ++o) {
          if (IsWhole(s.target->operands[o], variable)) found.push_back({&s, o, is_in_loop});
        }
      }
      const bool is_loop = s.kind == Kind::kFor || s.kind == Kind::kWhile;
      for (const auto& branch : s.branches) {
        const std::optional<bool> is_taken =
            branch.condition && !is_loop ? IsTaken(*branch.condition, is_in_loop) : std::nullopt;
        if (is_taken == false) continue;
        Collect(branch.body, variable, is_in_loop || is_loop, found);
        if (is_taken == true) break;
      }
      Collect(s.body, variable, is_in_loop || is_loop, found);
    }
  }

  // Nothing as long as the value may depend on the size of another open variable.
  std::optional<std::vector<int64_t>> DimsOfValue(const WholeAssignment& assignment) {
    const BoundExpression& value = *assignment.statement->value;
    if (assignment.statement->kind == ast::StatementKind::kAssign) {
      const std::vector<int64_t>& of_type = value.type.dims;
      const bool is_known = std::all_of(of_type.begin(), of_type.end(), [](int64_t d) { return d >= 0; });
      if (is_known && value.type.kind != ir::Type::Kind::kUnknown) return of_type;
    }
    if (assignment.is_in_loop || IsOfOpenSize(value)) return std::nullopt;
    if (assignment.statement->kind == ast::StatementKind::kAssign) return expander_.Expand(value).dims;
    const std::vector<FlatValue> outputs = expander_.ExpandCall(value);
    return assignment.output < outputs.size() ? std::optional(outputs[assignment.output].dims) : std::nullopt;
  }

  std::optional<std::vector<int64_t>> DimsOf(size_t variable) {
    std::vector<WholeAssignment> assignments;
    Collect(function_.body, variable, false, assignments);
    std::optional<std::vector<int64_t>> dims;
    for (const WholeAssignment& assignment : assignments) {
      const std::optional<std::vector<int64_t>> of_value = DimsOfValue(assignment);
      if (!of_value) return std::nullopt;
      if (dims && *dims != *of_value) {
        Fail(DiagnosticKind::NotYetSupported, assignment.statement->span,
             fmt::format("`{}` changes its size from {} to {}; this is not supported yet",
                         function_.variables[variable].name, Describe(*dims), Describe(*of_value)),
             "use variables of their own for arrays of different sizes");
      }
      dims = of_value;
    }
    return dims;
  }

  Expander& expander_;
  const ir::FunctionInstance& function_;
  std::vector<LocalVariable>& locals_;
  std::set<int32_t> open_;
};

}  // namespace

void FindOpenSizes(Expander& expander, const ir::FunctionInstance& function, std::vector<LocalVariable>& locals,
                   const std::vector<size_t>& open) {
  if (!open.empty()) OpenSizes(expander, function, locals, open).Find();
}

}  // namespace stiction::flatten
