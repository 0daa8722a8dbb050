// SPDX-License-Identifier: BSD-3-Clause
// Which signals of results are discrete, and what their values are called.
#pragma once

#include <string>
#include <vector>

#include "cli/comparison_options.h"
#include "cli/plotted_runs.h"
#include "runtime/report/plot.h"

namespace stiction::cli {

/// What the files, else the report of a simulation, tell of a signal. Of files that tell nothing a signal counts as an
/// Integer if all its values are integers, it has several, and no unit.
/// @param literals of `--literals`, may be empty
runtime::SignalType TypeOfSignal(const std::vector<PlottedRun>& runs, const std::string& signal,
                                 const Literals& literals);

/// The names of the values of a discrete signal; an Integer takes those of the constants declared beside it, if each of
/// its values has one, as `constant Integer Stuck = 0`. Empty: numbers.
std::vector<runtime::PlotPanel::Literal> LiteralsOf(const std::vector<PlottedRun>& runs, const std::string& signal,
                                                    const runtime::SignalType& type);

}  // namespace stiction::cli
