// SPDX-License-Identifier: BSD-3-Clause
// What is told of a sweep beside its table.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_runs.h"

namespace stiction::cli {

/// Of the runs that this call has made.
struct SweepTotals {
  long translations = 1;
  double seconds = 0;             // from the first to the last
  double seconds_simulating = 0;  // of the processors
};

/// True if it came as far as the model goes.
bool IsGood(const FinishedRun& run);

/// "sweep.csv: 10 runs: 9 done, 1 stopped", and the first that is not done.
/// @param table empty: there is none yet
std::string SummaryOf(const SweepRuns& runs, const std::map<size_t, FinishedRun>& finished, const std::string& table);

/// {"runs", "finished", "status": {"done": ...}, "translations", "seconds": {"runs", "simulate"}} as a text
std::string FormatSweepReport(const SweepRuns& runs, const std::map<size_t, FinishedRun>& finished,
                              const SweepTotals& totals);

}  // namespace stiction::cli
