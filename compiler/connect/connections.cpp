// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/connections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/connect/connection_restrictions.h"
#include "compiler/connect/connector.h"
#include "compiler/connect/state_signals.h"
#include "compiler/expand/scalar.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::FlatEquation;
using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;
using ir::VariableId;

namespace {

std::string_view TypeName(const ir::InstanceTree& tree, const Instance& instance) {
  switch (instance.scalar) {
    case ir::ScalarType::kReal:
      return "Real";
    case ir::ScalarType::kInteger:
      return "Integer";
    case ir::ScalarType::kBoolean:
      return "Boolean";
    case ir::ScalarType::kString:
      return "String";
    case ir::ScalarType::kClock:
      return "Clock";
    case ir::ScalarType::kEnumeration:
      return tree.enumerations[instance.enumeration.index()].name;
  }
  return "?";
}

std::string_view FlowName(ast::FlowPrefix flow) {
  switch (flow) {
    case ast::FlowPrefix::kFlow:
      return "a flow variable";
    case ast::FlowPrefix::kStream:
      return "a stream variable";
    case ast::FlowPrefix::kNone:
      return "no flow variable";
  }
  return "?";
}

}  // namespace

bool Connections::Mismatch(const Pair& pair, InstanceId from, InstanceId to, const std::string& why, const char* hint) {
  if (pair.span && last_reported_ == pair.span) return false;
  last_reported_ = pair.span;
  Diagnostic& d =
      diagnostics_.Error(DiagnosticKind::ConnectIncompatible, pair.span,
                         fmt::format("cannot connect `{}` with `{}`: {}", ir::FullName(context_.tree, pair.from_root),
                                     ir::FullName(context_.tree, pair.to_root), why));
  for (const InstanceId id : {from, to}) {
    const Instance& instance = context_.tree.instances[id.index()];
    d.labels.push_back({instance.span, fmt::format("`{}` is declared here", ir::FullName(context_.tree, id))});
  }
  d.hint = hint;
  return false;
}

void Connections::BuildGraph() {
  const auto is_node = [](const Instance& i) { return static_cast<bool>(i.equality_constraint); };
  if (std::ranges::none_of(context_.tree.instances, is_node)) return;
  graph_ = BuildConnectionGraph(expander_, diagnostics_);
  context_.graph = graph_.answers;
}

void Connections::Connect(InstanceId scope, const Endpoints& from, const Endpoints& to, Span span) {
  if (from.elements.empty() && to.elements.empty()) return;
  if (from.dims != to.dims) {
    const auto root = [&](const Endpoints& e, const Endpoints& other) {
      const InstanceId id = e.elements.empty() ? other.elements.front().instance : e.elements.front().instance;
      const Instance& instance = context_.tree.instances[id.index()];
      return instance.index.empty() ? id : instance.parent;
    };
    const InstanceId a = root(from, to), b = root(to, from);
    Mismatch({scope, a, b, span}, a, b,
             fmt::format("the dimensions {} and {} differ", Describe(from.dims), Describe(to.dims)));
    return;
  }
  for (size_t k = 0; k < from.elements.size(); ++k) {
    const Endpoint &a = from.elements[k], &b = to.elements[k];
    const Pair pair{scope, a.instance, b.instance, span};
    for (const InstanceId end : {a.instance, b.instance}) {
      if (!IsConnector(context_.tree, end)) {
        Mismatch(pair, a.instance, b.instance, fmt::format("`{}` is no connector", ir::FullName(context_.tree, end)),
                 "connect connectors; other variables are made equal by an equation");
        return;
      }
    }
    const bool scalars = context_.tree.instances[a.instance.index()].kind == InstanceKind::kBuiltin &&
                         context_.tree.instances[b.instance.index()].kind == InstanceKind::kBuiltin;
    const bool ok = scalars ? ConnectScalars(pair, a.instance, a.element, b.instance, b.element)
                            : ConnectInstances(pair, a.instance, b.instance);
    if (!ok) return;
  }
}

