// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/environment.h"

#include <algorithm>
#include <span>

#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::FlatEquation;
using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;
using ir::VariableId;

Environment::Environment(const ExpansionContext& context) : context_(context) {
  for (const InstanceId child : context.tree.instances[context.tree.root.index()].children) {
    if (!context.tree.instances[child.index()].is_protected) Collect(child, false);
  }
  CollectSignals();
}

void Environment::Collect(InstanceId id, bool is_within) {
  const Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == InstanceKind::kArray) {
    for (const InstanceId element : instance.elements) Collect(element, is_within);
    return;
  }
  if (!is_within && (instance.class_kind != ast::ClassKind::kConnector || instance.is_expandable)) return;
  has_connectors_ = true;
  const size_t begin = potentials_.size();
  for (const InstanceId child : instance.children) Collect(child, true);
  CollectScalars(id);
  if (!instance.equality_constraint) return;
  const auto own = potentials_.begin() + static_cast<std::ptrdiff_t>(begin);
  overdetermined_.push_back({id, {own, potentials_.end()}});
}

void Environment::CollectScalars(InstanceId id) {
  const Instance& instance = context_.tree.instances[id.index()];
  const VariableId first = context_.variables[id.index()];
  if (instance.kind != InstanceKind::kBuiltin || instance.scalar != ir::ScalarType::kReal || !first ||
      instance.causality != ir::Causality::kNone || instance.variability != ir::Variability::kContinuous) {
    return;
  }
  for (int64_t k = 0; k < Count(instance.dims); ++k) {
    const VariableId variable(first.value + k);
    switch (instance.flow) {
      case ast::FlowPrefix::kFlow:
        flows_.insert(variable);
        break;
      case ast::FlowPrefix::kStream:
        streams_.insert(variable);
        break;
      case ast::FlowPrefix::kNone:
        potentials_.push_back(variable);
        break;
    }
  }
}

bool Environment::is_clocked() const {
  const auto is_clock = [](const ir::FlatVariable& variable) { return variable.type == ir::ScalarType::kClock; };
  return context_.flat.has_clocks || std::ranges::any_of(context_.flat.variables, is_clock);
}

void Environment::CollectSignals() {
  const ir::FlatModel& flat = context_.flat;
  if (is_clocked()) return;  // a signal of continuous time would be none of its clocks
  std::set<VariableId> bound;
  for (const FlatEquation& equation : flat.equations) {
    const bool is_of_variable = equation.left && (*flat.pool)[equation.left].op == ir::Op::kVariable;
    if (is_of_variable && equation.origin.derivation.str() == ir::kDeclarationEquation) {
      bound.insert(VariableId((*flat.pool)[equation.left].payload));
    }
  }
  for (size_t i = 0; i < flat.variables.size(); ++i) {
    const ir::FlatVariable& variable = flat.variables[i];
    if (variable.type != ir::ScalarType::kReal || variable.variability != ir::Variability::kContinuous) continue;
    const VariableId v(static_cast<int64_t>(i));
    if (variable.causality == ir::Causality::kInput && !bound.contains(v)) inputs_.push_back(v);
    if (variable.causality == ir::Causality::kOutput) outputs_.push_back(v);
  }
}

std::vector<FlatEquation> Environment::Equations(Expander& expander, const ConnectionGraph& graph) const {
  ir::ExprPool& pool = *context_.flat.pool;
  std::vector<FlatEquation> equations;
  const auto sum_of = [&](std::span<const VariableId> variables) {
    ExprId sum;
    for (const VariableId v : variables) {
      const ExprId term = pool.Variable(v, ir::ScalarType::kReal);
      sum = sum ? Arithmetic(pool, ir::Op::kAdd, sum, term) : term;
    }
    return sum;
  };
  const auto add = [&](ExprId left, ExprId sum, VariableId about) {
    equations.push_back({.kind = FlatEquation::Kind::kEquality,
                         .left = left,
                         .right = Unary(pool, ir::Op::kSin, sum),  // no sum that could be told from another one
                         .warning_level = false,
                         .branches = {},
                         .origin = {.span = context_.flat.variables[about.index()].origin.span,
                                    .derivation = "what is connected from outside"}});
  };
  std::vector<VariableId> results = potentials_;
  results.insert(results.end(), outputs_.begin(), outputs_.end());
  const ExprId seen = results.empty() ? pool.Time() : sum_of(results);
  for (const VariableId flow : flows_) add(pool.Variable(flow, ir::ScalarType::kReal), seen, flow);
  for (const VariableId input : inputs_) add(pool.Variable(input, ir::ScalarType::kReal), seen, input);
  std::set<InstanceId> determined;
  for (const Overdetermined& record : overdetermined_) {
    const auto unrooted = graph.unrooted.find(record.instance);
    if (unrooted == graph.unrooted.end() || !determined.insert(unrooted->second).second) continue;
    const Span span = context_.tree.instances[record.instance.index()].span;
    const size_t residues = ConstraintResidues(expander, record.instance, record.instance, span).size();
    for (size_t k = residues; k < record.variables.size(); ++k) {
      add(pool.Variable(record.variables[k], ir::ScalarType::kReal), sum_of(record.variables), record.variables[k]);
    }
  }
  return equations;
}

}  // namespace stiction::flatten
