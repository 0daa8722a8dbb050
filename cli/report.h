// SPDX-License-Identifier: BSD-3-Clause
// The JSON report of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// The text of `--report FILE.json`: model, status, reason, time_reached, counts, and CPU seconds per phase.
/// @param report nothing if the model did not get as far as a simulation; the reason then is "ModelError"
/// @param events those of the event log, if one was asked for
/// @param total_seconds CPU time of the whole command
std::string FormatReport(const Compiled& compiled, const std::optional<runtime::SimulationReport>& report,
                         const std::optional<std::vector<runtime::EventRecord>>& events, double total_seconds);

}  // namespace stiction::cli
