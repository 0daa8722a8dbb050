// SPDX-License-Identifier: BSD-3-Clause
// The panels of a plot: which signals are drawn together, and how.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "cli/comparison_options.h"
#include "cli/plotted_runs.h"
#include "runtime/report/plot.h"

namespace stiction::cli {

/// The panels of the signals of the command line, which are names and patterns: those of `--panel` by themselves,
/// discrete signals each in a panel of its own, others by unit; with the tube and the violations of a reference, if one
/// is given. The axis is that of time, or of the signal of `--x`.
/// @param signals those outside of `--panel`
/// @returns the plot but for its modes and its title, or what is wrong
std::variant<runtime::Plot, std::string> PanelsOf(const CommandLine& line, const std::vector<std::string>& signals,
                                                  const std::vector<PlottedRun>& runs, const Literals& literals);

}  // namespace stiction::cli
