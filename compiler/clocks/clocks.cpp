// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "compiler/clocks/hoist_operands.h"
#include "compiler/clocks/inference.h"
#include "compiler/clocks/partition_writer.h"
#include "compiler/clocks/partitioning.h"
#include "compiler/clocks/solver_methods.h"
#include "compiler/clocks/unmixed.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::FlatEquation;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

class Resolution {
 public:
  Resolution(ir::FlatModel& model, Diagnostics& diagnostics)
      : model_(model),
        pool_(*model.pool),
        diagnostics_(diagnostics),
        graph_(clocks::PartitionModel(model, diagnostics)),
        writer_(model, graph_) {}

  void Run() {
    clocks::RequireUnmixed(model_, graph_, diagnostics_);
    if (diagnostics_.HasErrors()) return;
    clocks_ = clocks::InferClocks(model_, graph_, diagnostics_);
    if (diagnostics_.HasErrors()) return;
    std::set<int32_t> clocked;
    for (const auto& [root, clock] : clocks_) clocked.insert(root);
    methods_ = clocks::InferMethods(graph_, clocked, diagnostics_);
    if (diagnostics_.HasErrors()) return;
    WritePartitions();
    const size_t written = graph_.node_of_equation.size();
    for (size_t i = 0; i < written; ++i) {
      FlatEquation equation = std::move(model_.equations[i]);
      Rewrite(equation, PartitionOf(graph_.node_of_equation[i], equation.state));
      if (equation.kind == FlatEquation::Kind::kWhen && equation.partition >= 0) BindToTicks(equation);
      model_.equations[i] = std::move(equation);
    }
    for (FlatEquation& equation : model_.initial_equations) RewriteInitial(equation);
    CompletePartitions();
    RemoveClocks();
  }

 private:
  int32_t PartitionOf(int32_t node, int32_t state) {
    const auto found = partition_of_.find({graph_.sets.Find(node), state});
    return found == partition_of_.end() ? -1 : found->second;
  }

  /// The partition whose ticks are all those of the clock.
  int32_t ClockOf(int32_t partition) const {
    const ir::ClockPartition& of = model_.partitions[static_cast<size_t>(partition)];
    return of.state >= 0 ? of.base : partition;
  }

  void WritePartitions() {
    for (const auto& [root, clock] : clocks_) {
      const int64_t parts = std::lcm(clock.ratio.denominator(), clock.shift.denominator());
      clocks::Ratio& known = finest_.emplace(clock.base, 1).first->second;
      known = clocks::Ratio(1, std::lcm(known.denominator(), parts));
    }
    // Only what has equations needs a partition, and a state of which an equation may be missing.
    for (size_t i = 0; i < graph_.node_of_equation.size(); ++i) {
      const Origin origin = model_.equations[i].origin;
      WritePartition(graph_.node_of_equation[i], model_.equations[i].state, origin);
    }
    const size_t variables = std::min(graph_.sets.size(), model_.variables.size());
    for (size_t v = 0; v < variables; ++v) {
      const Origin origin = model_.variables[v].origin;
      const int32_t state = model_.variables[v].state;
      if (state >= 0 && IsOfTicks(v)) WritePartition(static_cast<int32_t>(v), state, origin);
    }
    for (const clocks::Reason& reason : graph_.continuous) {
      const int32_t partition = PartitionOf(reason.node, reason.state);
      if (partition >= 0) discretized_.insert(partition);
    }
    for (size_t v = 0; v < variables; ++v) {
      ir::FlatVariable& variable = model_.variables[v];
      if (variable.partition >= 0 || !IsOfTicks(v)) continue;
      variable.partition = PartitionOf(static_cast<int32_t>(v), variable.state);
      if (variable.partition < 0) continue;
      variable.variability = ir::Variability::kDiscrete;
      if (discretized_.contains(variable.partition)) continue;
      if (variable.attributes.fixed) ReportFixed(variable);
      variable.attributes.fixed = pool_.Boolean(true);
    }
  }

  // Their values before the first tick are their start values (MLS 16.9). A warning: the pulses of Modelica.Clocked do
  // so.
  void ReportFixed(const ir::FlatVariable& variable) {
    if (pool_[variable.attributes.fixed].number == 0) return;
    diagnostics_
        .Warning(DiagnosticKind::ClockDeclaration, variable.origin.span,
                 fmt::format("`{}` is clocked, and `fixed` says nothing of it", variable.name))
        .hint = "remove `fixed`: the start value is that before the first tick";
  }

