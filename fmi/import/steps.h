// SPDX-License-Identifier: BSD-3-Clause
// A model of others in Co-Simulation.
#pragma once

#include <atomic>

#include "fmi/import/exchange.h"
#include "runtime/results/row_sink.h"

namespace stiction::fmi {

/// Initializes the model and steps it to the stop time, with a row after each step.
/// @param step of communication [s]
/// @param shown numbers of the variables that rows show
/// @param interrupted once true, the run ends
runtime::SimulationReport RunSteps(ImportedInstance& instance, const ImportedModel& model, const ImportSetup& setup,
                                   double step, const std::vector<size_t>& shown, runtime::RowSink& rows,
                                   const std::atomic<bool>& interrupted);

}  // namespace stiction::fmi
