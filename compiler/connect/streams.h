// SPDX-License-Identifier: BSD-3-Clause
// Stream variables: what flows into a connector and what leaves through one (MLS 15).
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/connect/environment.h"
#include "compiler/expand/expander.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::flatten {

/// Collects the connection sets of stream variables. Near-linear in the number of scalars but for the sums over large
/// sets, of which each member has its own.
class Streams {
 public:
  /// @param environment what the connectors of the model itself are connected to; null: nothing
  Streams(ExpansionContext& context, const Environment* environment)
      : context_(context), pool_(*context.flat.pool), environment_(environment) {}

  /// A stream variable as a member of a connection set.
  struct Member {
    ir::InstanceId instance;
    ir::VariableId variable;
    bool outside = false;  // seen from inside the component that owns the connector
    Span span;             // of its connect
  };

  /// Takes the members of one connection set.
  void AddSet(std::span<const Member> members);

  /// What leaves through the connectors of components that are connected inside: their stream variables are what is
  /// mixed there (MLS 15.2). To be asked once all sets are known.
  std::vector<ir::FlatEquation> OutsideEquations();

  /// Puts the mixtures of MLS 15.2 in the place of `inStream` and `actualStream` in the whole model. A product of
  /// `actualStream` and the flow of its connector makes no event when the flow turns over: it is continuous (MLS 15.3).
  void ReplaceOperators(ir::FlatModel& flat);

 private:
  struct Term {
    ir::ExprId flow, value;  // flow: into the mixture where positive
  };

  ir::VariableId FlowOf(ir::InstanceId stream) const;
  std::optional<double> Bound(ir::ExprId bound) const;
  bool MayFlowInto(const Member& member) const;
  ir::ExprId StreamOf(ir::VariableId variable) { return pool_.Variable(variable, ir::ScalarType::kReal); }
  /// inStream of a connector of a component.
  ir::ExprId InStream(ir::VariableId variable);
  /// What the other members of a set bring; invalid if none can bring anything.
  ir::ExprId MixtureOfOthers(size_t set, const Member& but);
  ir::ExprId Mixture(const std::vector<Term>& terms, double epsilon);
  ir::ExprId Replaced(ir::ExprId e);
  std::optional<ir::ExprId> ReplacedNode(const ir::ExprNode& node);
  void ReplaceIn(std::vector<ir::FlatEquation>& equations);

  ExpansionContext& context_;
  ir::ExprPool& pool_;
  const Environment* environment_;
  std::vector<std::vector<Member>> sets_;
  std::unordered_map<ir::VariableId, size_t> set_of_inside_;  // where the variable is that of a component's connector
  std::unordered_map<ir::VariableId, ir::ExprId> in_streams_;
  std::unordered_map<ir::ExprId, ir::ExprId> flow_of_actual_;
  std::optional<symbolic::ModelRewriter> rewrite_;
};

}  // namespace stiction::flatten
