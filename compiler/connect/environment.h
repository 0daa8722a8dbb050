// SPDX-License-Identifier: BSD-3-Clause
// What stands around a component when it is checked without a model that uses it (MLS 4.8).
#pragma once

#include <set>
#include <vector>

#include "compiler/connect/connection_graph.h"
#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// The connectors of the model itself and its inputs without a value, as those that may be connected from outside.
class Environment {
 public:
  explicit Environment(const ExpansionContext& context);

  bool empty() const { return !has_connectors_ && inputs_.empty(); }
  /// True if the model has clocks, to which its surroundings do not belong.
  bool is_clocked() const;
  bool HasFlow(ir::VariableId flow) const { return flows_.contains(flow); }
  bool HasStream(ir::VariableId stream) const { return streams_.contains(stream); }

  /// As many equations as connections would bring: one for each flow variable and input, and those that determine
  /// overdetermined variables to which no part of the model gives a root (MLS 9.4). Each holds all potentials and
  /// outputs, for what is connected may lead from one to the other. They have no meaning but their incidence: what is
  /// singular with them is so with whatever is connected.
  std::vector<ir::FlatEquation> Equations(Expander& expander, const ConnectionGraph& graph) const;

 private:
  struct Overdetermined {
    ir::InstanceId instance;
    std::vector<ir::VariableId> variables;
  };
  /// @param is_within whether the instance is part of a connector
  void Collect(ir::InstanceId id, bool is_within);
  void CollectScalars(ir::InstanceId id);
  void CollectSignals();

  const ExpansionContext& context_;
  std::vector<ir::VariableId> potentials_, outputs_, inputs_;
  std::vector<Overdetermined> overdetermined_;
  std::set<ir::VariableId> flows_, streams_;
  bool has_connectors_ = false;
};

}  // namespace stiction::flatten
