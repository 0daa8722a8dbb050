// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/hoist_operands.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::clocks {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::FlatEquation;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

bool IsConversion(Op op) {
  return op == Op::kSampled || op == Op::kSubSample || op == Op::kSuperSample || op == Op::kShiftSample ||
         op == Op::kBackSample || op == Op::kNoClock;
}

class Hoisting {
 public:
  explicit Hoisting(ir::FlatModel& model) : model_(model), pool_(*model.pool) {}

  void Run() {
    const size_t written = model_.equations.size();
    for (size_t i = 0; i < written; ++i) {
      state_ = model_.equations[i].state;
      Rewrite(model_.equations[i]);
    }
    model_.equations.insert(model_.equations.end(), std::make_move_iterator(added_.begin()),
                            std::make_move_iterator(added_.end()));
  }

 private:
  // Each equation by itself: two with the same operand may have two clocks.
  void Rewrite(FlatEquation& equation) {
    origin_ = equation.origin;
    symbolic::Rewriter rewrite(pool_, [this](const ExprNode& node) { return Replace(node); });
    if (equation.left) equation.left = rewrite(equation.left);
    if (equation.right) equation.right = rewrite(equation.right);
    for (ir::FlatBranch& branch : equation.branches) {
      if (branch.condition) branch.condition = rewrite(branch.condition);
      for (FlatEquation& inner : branch.body) Rewrite(inner);
      origin_ = equation.origin;
    }
  }

  std::optional<ExprId> Replace(const ExprNode& node) {
    const bool is_condition =
        node.op == Op::kClock && !node.args.empty() && pool_[node.args[0]].type == ScalarType::kBoolean;
    if (!is_condition && !IsConversion(node.op)) return std::nullopt;
    const ExprNode& operand = pool_[node.args[0]];
    if (operand.op == Op::kVariable || operand.type == ScalarType::kClock || IsKnown(node.args[0])) return std::nullopt;
    ExprNode replaced = node;
    replaced.args[0] = VariableFor(node.args[0], node.op);
    return pool_.Make(std::move(replaced));
  }

  bool IsKnown(ExprId e) const {
    return !symbolic::AnyNode(pool_, e, [this](ExprId at) {
      const ExprNode& node = pool_[at];
      const bool is_unknown =
          (node.op == Op::kVariable || node.op == Op::kPre) && IsUnknown(model_, VariableId(node.payload));
      return is_unknown || node.op == Op::kTime || ir::IsOfClocks(node.op);
    });
  }

  ExprId VariableFor(ExprId operand, Op op) {
    const ExprNode& node = pool_[operand];
    const VariableId v(static_cast<int64_t>(model_.variables.size()));
    ir::FlatVariable variable;
    variable.name = fmt::format("$operand[{}]", ++count_);
    variable.type = node.type;
    variable.enumeration = node.enumeration;
    if (node.type != ScalarType::kReal) variable.variability = ir::Variability::kDiscrete;
    variable.is_generated = true;
    // What is sampled, or the condition of a clock, is unclocked, and holds whatever state is active.
    const bool is_clocked = IsConversion(op) && op != Op::kSampled;
    variable.state = is_clocked ? state_ : -1;
    variable.origin = {origin_.span, fmt::format("operand of {}", ir::Spelling(op))};
    FlatEquation equation;
    equation.kind = FlatEquation::Kind::kEquality;
    equation.left = pool_.Variable(v, node.type, node.enumeration);
    equation.right = operand;
    equation.origin = variable.origin;
    equation.state = variable.state;
    model_.variables.push_back(std::move(variable));
    added_.push_back(equation);
    return equation.left;
  }

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  Origin origin_;
  int32_t state_ = -1;  // of the equation that is rewritten
  std::vector<FlatEquation> added_;
  int64_t count_ = 0;
};

}  // namespace

bool IsUnknown(const ir::FlatModel& model, VariableId v) {
  const ir::FlatVariable& variable = model.variables[v.index()];
  return variable.variability > ir::Variability::kParameter && variable.causality != ir::Causality::kInput;
}

void HoistOperands(ir::FlatModel& model) { Hoisting(model).Run(); }

}  // namespace stiction::clocks