bool Connections::ConnectInstances(const Pair& pair, InstanceId from, InstanceId to) {
  const Instance& a = context_.tree.instances[from.index()];
  const Instance& b = context_.tree.instances[to.index()];
  if (a.kind != b.kind) return Mismatch(pair, from, to, "they have different structures");
  if (a.kind != InstanceKind::kComposite && a.dims != b.dims) {
    return Mismatch(pair, from, to, fmt::format("the dimensions {} and {} differ", Describe(a.dims), Describe(b.dims)));
  }
  if (a.equality_constraint && b.equality_constraint && context_.graph) {
    const GraphEdge edge = graph_.EdgeOf(from, to);
    if (edge == GraphEdge::kBroken) Constrain(pair, from, to);
    if (edge != GraphEdge::kTree) return true;
  }
  switch (a.kind) {
    case InstanceKind::kBuiltin:
      for (int64_t k = 0; k < Count(a.dims); ++k) {
        if (!ConnectScalars(pair, from, k, to, k)) return false;
      }
      return true;
    case InstanceKind::kArray:
      for (size_t k = 0; k < a.elements.size(); ++k) {
        if (!ConnectInstances(pair, a.elements[k], b.elements[k])) return false;
      }
      return true;
    case InstanceKind::kComposite:
      for (const InstanceId child : b.children) {
        const std::string& name = context_.tree.instances[child.index()].name;
        if (!a.child_by_name.contains(name)) {
          return Mismatch(pair, from, child, fmt::format("only the second has a variable `{}`", name));
        }
      }
      for (const InstanceId child : a.children) {
        const std::string& name = context_.tree.instances[child.index()].name;
        const auto other = b.child_by_name.find(name);
        if (other == b.child_by_name.end()) {
          return Mismatch(pair, child, to, fmt::format("only the first has a variable `{}`", name));
        }
        if (!ConnectInstances(pair, child, other->second)) return false;
      }
      return true;
  }
  return true;
}

void Connections::Constrain(const Pair& pair, InstanceId from, InstanceId to) {
  if (!constrained_.insert(std::minmax(from, to)).second) return;  // connected twice
  for (const ExprId residue : ConstraintResidues(expander_, from, to, pair.span)) {
    constraints_.push_back({.kind = FlatEquation::Kind::kEquality,
                            .left = residue,
                            .right = context_.flat.pool->Real(0),
                            .warning_level = false,
                            .branches = {},
                            .origin = {.span = pair.span, .derivation = "equality constraint of a connection"}});
  }
}

bool Connections::CheckMeaning(const Pair& pair, InstanceId from, InstanceId to) {
  const ir::InstanceTree& tree = context_.tree;
  const Instance &a = tree.instances[from.index()], &b = tree.instances[to.index()];
  const auto is_parameter = [](const Instance& i) { return i.variability <= ir::Variability::kParameter; };
  if (is_parameter(a) != is_parameter(b)) {
    return Mismatch(pair, from, to, "only one of them is a parameter or constant");
  }
  if (is_parameter(a) && a.variability != b.variability) {
    return Mismatch(pair, from, to, "one of them is a constant, the other a parameter");
  }
  const auto is_signal = [](const Instance& i) { return i.causality != ir::Causality::kNone; };
  const bool may_take_direction = IsInExpandable(tree, from) || IsInExpandable(tree, to);
  if (is_signal(a) != is_signal(b) && !may_take_direction) {
    return Mismatch(pair, from, to, "only one of them is declared `input` or `output`");
  }
  const auto quantity_of = [&](InstanceId id) -> const std::string* {
    const auto& attributes = ir::AttributesOf(tree, id);
    const auto found = attributes.find("quantity");
    const bool is_text = found != attributes.end() && found->second->kind == ir::BoundKind::kString;
    return is_text && !found->second->text.empty() ? &found->second->text : nullptr;
  };
  const std::string *const one = quantity_of(from), *const other = quantity_of(to);
  if (!one || !other || *one == *other) return true;
  return Mismatch(pair, from, to, fmt::format("their quantities are \"{}\" and \"{}\"", *one, *other),
                  "connect variables of one quantity (MLS 9.3)");
}