  bool IsOfTicks(size_t v) const {
    return model_.variables[v].type != ScalarType::kClock &&
           clocks::IsUnknown(model_, VariableId(static_cast<int64_t>(v)));
  }

  void WritePartition(int32_t node, int32_t state, const Origin& origin) {
    const int32_t root = graph_.sets.Find(node);
    const auto clock = clocks_.find(root);
    if (clock == clocks_.end()) return;
    const auto method = methods_.find(root);
    const ir::SolverMethod solver = method == methods_.end() ? ir::SolverMethod::kNone : method->second;
    const auto [of_clock, is_new] = partition_of_.try_emplace({root, -1});
    if (is_new) of_clock->second = writer_.Write(clock->second, solver, origin, finest_);
    if (state < 0) return;
    const auto [of_state, is_first] = partition_of_.try_emplace({root, state});
    if (is_first) of_state->second = writer_.WriteState(of_clock->second, state, solver, origin);
  }

  void Rewrite(FlatEquation& equation, int32_t partition) {
    equation.partition = partition;
    symbolic::Rewriter rewrite(pool_, [&](const ExprNode& node) { return Replace(node, partition); });
    if (equation.left) equation.left = rewrite(equation.left);
    if (equation.right) equation.right = rewrite(equation.right);
    for (ir::FlatBranch& branch : equation.branches) {
      if (branch.condition) branch.condition = rewrite(branch.condition);
      for (FlatEquation& inner : branch.body) Rewrite(inner, partition);
    }
  }

  // A when-equation with a Boolean condition stays one: its conditions change at ticks only.
  void BindToTicks(FlatEquation& when) {
    for (ir::FlatBranch& branch : when.branches) {
      branch.condition = writer_.AtTicks(branch.condition, when.partition, when.origin);
      Release(branch.body);
    }
    when.partition = -1;
  }

  void Release(std::vector<FlatEquation>& body) {
    for (FlatEquation& equation : body) {
      equation.partition = -1;
      for (ir::FlatBranch& branch : equation.branches) Release(branch.body);
      const bool assigns = equation.kind == FlatEquation::Kind::kEquality && pool_[equation.left].op == Op::kVariable;
      if (assigns) model_.variables[static_cast<size_t>(pool_[equation.left].payload)].partition = -1;
    }
  }

  std::optional<ExprId> Replace(const ExprNode& node, int32_t partition) {
    switch (node.op) {
      case Op::kSampled:
      case Op::kPrevious:
        return Before(node.args[0]);
      case Op::kHold:
      case Op::kSubSample:
      case Op::kSuperSample:
      case Op::kShiftSample:
      case Op::kBackSample:
      case Op::kNoClock:
        return node.args[0];
      case Op::kInterval:
        if (partition < 0) return WithoutClock(node, pool_.Real(0));
        return writer_.Interval(ClockOf(partition));
      case Op::kFirstTick:
        if (partition < 0) return WithoutClock(node, pool_.Boolean(false));
        return writer_.IsFirst(ClockOf(partition));
      default:
        return std::nullopt;
    }
  }

  // An initial equation is of no partition.
  ExprId WithoutClock(const ExprNode& node, ExprId instead) {
    diagnostics_
        .Error(DiagnosticKind::ClockedMixed, initial_,
               fmt::format("`{}` cannot stand in an initial equation, which has no clock (MLS 16.10)",
                           node.op == Op::kInterval ? "interval" : "firstTick"))
        .hint = "give a clocked variable the value, and a start value to that";
    return instead;
  }

  ExprId Before(ExprId e) {
    const ExprNode& node = pool_[e];
    if (node.op != Op::kVariable || !clocks::IsUnknown(model_, VariableId(node.payload))) return e;
    return pool_.Pre(VariableId(node.payload), node.type, node.enumeration);
  }

