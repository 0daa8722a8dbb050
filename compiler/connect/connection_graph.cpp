// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/connection_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "compiler/connect/connect_walk.h"
#include "compiler/connect/connector.h"
#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::BoundEquation;
using ir::Instance;
using ir::InstanceId;

namespace {

using Pair = std::pair<InstanceId, InstanceId>;

Pair Sorted(InstanceId a, InstanceId b) { return b < a ? Pair(b, a) : Pair(a, b); }

struct Edge {
  InstanceId from, to;
  Span span;
};

struct PotentialRoot {
  int64_t priority = 0;
  InstanceId node;
  auto operator<=>(const PotentialRoot&) const = default;
};

/// Sets of nodes, each with the definite root in it if there is one.
class Parts {
 public:
  InstanceId Find(InstanceId node) {
    InstanceId root = node;
    for (auto at = parent_.find(root); at != parent_.end(); at = parent_.find(root)) root = at->second;
    while (node != root) node = std::exchange(parent_[node], root);
    return root;
  }
  /// @returns whether they were two parts.
  bool Join(InstanceId a, InstanceId b) {
    const InstanceId x = Find(a), y = Find(b);
    if (x == y) return false;
    const auto [low, high] = Sorted(x, y);
    parent_[high] = low;
    if (const auto root = root_.find(high); root != root_.end()) root_.emplace(low, root->second);
    return true;
  }
  void SetRoot(InstanceId node) { root_[Find(node)] = node; }
  std::optional<InstanceId> RootOf(InstanceId node) {
    const auto found = root_.find(Find(node));
    return found == root_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<InstanceId, InstanceId> parent_, root_;
};

class GraphBuilder {
 public:
  GraphBuilder(Expander& expander, Diagnostics& diagnostics)
      : tree_(expander.context().tree), expander_(expander), diagnostics_(diagnostics) {}

  ConnectionGraph Build() {
    WalkConnects(expander_, [this](const BoundEquation& equation) { Collect(equation); });
    JoinRequired();
    JoinOptional();
    ChooseRoots();
    Orient();
    CollectUnrooted();
    return std::move(graph_);
  }

 private:
  void Collect(const BoundEquation& equation) {
    if (equation.kind == ast::EquationKind::kConnect) {
      const Endpoints from = expander_.Resolve(*equation.from), to = expander_.Resolve(*equation.to);
      if (from.dims != to.dims) return;
      for (size_t k = 0; k < from.elements.size(); ++k) {
        AddOptional(from.elements[k].instance, to.elements[k].instance, equation.span);
      }
      return;
    }
    const ir::BoundExpression& call = *equation.left;
    const std::vector<InstanceId> first = expander_.ResolveGraphNodes(*call.operands.at(0));
    if (call.text == "Connections.branch") {
      const std::vector<InstanceId> second = expander_.ResolveGraphNodes(*call.operands.at(1));
      if (first.size() != second.size()) {
        Report(equation.span, "the two sides of `Connections.branch` have different dimensions");
        return;
      }
      for (size_t k = 0; k < first.size(); ++k) required_.push_back({first[k], second[k], equation.span});
      return;
    }
    int64_t priority = 0;
    if (call.operands.size() > 1) {
      const std::optional<Value> value = expander_.Evaluated(*call.operands[1]);
      const std::optional<int64_t> number = value ? AsInteger(*value) : std::nullopt;
      if (!number) {
        Report(call.operands[1]->span, "the priority of a root must be known at compile time");
        return;
      }
      priority = *number;
    }
    for (const InstanceId node : first) {
      if (call.text == "Connections.root") {
        definite_.push_back({node, node, equation.span});
      } else {
        potential_.push_back({priority, node});
      }
    }
  }

  /// The overdetermined variables of two connectors of the same structure.
  void AddOptional(InstanceId from, InstanceId to, Span span) {
    const Instance &a = tree_.instances[from.index()], &b = tree_.instances[to.index()];
    if (a.kind != b.kind) return;  // reported where the connection is made
    if (a.equality_constraint && b.equality_constraint) {
      if (from != to) optional_.push_back({from, to, span});
      return;
    }
    for (size_t k = 0; k < std::min(a.elements.size(), b.elements.size()); ++k) {
      AddOptional(a.elements[k], b.elements[k], span);
    }
    for (const InstanceId child : a.children) {
      const auto other = b.child_by_name.find(tree_.instances[child.index()].name.str());
      if (other != b.child_by_name.end()) AddOptional(child, other->second, span);
    }
  }

  Diagnostic& Report(Span span, const std::string& message) {
    return diagnostics_.Error(DiagnosticKind::ConnectionGraph, span, message);
  }

  std::string NameOf(InstanceId node) const { return ir::FullName(tree_, node); }

  void JoinRequired() {
    for (const Edge& edge : required_) {
      kept_.push_back({edge.from, edge.to});
      if (parts_.Join(edge.from, edge.to)) continue;
      Report(edge.span,
             fmt::format("required branches lead from `{}` to `{}` on two ways", NameOf(edge.from), NameOf(edge.to)))
          .hint = "a loop of parts that fix each other's variable needs one whose `Connections.branch` is left out";
    }
    std::map<InstanceId, Span> span_of_root;
    for (const Edge& root : definite_) {
      span_of_root.emplace(root.from, root.span);
      const std::optional<InstanceId> other = parts_.RootOf(root.from);
      if (other && *other != root.from) {
        Report(root.span, fmt::format("two roots, `{}` and `{}`, are joined by required branches", NameOf(*other),
                                      NameOf(root.from)))
            .labels.push_back({span_of_root[*other], "the other root"});
        continue;
      }
      parts_.SetRoot(root.from);
      graph_.answers.roots.insert(root.from);
    }
  }

