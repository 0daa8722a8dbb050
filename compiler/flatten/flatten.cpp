// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/flatten.h"

#include <algorithm>

#include "compiler/connect/connect_walk.h"
#include "compiler/connect/connections.h"
#include "compiler/connect/open_inputs.h"
#include "compiler/connect/streams.h"
#include "compiler/flatten/algorithms.h"
#include "compiler/flatten/element_copy.h"
#include "compiler/flatten/equations.h"
#include "compiler/flatten/local_balance.h"
#include "compiler/flatten/variables.h"
#include "compiler/specialize/functions.h"
#include "compiler/state_machines/state_machines.h"

namespace stiction {
namespace flatten {
namespace {

class Flattener {
 public:
  Flattener(const ir::InstanceTree& tree, ir::FlatModel& flat, Surroundings surroundings, Diagnostics& diagnostics)
      : context_{.tree = tree,
                 .flat = flat,
                 .counterparts = ir::Counterparts(tree),
                 .is_surrounded = surroundings == Surroundings::kAnything,
                 .count_connects = CountConnects},
        functions_(context_),
        expander_(context_, functions_),
        connections_(context_, expander_, diagnostics),
        equations_(context_, expander_, connections_, diagnostics),
        algorithms_(context_, expander_, functions_, equations_),
        diagnostics_(diagnostics) {}

  void Run() {
    DeclareVariables(context_);
    connections_.BuildGraph();
    Visit(context_.tree.root);
    for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
      const ir::InstanceId id(static_cast<int64_t>(i));
      const ir::Instance& instance = context_.tree.instances[i];
      if (!instance.parent && id != context_.tree.root && context_.variables[i]) Visit(id);
    }
    MarkOpenInputs(context_, connections_, sections_);
    const size_t written = context_.flat.equations.size();
    const std::vector<StateMachine> machines = FindMachines(context_, diagnostics_);
    const Environment open(context_);
    context_.flat.is_component = !open.empty() && !open.is_clocked();
    context_.flat.is_surrounded = context_.is_surrounded;
    const Environment* const environment = context_.is_surrounded ? &open : nullptr;
    Streams streams(context_, environment);
    std::vector<ir::FlatEquation> connected = connections_.Equations(streams, environment);
    std::vector<ir::FlatEquation>& all = context_.flat.equations;
    all.insert(all.end(), std::make_move_iterator(connected.begin()), std::make_move_iterator(connected.end()));
    const std::vector<ir::InstanceId> scopes = ScopesOf(written);
    if (!diagnostics_.HasErrors()) CheckLocalBalance(context_, scopes, connections_.joins(), diagnostics_);
    if (!diagnostics_.HasErrors()) streams.ReplaceOperators(context_.flat);
    if (context_.state_statements.empty() || diagnostics_.HasErrors()) return;
    const StatesAround around{
        .scope_of = [&](size_t equation) { return equation < written ? scopes[equation] : ir::InstanceId(); },
        .is_connected = connections_.DrivenFromOutside()};
    WriteStateMachines(context_, machines, around, diagnostics_);
  }

 private:
  /// Declaration equations and equations in order of declaration: components before the equations of their class.
  void Visit(ir::InstanceId id) {
    const ir::Instance& instance = context_.tree.instances[id.index()];
    EnterSection(instance.kind == ir::InstanceKind::kComposite ? id : instance.parent);
    if (instance.kind == ir::InstanceKind::kBuiltin) FillAttributes(id, expander_, equations_);
    for (const ir::InstanceId child : instance.children) Visit(child);
    if (AreAlike(instance.elements)) {
      VisitAlike(instance.elements);
    } else {
      context_.counterparts.ForEachElement(instance.elements, [this](ir::InstanceId element) { Visit(element); });
    }
    FillBinding(id, expander_, equations_, context_.flat.equations);
    if (instance.kind == ir::InstanceKind::kComposite) EnterSection(id);
    const ir::Instance& bound = BoundOf(id);
    for (const ir::BoundEquation& equation : bound.equations) {
      equations_.Flatten(equation, id, context_.flat.equations);
    }
    for (const ir::BoundEquation& equation : bound.initial_equations) {
      equations_.Flatten(equation, id, context_.flat.initial_equations);
    }
    for (const ir::BoundAlgorithm& algorithm : bound.algorithms) {
      algorithms_.Flatten(algorithm, false, context_.flat.equations);
    }
    EnterSection(instance.parent);
    for (const ir::BoundAlgorithm& algorithm : bound.initial_algorithms) {
      algorithms_.Flatten(algorithm, true, context_.flat.initial_equations);
    }
  }

