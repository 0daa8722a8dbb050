// SPDX-License-Identifier: BSD-3-Clause
// Jobs in processes that are copies of this one: they share what it has computed, and may crash or be ended.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace stiction::cli {

struct ForkedJobs {
  int processes = 1;
  double time_limit = 0;  // of a job [s]; 0: none
  /// The next job for a process, given the last that it had, if any; nothing when there is none left.
  std::function<std::optional<size_t>(std::optional<size_t> last)> next;
  /// Called in the copy. @returns what it has to tell, without line ends
  std::function<std::string(size_t job)> work;
  /// Called in the copy after a job: true if it must do no further one.
  std::function<bool()> is_spent = [] { return false; };
  /// Called in this process, in the order in which jobs end.
  std::function<void(size_t job, const std::string& told)> done;
  enum class Failure { kCrashed, kTimeout };
  std::function<void(size_t job, Failure failure, int signal)> failed;
};

/// Returns when all jobs are done, or are to stop: then what the processes were at is lost, once they have ended in
/// order.
/// @returns empty, or what the system refused
std::string Run(const ForkedJobs& jobs, const std::function<bool()>& stop);

}  // namespace stiction::cli
