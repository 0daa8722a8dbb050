// SPDX-License-Identifier: BSD-3-Clause
// Independent jobs on several threads, told about in their order.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/terminal.h"

namespace stiction::cli {

struct OrderedJobs {
  size_t count = 0;
  int at_a_time = 0;                                 // 0: as many as there are processors
  std::string what;                                  // "tests": for the progress
  std::function<std::string(size_t)> name;           // of a job, for the progress
  std::function<void(size_t)> work;                  // called by several threads; must not throw
  std::function<void(size_t)> tell = [](size_t) {};  // called for one job at a time, in order, as soon as that can be
};

/// Returns when all jobs are done and told.
/// @param progress wiped before anything is told, and at the end
void Run(const OrderedJobs& jobs, Progress& progress);

}  // namespace stiction::cli
