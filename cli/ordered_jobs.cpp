// SPDX-License-Identifier: BSD-3-Clause
#include "cli/ordered_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace stiction::cli {

void Run(const OrderedJobs& jobs, Progress& progress) {
  std::mutex mutex;
  std::vector<bool> done(jobs.count);
  size_t next = 0, finished = 0, told = 0;
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < jobs.count) {
      const size_t index = next++;
      if (progress.enabled()) {
        progress.Show(fmt::format("{} of {} {} done, now {}", finished, jobs.count, jobs.what, jobs.name(index)));
      }
      lock.unlock();
      jobs.work(index);
      lock.lock();
      done[index] = true;
      ++finished;
      for (; told < jobs.count && done[told]; ++told) {
        progress.Wipe();
        jobs.tell(told);
      }
    }
  };
  const size_t processors = std::max(1U, std::thread::hardware_concurrency());
  const size_t workers = std::min(jobs.count, jobs.at_a_time > 0 ? static_cast<size_t>(jobs.at_a_time) : processors);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < workers; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  progress.Wipe();
}

}  // namespace stiction::cli
