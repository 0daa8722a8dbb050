// SPDX-License-Identifier: BSD-3-Clause
// What a sweep leaves: the table, the plot, the report.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_runs.h"

namespace stiction::cli {

/// Comma-separated: the number of the run from 1, the varied values, status, reason, the time reached, the outputs. A
/// cell is empty where there is nothing to tell.
std::string FormatSweepTable(const SweepRuns& runs, const SweepOutputs& outputs,
                             const std::map<size_t, FinishedRun>& finished);

/// "mu = 0.3, m = 2"
std::string DescribeRun(const SweepRuns& runs, size_t run);

/// A panel for each signal, a curve for each run, named by the varied values; of many runs some, evenly chosen.
/// @returns how many, or what is wrong
std::variant<size_t, std::string> WriteSweepPlot(const std::string& path, const std::string& title,
                                                 const SweepRuns& runs, const SweepOutputs& outputs,
                                                 const std::map<size_t, FinishedRun>& finished);

}  // namespace stiction::cli