  // Of a discretized sub-partition it holds at the first tick (MLS 16.8.2).
  void RewriteInitial(FlatEquation& equation) {
    initial_ = equation.origin.span;
    Rewrite(equation, -1);
    std::optional<size_t> clocked;
    for (const ExprId side : {equation.left, equation.right}) {
      if (!side) continue;
      for (const VariableId v : symbolic::Variables(pool_, side)) {
        if (model_.variables[v.index()].partition >= 0) clocked = v.index();
      }
    }
    if (!clocked) return;
    const ir::FlatVariable& variable = model_.variables[*clocked];
    equation.partition = variable.partition;
    if (discretized_.contains(variable.partition)) return;
    diagnostics_
        .Error(DiagnosticKind::ClockedMixed, equation.origin.span,
               fmt::format("`{}` is clocked, and cannot stand in an initial equation (MLS 16.9)", variable.name))
        .hint = fmt::format("give it a start value, which previous({}) has at the first tick", variable.name);
  }

  void CompletePartitions() {
    for (const int32_t number : discretized_) {
      const ExprId interval = writer_.Interval(ClockOf(number)), is_first = IsFirst(number);
      ir::ClockPartition& partition = model_.partitions[static_cast<size_t>(number)];
      partition.interval = interval;
      partition.is_first = is_first;
    }
    for (size_t i = 0; i < model_.partitions.size(); ++i) {
      if (!discretized_.contains(static_cast<int32_t>(i))) model_.partitions[i].method = ir::SolverMethod::kNone;
    }
  }

  // A state begins with its first tick, and wherever it is reset.
  ExprId IsFirst(int32_t partition) {
    const int32_t state = model_.partitions[static_cast<size_t>(partition)].state;
    if (state < 0) return writer_.IsFirst(partition);
    return pool_.Variable(model_.states[static_cast<size_t>(state)].reset, ScalarType::kBoolean);
  }

  void RemoveClocks() {
    for (ir::FlatVariable& variable : model_.variables) {
      if (variable.type != ScalarType::kClock) continue;
      variable.type = ScalarType::kBoolean;
      variable.variability = ir::Variability::kConstant;
      variable.causality = ir::Causality::kNone;
      variable.binding = pool_.Boolean(false);
      variable.is_generated = true;
    }
  }

  ir::FlatModel& model_;
  ir::ExprPool& pool_;
  Diagnostics& diagnostics_;
  Span initial_;  // the initial equation that is rewritten
  clocks::Partitioning graph_;
  clocks::PartitionWriter writer_;
  std::map<int32_t, clocks::Ratio> finest_;                      // by base
  std::set<int32_t> discretized_;                                // partitions
  std::map<int32_t, clocks::SubClock> clocks_;                   // by root of a set
  std::map<int32_t, ir::SolverMethod> methods_;                  // likewise
  std::map<std::pair<int32_t, int32_t>, int32_t> partition_of_;  // by root of a set, and state
};

// Its clocks tick inside of it.
void RefuseClocksOfImporters(const ir::FlatModel& model, Diagnostics& diagnostics) {
  for (const ir::FlatVariable& variable : model.variables) {
    if (variable.type != ScalarType::kClock || variable.causality == ir::Causality::kNone) continue;
    const bool is_input = variable.causality == ir::Causality::kInput;
    diagnostics
        .Error(DiagnosticKind::ClockOfImporter, variable.origin.span,
               fmt::format("an FMU has no clocks that its importer {}: `{}` is an {} of type Clock",
                           is_input ? "ticks" : "sees", variable.name, is_input ? "input" : "output"))
        .hint = is_input ? "take a Boolean input b and `Clock(b)`, or a clock of the model itself"
                         : "take an output that changes at its ticks, as a counter";
  }
}

}  // namespace

void ResolveClocks(ir::FlatModel& model, Diagnostics& diagnostics) {
  const bool has_clock = std::any_of(model.variables.begin(), model.variables.end(),
                                     [](const ir::FlatVariable& v) { return v.type == ScalarType::kClock; });
  if (!has_clock && !model.has_clocks) return;
  if (model.has_importer) {
    RefuseClocksOfImporters(model, diagnostics);
    if (diagnostics.HasErrors()) return;
  }
  try {
    Resolution(model, diagnostics).Run();
  } catch (const clocks::RatioTooLarge&) {
    diagnostics
        .Error(DiagnosticKind::ClocksContradict, {},
               "the factors and shifts of clocks make ratios of periods beyond 2^63 (MLS 16.7.5)")
        .hint = "make the resolution of a clock coarser";
  }
}

}  // namespace stiction
