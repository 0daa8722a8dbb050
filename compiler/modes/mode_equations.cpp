// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/mode_equations.h"

#include <algorithm>
#include <optional>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

constexpr size_t kMaxBranches = 64;

class Splitter {
 public:
  Splitter(const ir::Dae& dae, const ir::VariableKinds& kinds)
      : dae_(dae),
        pool_(*dae.pool),
        kinds_(kinds),
        parameters_(dae, kinds),
        without_zeros_(pool_, [this](const ExprNode& node) { return ZeroParameter(node); }),
        is_constant_(dae.variables.size(), 0) {
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (const ir::DaeEquation& equation : dae.equations) {
        if (!equation.is_discrete || IsConstant(equation.left) || !IsConstant(equation.right)) continue;
        is_constant_[static_cast<size_t>(pool_[equation.left].payload)] = 1;
        is_done = false;
      }
    }
  }

  /// @returns nothing unless the equation has several branches, and not too many
  std::optional<ModeEquation> Split(ir::EquationId id) {
    const ir::DaeEquation& equation = dae_.equations[id.index()];
    if (equation.is_discrete) return std::nullopt;
    if (!FindCondition(equation.left) && !FindCondition(equation.right)) return std::nullopt;
    ModeEquation result{id, {}};
    std::vector<ModeBranch> open{{{}, without_zeros_(symbolic::Sub(pool_, equation.left, equation.right)), {}}};
    while (!open.empty()) {
      ModeBranch branch = std::move(open.back());
      open.pop_back();
      const ExprId condition = FindCondition(branch.residual);
      if (!condition) {
        branch.span = SpanOf(equation, branch);
        result.branches.push_back(std::move(branch));
        if (result.branches.size() + open.size() > kMaxBranches) return std::nullopt;
        continue;
      }
      for (const bool value : {false, true}) {
        ModeBranch& part = open.emplace_back(branch);
        part.path.emplace_back(condition, value);
        part.residual = Decide(branch.residual, condition, value);
      }
    }
    if (result.branches.size() < 2) return std::nullopt;
    return result;
  }

 private:
  /// An outermost condition that is held between events; invalid if there is none.
  ExprId FindCondition(ExprId root) {
    std::vector<ExprId> queue{root};
    for (size_t next = 0; next < queue.size(); ++next) {
      const ExprNode& node = pool_[queue[next]];
      if (node.op == Op::kIf && IsHeld(node.args[0])) return node.args[0];
      for (const ExprId arg : node.args) {
        if (HasIf(arg) && std::ranges::find(queue, arg) == queue.end()) queue.push_back(arg);
      }
    }
    return {};
  }

  /// Of the branch of an if-equation that the decisions lead to.
  Span SpanOf(const ir::DaeEquation& equation, const ModeBranch& branch) const {
    if (!equation.branch_spans) return equation.origin.span;
    ExprId e = equation.right;
    for (size_t k = 0; k + 1 < equation.branch_spans->size(); ++k) {
      const ExprNode& node = pool_[e];
      if (node.op != Op::kIf) return equation.origin.span;
      const auto decision =
          std::ranges::find(branch.path, node.args[0], [](const auto& condition) { return condition.first; });
      if (decision == branch.path.end()) return equation.origin.span;
      if (decision->second) return (*equation.branch_spans)[k];
      e = node.args[2];
    }
    return equation.branch_spans->back();
  }

  std::optional<ExprId> ZeroParameter(const ExprNode& node) {
    if (node.op != Op::kVariable || node.type != ir::ScalarType::kReal) return std::nullopt;
    const ir::VariableId v(node.payload);
    if (!kinds_.IsParameter(v) || !parameters_.IsZero(v)) return std::nullopt;
    return pool_.Real(0);
  }

  /// True if no event changes it: it depends on parameters only.
  bool IsConstant(ExprId e) const {
    return !symbolic::AnyNode(pool_, e, [this](ExprId id) {
      const ExprNode& node = pool_[id];
      if (node.op == Op::kVariable) {
        return !kinds_.IsParameter(ir::VariableId(node.payload)) &&
               is_constant_[static_cast<size_t>(node.payload)] == 0;
      }
      return node.args.empty() && !ir::IsLiteral(node.op);
    });
  }

  bool HasIf(ExprId e) const {
    return symbolic::AnyNode(pool_, e, [this](ExprId id) { return pool_[id].op == Op::kIf; });
  }

  /// True if the condition changes, and at events only.
  bool IsHeld(ExprId condition) const {
    bool changes = false;
    const bool varies = symbolic::AnyNode(pool_, condition, [&](ExprId id) {
      const ExprNode& node = pool_[id];
      switch (node.op) {
        case Op::kTime:
        case Op::kDelayed:
          return true;
        case Op::kVariable: {
          const ir::VariableKind kind = kinds_[ir::VariableId(node.payload)];
          const bool is_constant = is_constant_[static_cast<size_t>(node.payload)] != 0;
          changes = changes || (kind == ir::VariableKind::kDiscrete && !is_constant);
          return kind == ir::VariableKind::kContinuous;
        }
        case Op::kRelation:
        case Op::kPre:
        case Op::kHeld:
          changes = true;
          return false;
        default:
          return false;
      }
    });
    return changes && !varies;
  }

  ExprId Decide(ExprId e, ExprId condition, bool value) {
    symbolic::Rewriter rewrite(pool_, [&](const ExprNode& node) -> std::optional<ExprId> {
      if (node.op != Op::kIf || node.args[0] != condition) return std::nullopt;
      return node.args[value ? 1 : 2];
    });
    return rewrite(e);
  }

  const ir::Dae& dae_;
  ir::ExprPool& pool_;
  const ir::VariableKinds& kinds_;
  ir::ParameterValues parameters_;
  symbolic::Rewriter without_zeros_;
  std::vector<char> is_constant_;  // by variable, of discrete ones
};

/// @param depth decisions that the branches have in common
ExprId CombineFrom(ir::ExprPool& pool, std::span<const ModeBranch> branches, std::span<const ExprId> values,
                   size_t depth) {
  if (branches.size() == 1) return values.front();
  const size_t holds = static_cast<size_t>(
      std::ranges::count_if(branches, [depth](const ModeBranch& branch) { return branch.path[depth].second; }));
  return symbolic::If(pool, branches.front().path[depth].first,
                      CombineFrom(pool, branches.first(holds), values.first(holds), depth + 1),
                      CombineFrom(pool, branches.subspan(holds), values.subspan(holds), depth + 1));
}

}  // namespace

std::vector<ModeEquation> FindModeEquations(const ir::Dae& dae, const ir::VariableKinds& kinds) {
  Splitter splitter(dae, kinds);
  std::vector<ModeEquation> found;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    if (auto equation = splitter.Split(ir::EquationId(static_cast<int64_t>(i)))) found.push_back(std::move(*equation));
  }
  return found;
}

ExprId Combine(ir::ExprPool& pool, const ModeEquation& equation, std::span<const ExprId> values) {
  return CombineFrom(pool, equation.branches, values, 0);
}

}  // namespace stiction
