// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/if_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/lower/effects.h"
#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::FlatBranch;
using ir::FlatEquation;
using ir::ScalarType;
using ir::VariableId;
using Kind = FlatEquation::Kind;

class IfExpansion {
 public:
  explicit IfExpansion(LowerContext& context) : context_(context), pool_(context.pool()) {}

  std::vector<FlatEquation> Run(std::vector<FlatEquation> equations) {
    const auto is_if = [](const FlatEquation& equation) { return equation.kind == Kind::kIf; };
    if (std::none_of(equations.begin(), equations.end(), is_if)) return equations;
    std::vector<FlatEquation> expanded;
    expanded.reserve(equations.size());
    for (FlatEquation& equation : equations) {
      if (is_if(equation)) {
        Expand(equation, expanded);
      } else {
        expanded.push_back(std::move(equation));
      }
    }
    return expanded;
  }

 private:
  using Equalities = std::vector<FlatEquation>;

  void Expand(const FlatEquation& equation, std::vector<FlatEquation>& expanded) {
    std::vector<ExprId> conditions;
    std::vector<Equalities> branches;
    ExprId earlier = pool_.Boolean(false);
    for (const FlatBranch& branch : equation.branches) {
      const ExprId here = branch.condition ? branch.condition : pool_.Boolean(true);
      const ExprId guard = symbolic::And(pool_, symbolic::Not(pool_, earlier), here);
      earlier = symbolic::Or(pool_, earlier, here);
      if (branch.condition) conditions.push_back(branch.condition);
      Equalities& equalities = branches.emplace_back();
      for (FlatEquation& inner : Run(branch.body)) {
        switch (inner.kind) {
          case Kind::kEquality:
            equalities.push_back(std::move(inner));
            break;
          case Kind::kAssert:
            inner.left = Guarded(context_, guard, inner.left);
            expanded.push_back(std::move(inner));
            break;
          case Kind::kTerminate:
            inner.left = inner.left ? symbolic::And(pool_, guard, inner.left) : guard;
            expanded.push_back(std::move(inner));
            break;
          case Kind::kWhen:
            WhenNotAllowed(inner);
            break;
          case Kind::kIf:
          case Kind::kReinit:
            break;
        }
      }
    }
    if (conditions.size() == branches.size()) branches.emplace_back();
    if (IsBalanced(equation, branches)) Combine(conditions, branches, expanded);
  }

  void WhenNotAllowed(const FlatEquation& when) {
    context_.diagnostics
        .Error(DiagnosticKind::WhenNotAllowedHere, when.origin.span,
               "a when-equation stands in an if-equation whose condition can change (MLS 8.3.5.1)")
        .hint = "put the condition of the if-equation into the when-condition";
  }

  bool IsBalanced(const FlatEquation& equation, const std::vector<Equalities>& branches) {
    const bool has_else = equation.branches.empty() || !equation.branches.back().condition;
    for (size_t i = 1; i < branches.size(); ++i) {
      if (branches[i].size() == branches[0].size()) continue;
      const std::string first = fmt::format("the branch `if {}` has {}", context_.Text(equation.branches[0].condition),
                                            Count(branches[0].size()));
      std::string other = "the missing else branch has none";
      if (i < equation.branches.size()) {
        const ExprId condition = equation.branches[i].condition;
        other = fmt::format("the branch `{}` has {}",
                            condition ? fmt::format("elseif {}", context_.Text(condition)) : "else",
                            Count(branches[i].size()));
      }
      context_.diagnostics
          .Error(DiagnosticKind::IfEquationUnbalanced, equation.origin.span,
                 fmt::format("the branches of an if-equation differ: {}, {} (MLS 8.3.4)", first, other))
          .hint = has_else ? "give each branch the same number of equations"
                           : "add an else branch with the same number of equations";
      return false;
    }
    return true;
  }

  static std::string Count(size_t equations) {
    if (equations == 0) return "no equations";
    return equations == 1 ? "1 equation" : fmt::format("{} equations", equations);
  }

