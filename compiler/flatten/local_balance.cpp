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
#include "compiler/symbolic/walk.h"

namespace stiction::flatten {
namespace {

using ir::FlatEquation;
using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;

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
    scopes_ = scopes;
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
    if (owner == id) {
      const bool has_outer = std::ranges::any_of(
          instance.child_by_name, [&](const auto& child) { return InstanceAt(child.second).parent != id; });
      if (has_outer) At(id).is_left_out = true;
      if (const InstanceId around = Around(id)) At(around).is_left_out = true;
      return;
    }
    if (instance.equality_constraint || instance.is_expandable) At(owner).is_left_out = true;
    if (instance.kind != InstanceKind::kBuiltin || instance.variability <= ir::Variability::kParameter) return;
    if (instance.scalar == ir::ScalarType::kClock) At(owner).is_left_out = true;
    const int64_t count = ElementCount(instance.dims);
    At(owner).unknowns += count;
    if (!IsGiven(id, owner)) return;
    At(owner).given += count;
    // Its value comes from where the component is declared, but for one of a connector that its class binds.
    const bool is_own =
        IsInConnector(id, owner) && instance.binding && Mentions(*instance.binding, ir::OriginalOf(tree_, owner));
    if (instance.causality == ir::Causality::kInput && instance.binding && !is_own) At(owner).equations -= count;
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

  bool IsInConnector(InstanceId id, InstanceId owner) const {
    while (id != owner && !IsConnector(InstanceAt(id))) id = InstanceAt(id).parent;
    return id != owner;
  }

  /// A flow of a connector, or an input, that the class of the owner shows to the outside.
  bool IsGiven(InstanceId id, InstanceId owner) const {
    const Instance& instance = InstanceAt(id);
    bool is_public = true;
    for (InstanceId at = id; at != owner; at = InstanceAt(at).parent) {
      is_public = is_public && !InstanceAt(at).is_declared_protected;
    }
    if (instance.flow == ast::FlowPrefix::kFlow) return IsInConnector(id, owner);
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
    for (const ConnectedPair& join : joins) {
      if (!At(join.scope).is_left_out) by_scope[join.scope].push_back(&join);
    }
    for (const auto& [scope, pairs] : by_scope) CountConnects(scope, pairs);
  }

  /// Potentials of one set are equal to the first, its flows have one sum, and each stream from inside one mixture.
  void CountConnects(InstanceId scope, const std::vector<const ConnectedPair*>& pairs) {
    parent_.clear();
    std::set<ConnectedSide> sides;
    int64_t equations = 0;
    for (const ConnectedPair* pair : pairs) {
      const ast::FlowPrefix flow = InstanceAt(pair->from.instance).flow;
      for (const ConnectedSide& side : {pair->from, pair->to}) {
        if (OwnerOf(side.instance) != scope) At(scope).is_left_out = true;
        if (sides.insert(side).second && flow != ast::FlowPrefix::kNone) ++equations;
      }
      const ConnectedSide a = Find(pair->from), b = Find(pair->to);
      if (a == b) continue;
      parent_[std::max(a, b)] = std::min(a, b);
      if (flow == ast::FlowPrefix::kFlow) --equations;
      if (flow == ast::FlowPrefix::kNone) ++equations;
    }
    At(scope).equations += equations;
  }

  /// True if the equations of a component mention all of its variables: equations outside may then complete it, as
  /// models that other tools simulate have them. A variable that none of them mentions was forgotten.
  bool MentionsAll(InstanceId id) const {
    std::set<ir::VariableId> mentioned;
    for (size_t i = 0; i < scopes_.size(); ++i) {
      if (OwnerOf(scopes_[i]) == id) Mentioned(context_.flat.equations[i], mentioned);
    }
    for (size_t i = 0; i < tree_.instances.size(); ++i) {
      const Instance& instance = tree_.instances[i];
      const InstanceId variable(static_cast<int64_t>(i));
      const bool is_unknown = instance.kind == InstanceKind::kBuiltin && context_.variables[i] &&
                              instance.variability > ir::Variability::kParameter && OwnerOf(variable) == id;
      if (!is_unknown || instance.binding || IsGiven(variable, id) || IsInConnector(variable, id)) continue;
      for (int64_t k = 0; k < ElementCount(instance.dims); ++k) {
        if (!mentioned.contains(ir::VariableId(context_.variables[i].value + k))) return false;
      }
    }
    return true;
  }

  void Mentioned(const FlatEquation& equation, std::set<ir::VariableId>& to) const {
    for (const ir::ExprId side : {equation.left, equation.right}) Mentioned(side, to);
    for (const ir::FlatBranch& branch : equation.branches) {
      Mentioned(branch.condition, to);
      for (const FlatEquation& inner : branch.body) Mentioned(inner, to);
    }
  }

  void Mentioned(ir::ExprId e, std::set<ir::VariableId>& to) const {
    if (!e) return;
    symbolic::ForEachNode(*context_.flat.pool, e, [&](ir::ExprId id) {
      const ir::ExprNode& node = (*context_.flat.pool)[id];
      if (node.op == ir::Op::kVariable || node.op == ir::Op::kPre) to.insert(ir::VariableId(node.payload));
    });
  }

  void Report(InstanceId id) {
    const Instance& instance = InstanceAt(id);
    if (instance.original || OwnerOf(id) != id || id == tree_.root || !instance.parent) return;
    const Tally& tally = At(id);
    const int64_t wanted = tally.unknowns - tally.given;
    if (tally.is_left_out || tally.equations == wanted || !told_.insert(instance.cls).second) return;
    const InstanceId declared = instance.name.str().empty() ? instance.parent : id;
    const bool is_completed = 0 < tally.equations && tally.equations < wanted && MentionsAll(id);
    const std::string message =
        fmt::format("the component `{}` has {} equation{} for {} unknown{} of its own", ir::FullName(tree_, id),
                    tally.equations, tally.equations == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s");
    const Span span = InstanceAt(declared).span;
    Diagnostic& error = is_completed ? diagnostics_.Warning(DiagnosticKind::ModelUnbalanced, span, message)
                                     : diagnostics_.Error(DiagnosticKind::ModelUnbalanced, span, message);
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
  std::set<ir::ClassId> told_;
  std::span<const InstanceId> scopes_;  // of the first equations
};

}  // namespace

void CheckLocalBalance(const ExpansionContext& context, std::span<const InstanceId> scopes,
                       std::span<const ConnectedPair> joins, Diagnostics& diagnostics) {
  if (!context.state_statements.empty() || context.flat.has_clocks) return;
  LocalBalance(context, diagnostics).Run(scopes, joins);
}

}  // namespace stiction::flatten
