// SPDX-License-Identifier: BSD-3-Clause
// The variability of lowered expressions (MLS 3.8).
#pragma once

#include "compiler/lower/context.h"
#include "compiler/support/dense_id_map.h"

namespace stiction {

/// Remembers what it found: the variability of a variable must not change after the first question.
class VariabilityAnalysis {
 public:
  explicit VariabilityAnalysis(LowerContext& context) : context_(context) {}

  /// @returns kContinuous if the value may change between events
  ir::Variability Of(ir::ExprId e);

 private:
  ir::Variability OfNode(const ir::ExprNode& node);

  LowerContext& context_;
  DenseIdMap<ir::ExprId, ir::Variability> known_;
};

}  // namespace stiction
