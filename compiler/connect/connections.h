// SPDX-License-Identifier: BSD-3-Clause
// Connection sets and their equations (MLS 9.2).
#pragma once

#include <array>
#include <set>
#include <span>
#include <vector>

#include "compiler/connect/connection_graph.h"
#include "compiler/connect/environment.h"
#include "compiler/connect/streams.h"
#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// A scalar of a connector as a connect sees it.
struct ConnectedSide {
  ir::VariableId variable;
  ir::InstanceId instance;
  bool outside = false;

  friend auto operator<=>(const ConnectedSide&, const ConnectedSide&) = default;
};

/// Two scalars that a connect in the class of `scope` joins.
struct ConnectedPair {
  ir::InstanceId scope;
  ConnectedSide from, to;
  Span span;
};

/// Collects the connects of a model and generates their equations: potentials equal, flows sum to zero (a connector of
/// the class that connects counts negative), flows that nothing connects are zero. Overdetermined variables are joined
/// as the spanning trees of their graph say (MLS 9.4.2). Near-linear in the number of scalars.
class Connections {
 public:
  Connections(ExpansionContext& context, Expander& expander, Diagnostics& diagnostics)
      : context_(context), expander_(expander), diagnostics_(diagnostics) {}

  /// Makes the connection graph of a model with overdetermined variables, before anything is connected.
  void BuildGraph();

  /// Joins two connectors or arrays of such. @param scope the instance in whose class the connect stands
  /// Reports ConnectIncompatible with the declarations of both.
  void Connect(ir::InstanceId scope, const Endpoints& from, const Endpoints& to, Span span);

  /// The variables that connects of an enclosing component lead to, where something in the set is no input of a
  /// component and so may drive them.
  std::vector<char> DrivenFromOutside();

  const std::vector<ConnectedPair>& joins() const { return joins_; }

  /// The equations of all sets, ordered by their first variable, then the zero flows by variable.
  /// @param streams gets the sets of the stream variables
  /// @param environment what the connectors of the model itself are connected to; null: nothing
  std::vector<ir::FlatEquation> Equations(Streams& streams, const Environment* environment);

 private:
  static constexpr int kNoNode = -1;
  /// A scalar as it is seen from inside the component that owns the connector, or from outside of it.
  struct Node {
    ir::InstanceId instance;
    ir::VariableId variable;
    bool outside = false;
    int parent = -1;  // union-find
    Span span;        // of the first connect
  };
  struct Pair {
    ir::InstanceId scope;
    ir::InstanceId from_root, to_root;  // the connectors the connect names
    Span span;
  };
  bool ConnectInstances(const Pair& pair, ir::InstanceId from, ir::InstanceId to);
  bool ConnectScalars(const Pair& pair, ir::InstanceId from, int64_t from_element, ir::InstanceId to,
                      int64_t to_element);
  /// Reports what may be connected by type, but not by what it means: constants with parameters, signals with plain
  /// variables, quantities that differ (MLS 9.3).
  bool CheckMeaning(const Pair& pair, ir::InstanceId from, ir::InstanceId to);
  void CheckRestrictions();
  /// Reports public inputs of a class that its connects join with another source (MLS 9.3).
  void CheckOutsideInputs();
  void CheckOutsideInputs(ir::InstanceId scope, const std::vector<const ConnectedPair*>& pairs);
  bool Mismatch(const Pair& pair, ir::InstanceId from, ir::InstanceId to, const std::string& why,
                const char* hint = "the connectors of a connection have the same variables (MLS 9.3)");
  int NodeOf(ir::InstanceId instance, int64_t element, bool outside, Span span);
  /// The node of a variable seen from inside or outside; kNoNode if no connect names it.
  int KnownNodeOf(ir::VariableId variable, bool outside) const;
  void Join(int a, int b);
  /// Calls `use` with the nodes of each set, which are ascending by variable and side, as the sets are by their first.
  template <class Use>
  void ForEachSet(const Use& use);
  int Find(int node);
  void CheckSources(std::span<const int> set);
  /// Appends the equations of a set that leads into states or out of them. @returns false of other sets
  bool AddStateSignal(std::span<const int> set, std::vector<ir::FlatEquation>& equations);
  ir::ExprId VariableOf(const Node& node);
  void Constrain(const Pair& pair, ir::InstanceId from, ir::InstanceId to);

  ExpansionContext& context_;
  Expander& expander_;
  Diagnostics& diagnostics_;
  ConnectionGraph graph_;  // where the context has one
  std::vector<Node> nodes_;
  std::vector<std::array<int, 2>> node_of_variable_;  // seen from inside, from outside
  std::vector<ir::FlatEquation> assertions_;          // of parameters and constants in connectors
  std::vector<ir::FlatEquation> constraints_;         // of broken edges of the connection graph
  std::set<std::pair<ir::InstanceId, ir::InstanceId>> constrained_;
  std::vector<ConnectedPair> joins_;  // what connects say, scalar by scalar
  Span last_reported_;
};

}  // namespace stiction::flatten
