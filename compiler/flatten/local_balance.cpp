// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/local_balance.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "compiler/evaluate/evaluate.h"
#include "compiler/ir/instances/bound.h"

namespace stiction::flatten {
namespace {

using ir::FlatEquation;
using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;
using ir::VariableId;

bool IsConnector(const Instance& instance) { return instance.class_kind == ast::ClassKind::kConnector; }

/// One count for each instance of a model or block.
struct Tally {
  int64_t unknowns = 0;   // declared in its class
  int64_t equations = 0;  // of its class
  int64_t given = 0;      // what enclosing classes give: flows and inputs
  bool is_left_out = false;
};

class LocalBalance {
 public:
  LocalBalance(const ExpansionContext& context, Diagnostics& diagnostics)
      : context_(context), tree_(context.tree), diagnostics_(diagnostics), tallies_(context.tree.instances.size()) {}

  void Run(std::span<const InstanceId> scopes, std::span<const ConnectedPair> joins) {
    for (size_t i = 0; i < tree_.instances.size(); ++i) CountInstance(InstanceId(static_cast<int64_t>(i)));
    for (size_t i = 0; i < scopes.size(); ++i) {
      const InstanceId owner = OwnerOf(scopes[i]);
      if (owner) At(owner).equations += Equations(context_.flat.equations[i]);
    }
    CountConnects(joins);
    for (size_t i = 0; i < tree_.instances.size(); ++i) Report(InstanceId(static_cast<int64_t>(i)));
  }

 private:
  Tally& At(InstanceId id) { return tallies_[id.index()]; }
  const Instance& InstanceAt(InstanceId id) const { return tree_.instances[id.index()]; }

  /// True of what has equations of its own.
  bool IsModel(const Instance& instance) const {
    return instance.kind == InstanceKind::kComposite && !IsConnector(instance) && !ast::IsRecord(instance.class_kind);
  }

  /// The model that holds an instance as an element of its own, or is it; invalid outside of the model.
  InstanceId OwnerOf(InstanceId id) const {
    while (id && !IsModel(InstanceAt(id))) id = InstanceAt(id).parent;
    return id;
  }

  /// The model around a model.
  InstanceId Around(InstanceId model) const {
    const InstanceId parent = InstanceAt(model).parent;
    return parent ? OwnerOf(parent) : InstanceId();
  }

  void CountInstance(InstanceId id) {
    const Instance& instance = InstanceAt(id);
    const InstanceId owner = OwnerOf(id);
    if (!owner) return;
    if (instance.kind == InstanceKind::kComposite && owner == id) {
      const bool has_outer = std::ranges::any_of(
          instance.child_by_name, [&](const auto& child) { return InstanceAt(child.second).parent != id; });
      if (has_outer) LeaveOut(id);
      return;
    }
    if (instance.equality_constraint || instance.is_expandable) LeaveOut(owner);
    if (instance.kind != InstanceKind::kBuiltin || instance.variability <= ir::Variability::kParameter) return;
    if (instance.scalar == ir::ScalarType::kClock) LeaveOut(owner);
    const int64_t count = ElementCount(instance.dims);
    At(owner).unknowns += count;
    if (!IsGiven(id, owner)) return;
    At(owner).given += count;
    const InstanceId around = Around(owner);
    if (!around) return;
    At(around).unknowns += count;
    // A value of an input comes from where the component is declared, and an open one is told as such.
    const bool is_open =
        static_cast<bool>(context_.flat.variables[context_.variables[id.index()].index()].open_input_of);
    if (instance.causality != ir::Causality::kInput || count == 0) return;
    if (is_open) At(around).equations += count;
    if (!is_open && instance.binding && !Mentions(*instance.binding, ir::OriginalOf(tree_, owner))) {
      At(owner).equations -= count;
      At(around).equations += count;
    }
  }

  /// True if an expression mentions what lies in a model: then it is written in the class of that.
  bool Mentions(const ir::BoundExpression& e, InstanceId model) const {
    if (e.kind == ir::BoundKind::kComponent) {
      for (InstanceId at = InstanceAt(e.instance).parent; at; at = InstanceAt(at).parent) {
        if (at == model) return true;
      }
    }
    bool mentions = false;
    ir::ForEachPart(e, [&](const ir::BoundPtr& part) { mentions = mentions || Mentions(*part, model); });
    return mentions;
  }

  /// The model, and that around it, to which it shows the same.
  void LeaveOut(InstanceId model) {
    At(model).is_left_out = true;
    if (const InstanceId around = Around(model)) At(around).is_left_out = true;
  }

  /// A flow of a connector, or an input, that the class of the owner shows to the outside.
  bool IsGiven(InstanceId id, InstanceId owner) const {
    const Instance& instance = InstanceAt(id);
    bool is_in_connector = false, is_public = true;
    for (InstanceId at = id; at != owner; at = InstanceAt(at).parent) {
      is_in_connector = is_in_connector || IsConnector(InstanceAt(at));
      is_public = is_public && !InstanceAt(at).is_declared_protected;
    }
    if (instance.flow == ast::FlowPrefix::kFlow) return is_in_connector;
    return instance.causality == ir::Causality::kInput && is_public;
  }

  static int64_t Equations(const std::vector<FlatEquation>& equations) {
    int64_t count = 0;
    for (const FlatEquation& equation : equations) count += Equations(equation);
    return count;
  }

