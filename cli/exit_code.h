// SPDX-License-Identifier: BSD-3-Clause
// Exit codes of the command (docs: README, "The command").
#pragma once

namespace stiction::cli {

enum ExitCode {
  kDone = 0,
  kModelError = 1,         // the model has errors
  kUsageError = 2,         // the command line is wrong
  kSimulationStopped = 3,  // before its stop time; the rows up to there are written
  kComparisonFailed = 4,   // outside the tolerance, or a test failed
  kOwnError = 70           // an error of Stiction itself
};

}  // namespace stiction::cli