bool Connections::ConnectScalars(const Pair& pair, InstanceId from, int64_t from_element, InstanceId to,
                                 int64_t to_element) {
  const Instance& a = context_.tree.instances[from.index()];
  const Instance& b = context_.tree.instances[to.index()];
  if (a.scalar != b.scalar || a.enumeration != b.enumeration) {
    return Mismatch(pair, from, to,
                    fmt::format("`{}` is {}, `{}` is {}", ir::FullName(context_.tree, from), TypeName(context_.tree, a),
                                ir::FullName(context_.tree, to), TypeName(context_.tree, b)));
  }
  if (a.flow != b.flow) {
    return Mismatch(pair, from, to,
                    fmt::format("`{}` is {}, `{}` is {}", ir::FullName(context_.tree, from), FlowName(a.flow),
                                ir::FullName(context_.tree, to), FlowName(b.flow)));
  }
  const auto is_parameter = [](const Instance& i) { return i.variability <= ir::Variability::kParameter; };
  if (!CheckMeaning(pair, from, to)) return false;
  if (is_parameter(a)) {
    const auto value = [&](const Instance& i, InstanceId id, int64_t element) {
      const VariableId first = context_.variables[id.index()];
      return context_.flat.pool->Variable(VariableId(first.value + element), i.scalar, i.enumeration);
    };
    ir::ExprPool& pool = *context_.flat.pool;
    const ExprId equal = Compare(pool, ir::Op::kEq, value(a, from, from_element), value(b, to, to_element));
    assertions_.push_back(
        {.kind = FlatEquation::Kind::kAssert,
         // Reals may be compared for equality without an event only (MLS 3.5).
         .left = a.scalar == ir::ScalarType::kReal ? Unary(pool, ir::Op::kNoEvent, equal) : equal,
         .right = pool.String(fmt::format("connected parameters {} and {} must be equal",
                                          ir::FullName(context_.tree, from), ir::FullName(context_.tree, to))),
         .warning_level = false,
         .branches = {},
         .origin = {.span = pair.span, .derivation = "connection of parameters"}});
    return true;
  }
  const int x = NodeOf(from, from_element, IsOutside(context_.tree, pair.from_root, pair.scope), pair.span);
  const int y = NodeOf(to, to_element, IsOutside(context_.tree, pair.to_root, pair.scope), pair.span);
  Join(x, y);
  const auto side = [&](int node) {
    const Node& n = nodes_[static_cast<size_t>(node)];
    return ConnectedSide{n.variable, n.instance, n.outside};
  };
  joins_.push_back({pair.scope, side(x), side(y), pair.span});
  return true;
}

int Connections::NodeOf(InstanceId instance, int64_t element, bool outside, Span span) {
  const VariableId variable(context_.variables[instance.index()].value + element);
  if (variable.index() >= node_of_variable_.size()) {
    node_of_variable_.resize(std::max(variable.index() + 1, context_.flat.variables.size()), {kNoNode, kNoNode});
  }
  std::array<int, 2>& sides = node_of_variable_[variable.index()];
  int& node = sides[outside ? 1 : 0];
  if (node != kNoNode) return node;
  node = static_cast<int>(nodes_.size());
  nodes_.push_back({.instance = instance, .variable = variable, .outside = outside, .parent = -1, .span = span});
  // A potential is the same from both sides; the sign of a flow and what a stream brings are not.
  const bool potential = context_.tree.instances[instance.index()].flow == ast::FlowPrefix::kNone;
  const int other = sides[outside ? 0 : 1];
  if (potential && other != kNoNode) Join(node, other);
  return node;
}

int Connections::KnownNodeOf(VariableId variable, bool outside) const {
  return variable.index() < node_of_variable_.size() ? node_of_variable_[variable.index()][outside ? 1 : 0] : kNoNode;
}