  /// Begins a section: what is flattened from here on is declared in the class of this instance.
  void EnterSection(ir::InstanceId scope) {
    if (!sections_.empty() && sections_.back().scope == scope) return;
    sections_.push_back({context_.flat.equations.size(), scope});
  }

  /// In the class of which instance each of the first equations stands.
  std::vector<ir::InstanceId> ScopesOf(size_t equations) const {
    std::vector<ir::InstanceId> scopes(equations);
    for (size_t s = 0; s < sections_.size(); ++s) {
      const size_t end = s + 1 < sections_.size() ? sections_[s + 1].begin : equations;
      for (size_t i = sections_[s].begin; i < end; ++i) scopes[i] = sections_[s].scope;
    }
    return scopes;
  }

  bool AreAlike(const std::vector<ir::InstanceId>& elements) const {
    return elements.size() > 1 &&
           ir::OriginalOf(context_.tree, elements.back()) == ir::OriginalOf(context_.tree, elements.front());
  }

  /// Flattens the first element, and the others like it if that tells all of them.
  void VisitAlike(const std::vector<ir::InstanceId>& elements) {
    const ir::InstanceId outer = context_.counterparts.element();
    context_.counterparts.Enter(elements.front());
    ElementCopy copy(context_, elements.front());
    Visit(elements.front());
    const bool tells_all = copy.Finish() && !diagnostics_.HasErrors();
    const bool connects = tells_all && HasConnects(elements.front());
    for (size_t i = 1; i < elements.size(); ++i) {
      if (!tells_all || connects) context_.counterparts.Enter(elements[i]);
      if (!tells_all) {
        Visit(elements[i]);
        continue;
      }
      EnterSection(elements[i]);
      copy.AppendTo(elements[i]);
      if (connects) VisitConnects(elements[i]);
    }
    context_.counterparts.Leave(elements.front(), outer);
  }

  bool HasConnects(ir::InstanceId id) const {
    const ir::Instance& instance = context_.tree.instances[id.index()];
    const auto below = [this](ir::InstanceId at) { return HasConnects(at); };
    const std::vector<ir::BoundEquation>& equations = BoundOf(id).equations;
    return std::any_of(equations.begin(), equations.end(), EquationFlattener::ContainsConnect) ||
           std::any_of(instance.children.begin(), instance.children.end(), below) ||
           std::any_of(instance.elements.begin(), instance.elements.end(), below);
  }

  /// Only the connects, in the order of Visit.
  void VisitConnects(ir::InstanceId id) {
    const ir::Instance& instance = context_.tree.instances[id.index()];
    for (const ir::InstanceId child : instance.children) VisitConnects(child);
    context_.counterparts.ForEachElement(instance.elements, [this](ir::InstanceId element) { VisitConnects(element); });
    for (const ir::BoundEquation& equation : BoundOf(id).equations) {
      std::vector<ir::FlatEquation> copied_already;
      if (EquationFlattener::ContainsConnect(equation)) equations_.Flatten(equation, id, copied_already);
    }
  }

  /// The instance that has the equations of an instance.
  const ir::Instance& BoundOf(ir::InstanceId id) const {
    return context_.tree.instances[ir::OriginalOf(context_.tree, id).index()];
  }

  ExpansionContext context_;
  FunctionTable functions_;
  Expander expander_;
  Connections connections_;
  EquationFlattener equations_;
  AlgorithmFlattener algorithms_;
  Diagnostics& diagnostics_;
  std::vector<EquationSection> sections_;
};

}  // namespace
}  // namespace flatten

ir::FlatModel Flatten(const ir::InstanceTree& tree, Diagnostics& diagnostics, Surroundings surroundings) {
  ir::FlatModel flat;
  flat.name = tree.name;
  flat.enumerations = tree.enumerations;
  flat.experiment = tree.experiment;
  flat.open = tree.open;
  flatten::Flattener(tree, flat, surroundings, diagnostics).Run();
  return flat;
}

}  // namespace stiction
