// SPDX-License-Identifier: BSD-3-Clause
// Runs the built `stiction` command and hands back what it said.
#pragma once

#include <string>
#include <vector>

#include "tests/support/temporary_directory.h"

namespace stiction::test {

struct CommandResult {
  int exit_code = -1;      // as the shell would see it; 128 + signal if a signal ended it
  bool timed_out = false;  // it ran too long and was killed
  std::string out;         // standard output
  std::string err;         // standard error
};

/// Runs `program` with `arguments` (no shell between) and waits for its end, at most `timeout_seconds`; then it is
/// killed.
CommandResult Run(const std::string& program, const std::vector<std::string>& arguments, double timeout_seconds = 100);

/// Runs the built `stiction` on a terminal of its own with that many columns, and presses Ctrl-C once `sight` is shown.
/// @returns the exit code, and all that was shown in `out`
CommandResult RunOnTerminal(const std::vector<std::string>& arguments, unsigned short columns, const std::string& sight,
                            double timeout_seconds = 60);

/// Runs the built `stiction` with `arguments`.
CommandResult RunStiction(const std::vector<std::string>& arguments, double timeout_seconds = 100);

/// The path of a file of the source tree, given from its top.
std::string SourcePath(const std::string& relative);

}  // namespace stiction::test