void Connections::Join(int a, int b) {
  const int x = Find(a), y = Find(b);
  if (x != y) nodes_[static_cast<size_t>(std::max(x, y))].parent = std::min(x, y);
}

int Connections::Find(int node) {
  int root = node;
  while (nodes_[static_cast<size_t>(root)].parent >= 0) root = nodes_[static_cast<size_t>(root)].parent;
  while (nodes_[static_cast<size_t>(node)].parent >= 0) {
    const int next = nodes_[static_cast<size_t>(node)].parent;
    nodes_[static_cast<size_t>(node)].parent = root;
    node = next;
  }
  return root;
}

ExprId Connections::VariableOf(const Node& node) {
  const ir::FlatVariable& variable = context_.flat.variables[node.variable.index()];
  return context_.flat.pool->Variable(node.variable, variable.type, variable.enumeration);
}

void Connections::CheckSources(std::span<const int> set) {
  // An output is a source unless the connects of its own component drive it; of the inputs, those of the model itself
  // are (MLS 9.3). A protected input only passes a signal on.
  std::vector<const Node*> sources;
  for (const int n : set) {
    const Node& node = nodes_[static_cast<size_t>(n)];
    const ir::Causality causality = context_.tree.instances[node.instance.index()].causality;
    const ir::FlatVariable& variable = context_.flat.variables[node.variable.index()];
    const bool drives =
        node.outside ? variable.causality == ir::Causality::kInput : causality == ir::Causality::kOutput;
    if (drives && KnownNodeOf(node.variable, !node.outside) == kNoNode) sources.push_back(&node);
  }
  // Outputs of states of which one is active are one source (MLS 17.3.6).
  const auto other = std::find_if(sources.begin(), sources.end(), [&](const Node* source) {
    return std::any_of(sources.begin(), sources.end(), [&](const Node* b) {
      return source->variable < b->variable &&
             !context_.states.AreExclusive(context_.states.Of(source->instance), context_.states.Of(b->instance));
    });
  });
  if (other == sources.end()) return;
  const Node* const first = *other;
  const Node* const second = *std::find_if(sources.begin(), sources.end(), [&](const Node* b) {
    return first->variable < b->variable &&
           !context_.states.AreExclusive(context_.states.Of(first->instance), context_.states.Of(b->instance));
  });
  Diagnostic& d = diagnostics_.Error(
      DiagnosticKind::ConnectIncompatible, second->span,
      fmt::format("two sources drive one signal: `{}` and `{}`", context_.flat.variables[first->variable.index()].name,
                  context_.flat.variables[second->variable.index()].name));
  for (const Node* source : {first, second}) {
    const Instance& instance = context_.tree.instances[source->instance.index()];
    d.labels.push_back(
        {instance.span, fmt::format("`{}` is declared here", context_.flat.variables[source->variable.index()].name)});
  }
}

void Connections::CheckRestrictions() {
  ConnectionRestrictions restrictions(context_.tree, diagnostics_);
  if (restrictions.IsEmpty()) return;
  ForEachSet([&](std::span<const int> set) {
    std::vector<InstanceId> inside;
    for (const int n : set) {
      const Node& node = nodes_[static_cast<size_t>(n)];
      if (!node.outside) inside.push_back(node.instance);
    }
    restrictions.AddSet(inside, set.size());
  });
  restrictions.Finish();
}

void Connections::CheckOutsideInputs() {
  const auto is_signal = [this](const ConnectedSide& side) {
    return context_.tree.instances[side.instance.index()].causality != ir::Causality::kNone &&
           !IsInExpandable(context_.tree, side.instance);
  };
  std::map<InstanceId, std::vector<const ConnectedPair*>> by_scope;
  for (const ConnectedPair& join : joins_) {
    if (is_signal(join.from) && is_signal(join.to)) by_scope[join.scope].push_back(&join);
  }
  for (const auto& [scope, pairs] : by_scope) CheckOutsideInputs(scope, pairs);
}

