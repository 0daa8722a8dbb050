// SPDX-License-Identifier: BSD-3-Clause
// Variables for what is converted.
#pragma once

#include "compiler/ir/flat/flat_model.h"

namespace stiction::clocks {

/// True of variables that equations determine while the simulation runs.
bool IsUnknown(const ir::FlatModel& model, ir::VariableId v);

/// Gives each first argument of a conversion, and each condition of a clock, that is no variable and not known before
/// the simulation a variable and an equation of its own (MLS 16.7.1).
void HoistOperands(ir::FlatModel& model);

}  // namespace stiction::clocks
