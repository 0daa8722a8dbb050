// SPDX-License-Identifier: BSD-3-Clause
// Lowering of the partitions of clocked equations: when they tick (MLS 16.7).
#pragma once

#include <vector>

#include "compiler/lower/context.h"
#include "compiler/lower/expressions.h"

namespace stiction {

/// Appends them to the Dae, with the samples and conditions that make them tick.
void LowerPartitions(const std::vector<ir::ClockPartition>& partitions, LowerContext& context,
                     ExpressionLowering& lower);

}  // namespace stiction