void Connections::CheckOutsideInputs(InstanceId scope, const std::vector<const ConnectedPair*>& pairs) {
  std::map<ConnectedSide, ConnectedSide> parent;
  const auto find = [&](ConnectedSide side) {
    for (auto at = parent.find(side); at != parent.end(); at = parent.find(side)) side = at->second;
    return side;
  };
  for (const ConnectedPair* pair : pairs) {
    const ConnectedSide a = find(pair->from), b = find(pair->to);
    if (a != b) parent[std::max(a, b)] = std::min(a, b);
  }
  const auto& instances = context_.tree.instances;
  std::map<ConnectedSide, ConnectedSide> source_of;  // by set
  for (const ConnectedPair* pair : pairs) {
    for (const ConnectedSide& side : {pair->from, pair->to}) {
      const ir::Causality causality = instances[side.instance.index()].causality;
      const bool drives =
          side.outside ? causality == ir::Causality::kInput && !IsProtectedBelow(context_.tree, side.instance, scope)
                       : causality == ir::Causality::kOutput;
      if (!drives) continue;
      const auto [entry, is_new] = source_of.emplace(find(side), side);
      const ConnectedSide& other = entry->second;
      if (is_new || other == side || (!side.outside && !other.outside)) continue;
      if (std::exchange(last_reported_, pair->span) == pair->span) continue;
      const auto name = [&](const ConnectedSide& of) { return context_.flat.variables[of.variable.index()].name; };
      Diagnostic& d = diagnostics_.Error(
          DiagnosticKind::ConnectIncompatible, pair->span,
          fmt::format("`{}` and `{}` are both sources of one signal: an input of the class brings it from outside, "
                      "whatever is connected there",
                      name(other), name(side)));
      for (const ConnectedSide& of : {other, side}) {
        d.labels.push_back({instances[of.instance.index()].span, fmt::format("`{}` is declared here", name(of))});
      }
    }
  }
}

template <class Use>
void Connections::ForEachSet(const Use& use) {
  std::vector<int> set_of_root(nodes_.size(), -1);
  std::vector<size_t> end_of_set;  // at first: its size
  const auto for_each_node = [this](const auto& visit) {
    for (const std::array<int, 2>& sides : node_of_variable_) {
      for (const int node : sides) {
        if (node != kNoNode) visit(node, static_cast<size_t>(Find(node)));
      }
    }
  };
  for_each_node([&](int /*node*/, size_t root) {
    if (set_of_root[root] < 0) {
      set_of_root[root] = static_cast<int>(end_of_set.size());
      end_of_set.push_back(0);
    }
    ++end_of_set[static_cast<size_t>(set_of_root[root])];
  });
  size_t begin = 0;
  for (size_t& end : end_of_set) begin += std::exchange(end, begin);
  std::vector<int> members(nodes_.size());
  for_each_node([&](int node, size_t root) { members[end_of_set[static_cast<size_t>(set_of_root[root])]++] = node; });
  begin = 0;
  for (const size_t end : end_of_set) {
    use(std::span<const int>(members).subspan(begin, end - begin));
    begin = end;
  }
}

std::vector<char> Connections::DrivenFromOutside() {
  std::vector<char> driven(context_.flat.variables.size());
  ForEachSet([&](std::span<const int> set) {
    const bool is_driven = std::any_of(set.begin(), set.end(), [this](int n) {
      const Node& node = nodes_[static_cast<size_t>(n)];
      return node.outside || context_.tree.instances[node.instance.index()].causality != ir::Causality::kInput;
    });
    for (const int n : set) {
      const Node& node = nodes_[static_cast<size_t>(n)];
      if (is_driven && !node.outside) driven[node.variable.index()] = 1;
    }
  });
  return driven;
}

bool Connections::AddStateSignal(std::span<const int> set, std::vector<FlatEquation>& equations) {
  if (context_.states.states.empty()) return false;
  std::vector<SignalMember> members;
  for (const int n : set) {
    const Node& node = nodes_[static_cast<size_t>(n)];
    if (!members.empty() && members.back().variable == node.variable) continue;
    members.push_back({node.instance, node.variable, node.span});
  }
  if (!AreInStates(context_, members)) return false;
  for (FlatEquation& equation : StateSignalEquations(context_, members)) equations.push_back(std::move(equation));
  return true;
}

