// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/pre_operands.h"

#include <fmt/format.h>

#include <unordered_set>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::FlatEquation;
using ir::Op;
using Kind = FlatEquation::Kind;

class PreOperands {
 public:
  explicit PreOperands(LowerContext& context) : context_(context), pool_(context.pool()) {}

  void Check(const FlatEquation& equation) {
    if (equation.partition >= 0) return;
    if (equation.kind == Kind::kWhen) {
      for (const ir::FlatBranch& branch : equation.branches) Walk(branch.condition, equation.origin);
      return;
    }
    // An assertion of a when-statement holds when that is active.
    if (equation.kind == Kind::kAssert && equation.left && IsWhen(equation.left)) return;
    Walk(equation.left, equation.origin);
    Walk(equation.right, equation.origin);
  }

 private:
  /// True if a condition is that of a when-statement of an algorithm.
  bool IsWhen(ExprId condition) {
    return symbolic::AnyNode(pool_, condition, [&](ExprId e) { return pool_[e].op == Op::kActive; });
  }

  void Walk(ExprId root, const Origin& origin) {
    seen_.Restart(pool_.size());
    const auto push = [&](ExprId e) {
      if (e && seen_.Insert(e)) open_.push_back(e);
    };
    push(root);
    while (!open_.empty()) {
      const ExprId e = open_.back();
      open_.pop_back();
      const ir::ExprNode& node = pool_[e];
      if (node.op == Op::kPre) Require(ir::VariableId(node.payload), "pre", origin);
      if (node.op == Op::kChange && IsVariable(pool_, node.args[0])) {
        Require(ir::VariableId(pool_[node.args[0]].payload), "change", origin);
      }
      const bool is_when = node.op == Op::kIf && IsWhen(node.args[0]);
      for (size_t k = 0; k < node.args.size(); ++k) {
        if (!(is_when && k == 1)) push(node.args[k]);
      }
    }
  }

  void Require(ir::VariableId v, const char* name, const Origin& origin) {
    const ir::DaeVariable& variable = context_.At(v);
    if (variable.type != ir::ScalarType::kReal || variable.variability != ir::Variability::kContinuous) return;
    if (!told_.insert(v).second) return;
    context_.diagnostics
        .Error(
            DiagnosticKind::PreOfContinuous, origin.span,
            fmt::format("`{0}({1})` outside of a when-clause: `{1}` also changes between events", name, variable.name))
        .hint = fmt::format("move it into a when-clause, or sample `{}` there into a discrete variable", variable.name);
  }

  LowerContext& context_;
  ir::ExprPool& pool_;
  ir::NodeMarks seen_;  // of its own: a walk asks for others
  std::vector<ExprId> open_;
  std::unordered_set<ir::VariableId> told_;
};

}  // namespace

void CheckPreOperands(const std::vector<FlatEquation>& equations, LowerContext& context) {
  PreOperands check(context);
  for (const FlatEquation& equation : equations) check.Check(equation);
}

}  // namespace stiction
