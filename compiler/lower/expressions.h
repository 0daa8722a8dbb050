// SPDX-License-Identifier: BSD-3-Clause
// Lowering of expressions: what each operator of MLS 3.7 becomes in the Dae.
#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/lower/context.h"
#include "compiler/lower/relations.h"
#include "compiler/lower/variability.h"
#include "compiler/support/dense_id_map.h"

namespace stiction {

/// Relations, floor, sign, ... of continuous arguments make events (MLS 8.5), or are evaluated as they stand:
/// under noEvent, in a when-equation, in an assert, in parameter expressions and at the initial time.
/// kDiscrete: as kEvents, where a value that changes at events only is wanted: what a function gives makes events, too.
/// kAtStart: as kEvents, but in a branch that matters at the initial time only, so that nothing is watched for it
/// later.
enum class EventMode { kEvents, kDiscrete, kAtStart, kLiteral };

class ExpressionLowering {
 public:
  explicit ExpressionLowering(LowerContext& context)
      : context_(context),
        variability_(context),
        relations_(context, variability_, [this](ir::ExprId e) { return (*this)(e, EventMode::kEvents); }) {}
  ExpressionLowering(const ExpressionLowering&) = delete;
  ExpressionLowering& operator=(const ExpressionLowering&) = delete;

  /// Relations see through the variables that these equations define.
  /// @param equations of the model; outlive the first expression that is lowered
  void Use(const std::vector<ir::FlatEquation>& equations) { relations_.Use(equations); }

  /// Messages and new relations are about context.origin.
  ir::ExprId operator()(ir::ExprId e, EventMode mode);
  /// As above; an invalid id stays one.
  ir::ExprId IfGiven(ir::ExprId e, EventMode mode) { return e ? (*this)(e, mode) : e; }

  /// True if a when-clause is active: the edge of its condition, or, at the initial time, `initial()` in it (MLS 8.6).
  /// A condition that is no discrete variable gets one, generated.
  /// @param lowered the condition, lowered with its events
  ir::ExprId Active(ir::ExprId lowered);

  VariabilityAnalysis& variability() { return variability_; }

 private:
  ir::ExprId Node(ir::ExprId e, EventMode mode);
  ir::ExprId Derivative(ir::ExprId e, ir::ExprId written);
  /// The variable der(v); makes it when it is first asked for.
  ir::ExprId DerivativeVariable(ir::VariableId v);
  ir::ExprId EdgeOrChange(const ir::ExprNode& node);
  ir::ExprId SampleTick(const ir::ExprNode& node);
  ir::ExprId Delay(const ir::ExprNode& node);
  ir::ExprId Transport(const ir::ExprNode& node);
  /// A variable of its own that is equal to an expression. @param what the operator, for messages
  ir::ExprId Defined(std::string name, const char* what, ir::ExprId value);
  ir::ExprId RisingEdge(ir::ExprId condition);
  ir::VariableId ConditionVariable(ir::ExprId condition);
  ir::ExprId Relation(const ir::ExprNode& node, ir::ExprId written, EventMode mode);
  ir::ExprId Sign(const ir::ExprNode& node, ir::ExprId written, EventMode mode);
  ir::ExprId Rounding(const ir::ExprNode& node);
  ir::ExprId Held(ir::ExprId expression);
  /// True if a function gives an Integer, a Boolean or an enumeration of what changes continuously.
  bool IsDiscreteResult(ir::ExprId call);
  /// The value of a constant that is a literal, else `e`, which reads v.
  ir::ExprId ConstantOr(ir::VariableId v, ir::ExprId e) const;
  bool IsContinuous(const ir::ExprNode& node);

  LowerContext& context_;
  VariabilityAnalysis variability_;
  RelationTable relations_;
  std::array<DenseIdMap<ir::ExprId, ir::ExprId>, 4> done_;
  std::unordered_map<ir::ExprId, int32_t> held_;
  std::unordered_map<ir::ExprId, ir::VariableId> condition_variable_;
  std::map<std::pair<ir::ExprId, ir::ExprId>, int32_t> samples_;
  std::map<std::vector<ir::ExprId>, int32_t> transports_;  // by their arguments
};

}  // namespace stiction
