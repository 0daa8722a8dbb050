// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/state_machines/state_machines.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "compiler/state_machines/outer_outputs.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::flatten {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::FlatEquation;
using ir::Op;
using ir::VariableId;

class Rewriting {
 public:
  Rewriting(ExpansionContext& context, const std::vector<StateMachine>& machines, Diagnostics& diagnostics)
      : context_(context),
        flat_(context.flat),
        pool_(*context.flat.pool),
        diagnostics_(diagnostics),
        writer_(context, machines),
        outputs_(context, writer_, diagnostics) {}

  void Run(const StatesAround& around) {
    const size_t written = flat_.equations.size();
    MarkVariables(around.is_connected);
    outputs_.Declare();
    if (diagnostics_.HasErrors()) return;
    for (size_t i = 0; i < written; ++i) {
      FlatEquation equation = std::move(flat_.equations[i]);
      if (const ir::InstanceId scope = around.scope_of(i)) equation.state = context_.states.Of(scope);
      Rewrite(equation, {equation.state});
      flat_.equations[i] = std::move(equation);
    }
    for (size_t i = 0; i < flat_.initial_equations.size(); ++i) Rewrite(flat_.initial_equations[i], {});
    writer_.Write([this](ExprId condition, const StatePlace& place) { return Rewritten(condition, place); });
    outputs_.Merge();
  }

 private:
  void MarkVariables(const std::vector<char>& is_connected) {
    for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
      const VariableId first = context_.variables[i];
      const ir::InstanceId id(static_cast<int64_t>(i));
      const int32_t state = context_.states.Of(id);
      if (!first || state < 0) continue;
      const bool is_open = IsUnboundInput(id, state);
      for (int64_t k = 0; k < Count(context_.tree.instances[i].dims); ++k) {
        const size_t v = first.index() + static_cast<size_t>(k);
        // An equation outside of the state determines it (MLS 4.7), at each tick of that.
        const bool is_outside = is_open && (v >= is_connected.size() || is_connected[v] == 0);
        flat_.variables[v].state = is_outside ? context_.states[state].parent : state;
      }
    }
  }

  /// True of an input of the state itself that has no declaration equation.
  bool IsUnboundInput(ir::InstanceId id, int32_t state) const {
    const ir::Instance* instance = &context_.tree.instances[id.index()];
    if (instance->causality != ir::Causality::kInput) return false;
    while (!instance->binding && instance->parent != context_.states[state].instance) {
      instance = &context_.tree.instances[instance->parent.index()];
      const bool is_interface = instance->kind == ir::InstanceKind::kArray ||
                                instance->class_kind == ast::ClassKind::kConnector ||
                                ast::IsRecord(instance->class_kind);
      if (!is_interface) return false;
    }
    return !instance->binding;
  }

  void Rewrite(FlatEquation& equation, const StatePlace& place) {
    if (equation.left) equation.left = Rewritten(equation.left, place);
    if (equation.right) equation.right = Rewritten(equation.right, place);
    for (ir::FlatBranch& branch : equation.branches) {
      if (branch.condition) branch.condition = Rewritten(branch.condition, place);
      for (FlatEquation& inner : branch.body) Rewrite(inner, place);
    }
  }

  ExprId Rewritten(ExprId e, const StatePlace& place) {
    symbolic::Rewriter rewrite(pool_, [&](const ExprNode& node) { return Replace(node, place); });
    return rewrite(e);
  }

  std::optional<ExprId> Replace(const ExprNode& node, const StatePlace& place) {
    switch (node.op) {
      case Op::kVariable:
        if (const auto copy = outputs_.CopyIn(place.state, VariableId(node.payload))) return writer_.Leaf(*copy);
        return std::nullopt;
      case Op::kPrevious: {
        const ExprNode& of = pool_[node.args[0]];
        if (of.op != Op::kVariable) return std::nullopt;
        return outputs_.Before(VariableId(of.payload), place.state);
      }
      case Op::kActiveState: {
        const int32_t state = context_.states.Of(QueryOf(node).state);
        return writer_.Leaf(flat_.states[static_cast<size_t>(state)].active);
      }
      case Op::kTicksInState:
      case Op::kTimeInState:
        return InState(node, place);
      default:
        return std::nullopt;
    }
  }

  const StateQuery& QueryOf(const ExprNode& node) const {
    return context_.state_statements.queries[static_cast<size_t>(node.payload)];
  }

  std::optional<ExprId> InState(const ExprNode& node, const StatePlace& place) {
    const bool is_ticks = node.op == Op::kTicksInState;
    if (place.state >= 0 || place.machine >= 0) return is_ticks ? writer_.Ticks(place) : writer_.Time(place);
    const StateQuery& query = QueryOf(node);
    if (reported_.insert(query.span).second) {
      diagnostics_
          .Error(DiagnosticKind::StateQueryOutside, query.span,
                 fmt::format("`{}` stands neither in a state nor in the condition of a transition (MLS 17.1)",
                             ir::Spelling(node.op)))
          .hint =
          "it tells of the state that it stands in, and in the condition of a transition of the one that it "
          "leaves";
    }
    return std::nullopt;
  }

  ExpansionContext& context_;
  ir::FlatModel& flat_;
  ir::ExprPool& pool_;
  Diagnostics& diagnostics_;
  MachineWriter writer_;
  OuterOutputs outputs_;
  std::set<Span> reported_;
};

}  // namespace

void WriteStateMachines(ExpansionContext& context, const std::vector<StateMachine>& machines,
                        const StatesAround& around, Diagnostics& diagnostics) {
  Rewriting(context, machines, diagnostics).Run(around);
}

}  // namespace stiction::flatten
