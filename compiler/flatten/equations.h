// SPDX-License-Identifier: BSD-3-Clause
// Bound equations -> scalar equations.
#pragma once

#include <set>
#include <vector>

#include "compiler/connect/connections.h"
#include "compiler/expand/expander.h"

namespace stiction::flatten {

class EquationFlattener {
 public:
  EquationFlattener(ExpansionContext& context, Expander& expander, Connections& connections, Diagnostics& diagnostics)
      : context_(context), expander_(expander), connections_(connections), diagnostics_(diagnostics) {}

  /// Appends the scalar equations of `equation`, which stands in the class of `scope`; what cannot be expanded is
  /// reported and left out.
  void Flatten(const ir::BoundEquation& equation, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  /// left = right, element by element.
  void Equal(const FlatValue& left, const FlatValue& right, const Origin& origin, std::vector<ir::FlatEquation>& out);
  /// assert, terminate or reinit.
  void AddMessageCall(const ir::BoundExpression& call, Span span, std::vector<ir::FlatEquation>& out);
  void Report(const ExpansionError& error);
  /// True if it is a connect, or another equation that joins components, or has one in it.
  static bool ContainsConnect(const ir::BoundEquation& equation);

 private:
  void Add(const ir::BoundEquation& equation, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  void AddAll(const std::vector<ir::BoundEquation>& body, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  void AddTuple(const ir::BoundEquation& equation, std::vector<ir::FlatEquation>& out);
  void AddFor(const ir::BoundEquation& equation, size_t index, ir::InstanceId scope,
              std::vector<ir::FlatEquation>& out);
  /// What is known of an if-equation before its branches are flattened.
  struct Branching {
    bool connects = false, has_when = false;
    bool known = true;  // which branch is taken
  };
  /// Refuses connections in branches that only the simulation, or other connections, could choose.
  Branching Inspect(const ir::BoundEquation& equation);
  void AddIf(const ir::BoundEquation& equation, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  bool KeepIf(const ir::BoundEquation& equation, ir::InstanceId scope, ir::FlatEquation& kept);
  void AddWhen(const ir::BoundEquation& equation, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  void AddCall(const ir::BoundEquation& equation, ir::InstanceId scope, std::vector<ir::FlatEquation>& out);
  void AddStateStatement(const ir::BoundExpression& call, ir::InstanceId scope, Span span);

  ExpansionContext& context_;
  Expander& expander_;
  Connections& connections_;
  Diagnostics& diagnostics_;
  int when_depth_ = 0;                                  // when-equations around what is being flattened
  int64_t added_ = 0;                                   // equations unrolled so far
  std::set<std::pair<DiagnosticKind, Span>> reported_;  // once for each place, however many instances
};

}  // namespace stiction::flatten