  void JoinOptional() {
    // Of connects that join what connects join already only the first ones count: no equation belongs to the others.
    Parts connected;
    for (const Edge& edge : optional_) {
      GraphEdge& kind = graph_.edge_of_pair.try_emplace(Sorted(edge.from, edge.to), GraphEdge::kTree).first->second;
      if (!connected.Join(edge.from, edge.to)) {
        if (!seen_.contains(Sorted(edge.from, edge.to))) kind = GraphEdge::kRedundant;
        continue;
      }
      seen_.insert(Sorted(edge.from, edge.to));
      const bool two_roots = parts_.RootOf(edge.from) && parts_.RootOf(edge.to);
      if (two_roots || !parts_.Join(edge.from, edge.to)) {
        kind = GraphEdge::kBroken;
      } else {
        kept_.push_back({edge.from, edge.to});
      }
    }
  }

  void ChooseRoots() {
    std::sort(potential_.begin(), potential_.end());
    for (const PotentialRoot& root : potential_) {
      if (parts_.RootOf(root.node)) continue;
      parts_.SetRoot(root.node);
      graph_.answers.roots.insert(root.node);
    }
  }

  /// Distances from the roots tell which end of a branch is closer to its root.
  void Orient() {
    std::map<InstanceId, std::vector<InstanceId>> neighbours;
    for (const auto& [a, b] : kept_) {
      neighbours[a].push_back(b);
      neighbours[b].push_back(a);
    }
    std::map<InstanceId, int> distance;
    const auto spread = [&](InstanceId root) {
      if (!distance.try_emplace(root, 0).second) return;
      for (std::deque<InstanceId> queue{root}; !queue.empty(); queue.pop_front()) {
        for (const InstanceId next : neighbours[queue.front()]) {
          if (distance.try_emplace(next, distance[queue.front()] + 1).second) queue.push_back(next);
        }
      }
    };
    for (const InstanceId root : graph_.answers.roots) spread(root);
    for (const Edge& edge : required_) spread(edge.from);  // a tree without a root: no part determines its variables
    for (const Edge& edge : required_) {
      const bool closer = distance[edge.from] < distance[edge.to];
      const auto [entry, added] = graph_.answers.rooted.try_emplace(edge.from, closer);
      if (!added) entry->second = std::nullopt;
    }
  }

  /// What has connectors of its own gets its roots from what is connected to them.
  void CollectUnrooted() {
    const auto is_connector = [&](InstanceId child) { return IsConnector(tree_, child); };
    const bool is_component = std::ranges::any_of(tree_.instances[tree_.root.index()].children, is_connector);
    for (size_t i = 0; i < tree_.instances.size(); ++i) {
      const InstanceId node(static_cast<int64_t>(i));
      if (!tree_.instances[i].equality_constraint || parts_.RootOf(node)) continue;
      const bool is_new = graph_.unrooted.emplace(node, parts_.Find(node)).second;
      if (!is_new || is_component || parts_.Find(node) != node) continue;
      Report(tree_.instances[i].span,
             fmt::format("nothing in the graph of overdetermined connectors around `{}` can be its root", NameOf(node)))
          .hint =
          "a component that determines the variable says so with `Connections.root` or "
          "`Connections.potentialRoot`";
    }
  }

  const ir::InstanceTree& tree_;
  Expander& expander_;
  Diagnostics& diagnostics_;
  std::vector<Edge> required_, optional_, definite_;
  std::vector<PotentialRoot> potential_;
  std::vector<Pair> kept_;
  std::set<Pair> seen_;
  Parts parts_;
  ConnectionGraph graph_;
};

}  // namespace

GraphEdge ConnectionGraph::EdgeOf(InstanceId a, InstanceId b) const {
  const auto found = edge_of_pair.find(Sorted(a, b));
  return found == edge_of_pair.end() ? GraphEdge::kTree : found->second;
}

ConnectionGraph BuildConnectionGraph(Expander& expander, Diagnostics& diagnostics) {
  return GraphBuilder(expander, diagnostics).Build();
}

std::vector<ir::ExprId> ConstraintResidues(Expander& expander, InstanceId from, InstanceId to, Span span) {
  const ir::InstanceTree& tree = expander.context().tree;
  ir::BoundExpression call{.kind = ir::BoundKind::kCall, .span = span, .type = {}, .text = {}};
  call.function = tree.instances[from.index()].equality_constraint;
  for (const InstanceId side : {from, to}) {
    call.operands.push_back(std::make_shared<ir::BoundExpression>(ir::BoundExpression{
        .kind = ir::BoundKind::kComponent, .span = span, .type = {}, .text = {}, .instance = side}));
  }
  const std::vector<FlatValue> results = expander.ExpandCall(call);
  if (results.size() != 1 || results.front().is_record) {
    Fail(DiagnosticKind::ConnectionGraph, tree.functions[call.function.index()].span,
         "`equalityConstraint` must have one output, the residues");
  }
  return results.front().elements;
}

bool IsGraphOperator(const ir::BoundExpression& call) {
  return call.kind == ir::BoundKind::kBuiltin &&
         (call.text == "Connections.branch" || call.text == "Connections.root" ||
          call.text == "Connections.potentialRoot");
}

}  // namespace stiction::flatten
