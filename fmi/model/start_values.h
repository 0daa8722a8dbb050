// SPDX-License-Identifier: BSD-3-Clause
// Start values that an importer may replace before a run.
#pragma once

#include <vector>

#include "runtime/program/program.h"

namespace stiction::fmi {

/// Gives the constants that are values of parameters, of inputs and of states with a given initial value slots of their
/// own, which nothing else reads.
/// @returns by variable: that slot, kNoSlot where there is none
std::vector<runtime::Slot> SeparateStartValues(runtime::Program& program);

}  // namespace stiction::fmi
