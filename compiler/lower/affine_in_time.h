// SPDX-License-Identifier: BSD-3-Clause
// Expressions that are affine functions of time between events.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "compiler/lower/context.h"
#include "compiler/lower/time_definitions.h"
#include "compiler/lower/variability.h"
#include "compiler/support/dense_id_map.h"

namespace stiction {

/// coefficient * time + rest, both of which change at events only.
struct Affine {
  ir::ExprId coefficient, rest;
};

/// Decides it for lowered expressions, through the variables that equations define.
class AffineInTime {
 public:
  using Lower = std::function<ir::ExprId(ir::ExprId flat)>;

  /// @param lower lowers an expression of the flat model with its events
  AffineInTime(LowerContext& context, VariabilityAnalysis& variability, Lower lower)
      : context_(context), variability_(variability), lower_(std::move(lower)), definitions_(context) {}

  /// @param equations of the model; outlive the first Of
  void Use(const std::vector<ir::FlatEquation>& equations) { equations_ = &equations; }

  std::optional<Affine> Of(ir::ExprId e);

  /// True if an expression of the flat model is known before a relation of it is: no mode of a loop decides it.
  bool IsKnown(ir::ExprId flat) { return Definitions().IsKnown(flat); }

 private:
  using Found = std::optional<Affine>;

  /// The nodes that have to be known before this one: its arguments, the value of a variable.
  void Append(const ir::ExprNode& node, std::vector<ir::ExprId>& needed);
  Found OfNode(ir::ExprId e);
  Found OfProduct(const Found& a, const Found& b);
  TimeDefinitions& Definitions();
  /// The lowered value that an equation gives a variable; invalid if none does.
  ir::ExprId ValueOf(ir::VariableId v);

  LowerContext& context_;
  VariabilityAnalysis& variability_;
  Lower lower_;
  TimeDefinitions definitions_;
  const std::vector<ir::FlatEquation>* equations_ = nullptr;  // null: definitions_ has them
  DenseIdMap<ir::ExprId, Found> known_;
  DenseIdMap<ir::VariableId, ir::ExprId> value_of_;
  int depth_ = 0;
};

}  // namespace stiction