// Longer than a screen: one case for each kind of variable of a connector.
std::vector<FlatEquation> Connections::Equations(Streams& streams, const Environment* environment) {
  ir::ExprPool& pool = *context_.flat.pool;
  const InternedText connection("connection equation");
  std::vector<FlatEquation> equations;
  const auto equal = [&](ExprId left, ExprId right, Span span, InternedText derivation) {
    equations.push_back({.kind = FlatEquation::Kind::kEquality,
                         .left = left,
                         .right = right,
                         .warning_level = false,
                         .branches = {},
                         .origin = {.span = span, .derivation = derivation}});
  };
  const auto zero_of = [&](const Instance& instance) {
    return instance.scalar == ir::ScalarType::kInteger ? pool.Integer(0) : pool.Real(0);
  };
  ForEachSet([&](std::span<const int> set) {
    const Node& first = nodes_[static_cast<size_t>(set.front())];
    const Instance& instance = context_.tree.instances[first.instance.index()];
    if (instance.flow == ast::FlowPrefix::kFlow) {
      ExprId sum;
      for (const int n : set) {
        const Node& node = nodes_[static_cast<size_t>(n)];
        const ExprId v = VariableOf(node);
        if (!sum) {
          sum = node.outside ? Unary(pool, ir::Op::kNeg, v) : v;
        } else {
          sum = Arithmetic(pool, node.outside ? ir::Op::kSub : ir::Op::kAdd, sum, v);
        }
      }
      equal(sum, zero_of(instance), first.span, connection);
      return;
    }
    if (instance.flow == ast::FlowPrefix::kStream) {
      std::vector<Streams::Member> members;
      for (const int n : set) {
        const Node& node = nodes_[static_cast<size_t>(n)];
        members.push_back({node.instance, node.variable, node.outside, node.span});
      }
      return streams.AddSet(members);
    }
    CheckSources(set);
    if (AddStateSignal(set, equations)) return;
    VariableId previous = first.variable;
    for (const int n : set) {
      const Node& node = nodes_[static_cast<size_t>(n)];
      if (node.variable == previous) continue;
      previous = node.variable;
      equal(VariableOf(first), VariableOf(node), node.span, connection);
    }
  });
  if (!diagnostics_.HasErrors() && context_.states.states.empty()) CheckOutsideInputs();
  CheckRestrictions();
  std::vector<FlatEquation> outflows = streams.OutsideEquations();
  equations.insert(equations.end(), std::make_move_iterator(outflows.begin()), std::make_move_iterator(outflows.end()));
  equations.insert(equations.end(), constraints_.begin(), constraints_.end());
  equations.insert(equations.end(), assertions_.begin(), assertions_.end());
  if (environment) {
    for (FlatEquation& outer : environment->Equations(expander_, graph_)) equations.push_back(std::move(outer));
  }
  for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
    const Instance& instance = context_.tree.instances[i];
    const VariableId first_variable = context_.variables[i];
    if (instance.kind != InstanceKind::kBuiltin || instance.flow != ast::FlowPrefix::kFlow || !first_variable) continue;
    if (!IsConnector(context_.tree, InstanceId(static_cast<int64_t>(i)))) continue;
    const bool is_in_expandable = IsInExpandable(context_.tree, InstanceId(static_cast<int64_t>(i)));
    for (int64_t k = 0; k < Count(instance.dims); ++k) {
      const VariableId v(first_variable.value + k);
      if (environment && environment->HasFlow(v)) continue;
      if (KnownNodeOf(v, false) != kNoNode && (!is_in_expandable || KnownNodeOf(v, true) != kNoNode)) continue;
      equal(pool.Variable(v, instance.scalar), zero_of(instance), instance.span, "unconnected flow");
    }
  }
  return equations;
}

}  // namespace stiction::flatten
