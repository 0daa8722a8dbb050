// SPDX-License-Identifier: BSD-3-Clause
// The results that a plot draws, and what tells them apart.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "runtime/report/plot.h"
#include "runtime/results/result_table.h"

namespace stiction::cli {

struct PlottedRun {
  std::string file;
  std::string label;  // of several, what is different about it
  runtime::ResultTable table;
};

/// Reads the files and labels them: by the one or two parameters that tell all of them apart, else by what differs in
/// their names. @returns the runs, or what is wrong
std::variant<std::vector<PlottedRun>, std::string> ReadRuns(const std::vector<std::string>& files);

/// Names of all signals, each once: those of the first run first.
std::vector<std::string> NamesIn(const std::vector<PlottedRun>& runs);

/// The unit of a signal in the first file that tells it.
std::string UnitIn(const std::vector<PlottedRun>& runs, const std::string& signal);

/// File names that differ, without the directories and the extension that all have.
std::vector<std::string> DifferingParts(const std::vector<std::string>& names);

}  // namespace stiction::cli
