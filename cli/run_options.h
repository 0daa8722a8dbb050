// SPDX-License-Identifier: BSD-3-Clause
// Options of a run from the command line and the experiment annotation.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "runtime/program/program.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// Times and tolerance: from the command line, else from the experiment annotation, else the defaults.
runtime::SimulationOptions RunOptionsOf(const CommandLine& line, const runtime::ExperimentInfo& experiment);

/// Empty, or what no simulation can do. What the experiment annotation says is judged like the command line.
std::string WrongRunOptions(const runtime::SimulationOptions& options);

}  // namespace stiction::cli