  static int64_t Equations(const FlatEquation& equation) {
    switch (equation.kind) {
      case FlatEquation::Kind::kEquality:
        return 1;
      case FlatEquation::Kind::kIf:
        return Equations(equation.branches.front().body);
      case FlatEquation::Kind::kWhen: {
        std::set<ir::ExprId> assigned;
        for (const ir::FlatBranch& branch : equation.branches) Assigned(branch.body, assigned);
        return static_cast<int64_t>(assigned.size());
      }
      default:
        return 0;
    }
  }

  static void Assigned(const std::vector<FlatEquation>& equations, std::set<ir::ExprId>& assigned) {
    for (const FlatEquation& equation : equations) {
      if (equation.kind == FlatEquation::Kind::kEquality) assigned.insert(equation.left);
      for (const ir::FlatBranch& branch : equation.branches) Assigned(branch.body, assigned);
    }
  }

  ConnectedSide Find(const ConnectedSide& side) {
    ConnectedSide root = side;
    for (auto at = parent_.find(root); at != parent_.end(); at = parent_.find(root)) root = at->second;
    for (ConnectedSide at = side; at != root;) at = std::exchange(parent_[at], root);
    return root;
  }

  void CountConnects(std::span<const ConnectedPair> joins) {
    std::map<InstanceId, std::vector<const ConnectedPair*>> by_scope;
    for (const ConnectedPair& join : joins) by_scope[join.scope].push_back(&join);
    for (const auto& [scope, pairs] : by_scope) CountConnects(scope, pairs);
    // Flows that nothing connects are zero, and what a connector of streams brings out is given.
    for (size_t i = 0; i < tree_.instances.size(); ++i) {
      const Instance& instance = tree_.instances[i];
      const InstanceId id(static_cast<int64_t>(i)), owner = OwnerOf(id), around = owner ? Around(owner) : InstanceId();
      if (!around || instance.kind != InstanceKind::kBuiltin || instance.flow != ast::FlowPrefix::kFlow) continue;
      if (instance.variability <= ir::Variability::kParameter || !IsGiven(id, owner)) continue;
      for (int64_t k = 0; k < ElementCount(instance.dims); ++k) {
        const VariableId v(context_.variables[i].value + k);
        At(around).equations += connected_inside_.contains(v) ? 0 : 1;
      }
    }
  }

  void CountConnects(InstanceId scope, const std::vector<const ConnectedPair*>& pairs) {
    parent_.clear();
    std::set<ConnectedSide> sides;
    int64_t joined = 0, flow_sets = 0;
    for (const ConnectedPair* pair : pairs) {
      for (const ConnectedSide& side : {pair->from, pair->to}) {
        const InstanceId owner = OwnerOf(side.instance);
        if (owner != scope && (!owner || Around(owner) != scope)) LeaveOut(scope);
        const ast::FlowPrefix flow = InstanceAt(side.instance).flow;
        if (!sides.insert(side).second) continue;
        flow_sets += flow == ast::FlowPrefix::kFlow ? 1 : 0;
        joined += flow == ast::FlowPrefix::kStream && side.outside ? 1 : 0;
        if (flow == ast::FlowPrefix::kFlow && !side.outside) connected_inside_.insert(side.variable);
      }
      const ConnectedSide a = Find(pair->from), b = Find(pair->to);
      if (a == b) continue;
      parent_[std::max(a, b)] = std::min(a, b);
      const ast::FlowPrefix flow = InstanceAt(pair->from.instance).flow;
      if (flow == ast::FlowPrefix::kFlow) --flow_sets;
      if (flow == ast::FlowPrefix::kNone) ++joined;
    }
    At(scope).equations += joined + flow_sets;
  }

  void Report(InstanceId id) {
    const Instance& instance = InstanceAt(id);
    if (instance.original || OwnerOf(id) != id || id == tree_.root || !instance.parent) return;
    const Tally& tally = At(id);
    const int64_t wanted = tally.unknowns - tally.given;
    if (tally.is_left_out || tally.equations == wanted || !told_.insert(instance.cls).second) return;
    const InstanceId declared = instance.name.str().empty() ? instance.parent : id;
    Diagnostic& error = diagnostics_.Error(
        DiagnosticKind::ModelUnbalanced, InstanceAt(declared).span,
        fmt::format("the component `{}` has {} equation{} for {} unknown{} of its own", ir::FullName(tree_, id),
                    tally.equations, tally.equations == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s"));
    error.hint = tally.equations > wanted
                     ? "its class has equations too many: remove one, or declare the variable that is missing"
                     : "its class has equations too few, and equations outside of it cannot stand in for them: add "
                       "one there, or declare the variable as `input`";
  }

  const ExpansionContext& context_;
  const ir::InstanceTree& tree_;
  Diagnostics& diagnostics_;
  std::vector<Tally> tallies_;                     // by instance
  std::map<ConnectedSide, ConnectedSide> parent_;  // union-find, of the connects of one class
  std::set<VariableId> connected_inside_;          // flows of components that a connect names
  std::set<ir::ClassId> told_;
};

}  // namespace

void CheckLocalBalance(const ExpansionContext& context, std::span<const InstanceId> scopes,
                       std::span<const ConnectedPair> joins, Diagnostics& diagnostics) {
  if (!context.state_statements.empty() || context.flat.has_clocks) return;
  LocalBalance(context, diagnostics).Run(scopes, joins);
}

}  // namespace stiction::flatten
