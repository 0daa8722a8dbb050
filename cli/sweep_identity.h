// SPDX-License-Identifier: BSD-3-Clause
// Which sweep it is.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_runs.h"

namespace stiction::cli {

/// What tells one sweep from another: model, values and options, and the texts of the model.
std::string IdentityOf(const CommandLine& line, const SweepRuns& runs, const SweepOutputs& outputs,
                       const std::vector<std::string>& sources);

}  // namespace stiction::cli
