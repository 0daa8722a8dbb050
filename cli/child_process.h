// SPDX-License-Identifier: BSD-3-Clause
// Runs this command again, in a process of its own that may crash or be ended.
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

namespace stiction::cli {

struct ChildResult {
  int exit_code = 0;  // 128 + signal if a signal ended it
  bool timed_out = false;
  bool interrupted = false;
  double cpu_seconds = 0;
};

/// Runs `stiction` with the arguments and waits for its end, at most `time_limit` [s].
/// @param log gets what it says on stderr
/// @param temporary where it keeps files of its own; an existing directory
/// @param interrupted once true, the child is ended, as it is if this process dies, and with it what it has started
ChildResult RunSelf(const std::vector<std::string>& arguments, const std::filesystem::path& log,
                    const std::filesystem::path& temporary, double time_limit, const std::atomic<bool>& interrupted);

}  // namespace stiction::cli
