// SPDX-License-Identifier: BSD-3-Clause
// The translations of a sweep: as few as the varied parameters allow.
#pragma once

#include <list>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/sweep_runs.h"
#include "compiler/driver/compile.h"
#include "compiler/support/diagnostics.h"

namespace stiction::cli {

/// A translation of the model with the values of one run, which holds for other runs too.
struct SweepTranslation {
  Compiled compiled;
  std::vector<std::string> texts;  // values of the run
  std::string error;               // of a model that cannot be simulated with them: the first, with its place

  /// True if the run with these values has this program, which then has them.
  bool TakeValues(const std::vector<std::string>& values);
};

class SweepTranslations {
 public:
  SweepTranslations(const CommandLine& line, const SweepRuns& runs) : line_(line), runs_(runs) {}

  /// The translation for a run, with the values of the run; made if none of those that are kept holds for it.
  SweepTranslation& For(size_t run);
  /// One made for this run alone; nothing if that of For was.
  SweepTranslation* Own(size_t run);
  /// Those made so far.
  long made() const { return made_; }
  /// What the last one that was made said; of the first one people are told.
  const SourceMap& sources() const { return *sources_; }
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  SweepTranslation Make(size_t run);

  const CommandLine& line_;
  const SweepRuns& runs_;
  std::list<SweepTranslation> kept_;  // last used first
  long made_ = 0;
  std::optional<SourceMap> sources_;
  Diagnostics diagnostics_;
};

}  // namespace stiction::cli
