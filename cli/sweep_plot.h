// SPDX-License-Identifier: BSD-3-Clause
// The plot of a sweep.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <variant>

#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_runs.h"

namespace stiction::cli {

/// A panel for each signal, a curve for each run, named by the varied values. Many curves have the colours of a ramp,
/// in the order of the values, and the legend names some of them.
/// @returns of how many runs there are curves: of more than an eye can follow some, evenly chosen; or what is wrong
std::variant<size_t, std::string> WriteSweepPlot(const std::string& path, const std::string& title,
                                                 const SweepRuns& runs, const SweepOutputs& outputs,
                                                 const std::map<size_t, FinishedRun>& finished);

}  // namespace stiction::cli
