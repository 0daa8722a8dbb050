// SPDX-License-Identifier: BSD-3-Clause
// Arguments of calls that take whole arrays, copied a run of neighbouring slots at a time.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

class ArgumentLists {
 public:
  /// @param arguments of a call; they have to stay where they are
  void Copy(const std::vector<Slot>& arguments, const double* slots, double* to) {
    if (arguments.size() < kMany) {
      for (const Slot argument : arguments) *to++ = slots[argument];
      return;
    }
    for (const Run& run : RunsOf(arguments)) to = std::copy_n(slots + run.first, run.count, to);
  }

 private:
  static constexpr size_t kMany = 64;

  struct Run {
    Slot first = kNoSlot;
    Slot count = 0;
  };

  const std::vector<Run>& RunsOf(const std::vector<Slot>& arguments) {
    std::vector<Run>& runs = runs_[&arguments];
    if (!runs.empty()) return runs;
    for (const Slot argument : arguments) {
      if (runs.empty() || argument != runs.back().first + runs.back().count) runs.push_back({argument, 0});
      ++runs.back().count;
    }
    return runs;
  }

  std::unordered_map<const std::vector<Slot>*, std::vector<Run>> runs_;
};

}  // namespace stiction::runtime
