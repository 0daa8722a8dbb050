// SPDX-License-Identifier: BSD-3-Clause
// The table of a sweep.
#pragma once

#include <map>
#include <string>

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

}  // namespace stiction::cli
