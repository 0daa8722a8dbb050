// SPDX-License-Identifier: BSD-3-Clause
// The clocks of sub-partitions, from the constructors and conversions between them (MLS 16.7.5).
#pragma once

#include <map>

#include "compiler/clocks/partitioning.h"

namespace stiction::clocks {

/// Ticks of a sub-partition, told by the clock of a definition: those at shift + k ratio of its periods.
struct SubClock {
  int32_t definition = -1;  // of Partitioning::definitions; -1: the default clock, Clock(1.0)
  Ratio ratio = 1, shift = 0;
  int32_t base = -1;  // sub-partitions of one base-partition have one number
};

/// @returns by the root of a clocked set; nothing useful after an error
std::map<int32_t, SubClock> InferClocks(const ir::FlatModel& model, Partitioning& graph, Diagnostics& diagnostics);

/// True of a clock with an Integer interval that does not vary: its period is an exact ratio [s].
bool IsRational(const ir::FlatModel& model, const Definition& definition);
Ratio PeriodOf(const ir::FlatModel& model, const Definition& definition);

}  // namespace stiction::clocks
