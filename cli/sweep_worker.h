// SPDX-License-Identifier: BSD-3-Clause
// What a process of a sweep does: runs, one after the other.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_runs.h"
#include "cli/sweep_translations.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// What it tells of a run.
struct ToldRun {
  FinishedRun finished;
  long translations = 0;  // made for it
  double seconds = 0;     // of simulating
  std::string unwritten;  // why its whole result could not be written
};

/// In a line of text, for a pipe.
std::string FormatToldRun(const ToldRun& told);
/// Nothing if it is none.
std::optional<ToldRun> ReadToldRun(const std::string& line);

class SweepWorker {
 public:
  /// @pre all outlive this
  SweepWorker(const CommandLine& line, const SweepRuns& runs, const SweepOutputs& outputs,
              const runtime::SimulationOptions& options, SweepTranslations& translations)
      : line_(line), runs_(runs), outputs_(outputs), options_(options), translations_(translations) {}

  ToldRun Simulate(size_t run);
  /// True if the process must do no further run: C code may have damaged its memory.
  bool is_spent() const { return is_spent_; }

 private:
  /// Adds its seconds.
  runtime::Reason RunOnce(const SweepTranslation& translation, ToldRun& told);

  const CommandLine& line_;
  const SweepRuns& runs_;
  const SweepOutputs& outputs_;
  const runtime::SimulationOptions& options_;
  SweepTranslations& translations_;
  bool is_spent_ = false;
};

}  // namespace stiction::cli