  /// The variable that an equation determines by its form `v = ...`, if the model does not know it anyway.
  std::optional<VariableId> Target(const FlatEquation& equation) const {
    if (!IsVariable(pool_, equation.left)) return std::nullopt;
    const VariableId v(pool_[equation.left].payload);
    return context_.IsFixedInTime(v) ? std::nullopt : std::optional(v);
  }

  /// For each equation of the first branch, its partners in the others: by the variable on the left where each branch
  /// has just one equation for it, the rest in order.
  std::vector<std::vector<size_t>> Partners(const std::vector<Equalities>& branches) const {
    std::vector<std::map<VariableId, std::vector<size_t>>> by_target(branches.size());
    for (size_t b = 0; b < branches.size(); ++b) {
      for (size_t i = 0; i < branches[b].size(); ++i) {
        if (const auto target = Target(branches[b][i])) by_target[b][*target].push_back(i);
      }
    }
    std::vector<std::vector<size_t>> partners(branches[0].size());
    std::vector<std::vector<bool>> taken(branches.size());
    for (size_t b = 0; b < branches.size(); ++b) taken[b].resize(branches[b].size());
    for (size_t i = 0; i < branches[0].size(); ++i) {
      const auto target = Target(branches[0][i]);
      if (!target) continue;
      std::vector<size_t> row;
      for (const auto& targets : by_target) {
        const auto found = targets.find(*target);
        if (found != targets.end() && found->second.size() == 1) row.push_back(found->second[0]);
      }
      if (row.size() != branches.size()) continue;
      for (size_t b = 0; b < row.size(); ++b) taken[b][row[b]] = true;
      partners[i] = std::move(row);
    }
    std::vector<size_t> next(branches.size());
    for (std::vector<size_t>& row : partners) {
      if (!row.empty()) continue;
      for (size_t b = 0; b < branches.size(); ++b) {
        while (taken[b][next[b]]) ++next[b];
        row.push_back(next[b]++);
      }
    }
    return partners;
  }

  void Combine(const std::vector<ExprId>& conditions, const std::vector<Equalities>& branches,
               std::vector<FlatEquation>& expanded) {
    for (const std::vector<size_t>& row : Partners(branches)) {
      std::vector<const FlatEquation*> parts;
      for (size_t b = 0; b < row.size(); ++b) parts.push_back(&branches[b][row[b]]);
      expanded.push_back(Combined(conditions, parts));
    }
  }

  FlatEquation Combined(const std::vector<ExprId>& conditions, const std::vector<const FlatEquation*>& parts) {
    FlatEquation combined = *parts.front();
    bool same_left = true;
    bool real = true;
    for (const FlatEquation* part : parts) {
      same_left = same_left && part->left == combined.left;
      real = real && (pool_[part->left].type == ScalarType::kReal || pool_[part->right].type == ScalarType::kReal);
    }
    if (!same_left && !real) {
      context_.diagnostics
          .Error(DiagnosticKind::DiscreteEquationNotSolvable, combined.origin.span,
                 fmt::format("the branches of an if-equation determine different discrete variables: `{}` and `{}`",
                             context_.Text(combined.left), context_.Text(parts.back()->left)))
          .hint = "give each branch an equation `variable = expression` for the same variables";
    }
    const auto side = [&](const FlatEquation& part) {
      return same_left ? part.right : symbolic::Sub(pool_, part.left, part.right);
    };
    if (!same_left && !real) return combined;
    ExprId value = side(*parts.back());
    for (size_t i = conditions.size(); i-- > 0;) value = symbolic::If(pool_, conditions[i], side(*parts[i]), value);
    if (!same_left) combined.left = pool_.Real(0);
    combined.right = value;
    std::vector<Span> spans;
    for (const FlatEquation* part : parts) spans.push_back(part->origin.span);
    combined.branch_spans = std::make_shared<const std::vector<Span>>(std::move(spans));
    return combined;
  }

  LowerContext& context_;
  ir::ExprPool& pool_;
};

}  // namespace

std::vector<FlatEquation> ExpandIfEquations(std::vector<FlatEquation> equations, LowerContext& context) {
  return IfExpansion(context).Run(std::move(equations));
}

}  // namespace stiction
