// SPDX-License-Identifier: BSD-3-Clause
// What the friction elements of a result do over time.
#pragma once

#include <string>
#include <vector>

#include "cli/comparison_options.h"
#include "cli/plotted_runs.h"
#include "runtime/report/modes_panel.h"

namespace stiction::cli {

/// A row for each element that fits the pattern, in the order of the file, and for each run. An element is what has a
/// discrete signal `mode`; or, as an ideal one, a relative speed (`v_rel` or `w_rel`) and a parameter of its curve (`s`
/// or `sa`): it is stuck while the speed is exactly 0.
std::vector<runtime::ModeRow> ModesOf(const std::vector<PlottedRun>& runs, const std::string& pattern,
                                      const Literals& literals);

}  // namespace stiction::cli
