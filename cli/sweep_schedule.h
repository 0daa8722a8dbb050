// SPDX-License-Identifier: BSD-3-Clause
// Which process of a sweep has which run.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/sweep_runs.h"
#include "compiler/driver/open_translation.h"

namespace stiction::cli {

/// Runs in their order, but a process goes on with those that its last translation is likely to hold for, as long as
/// there are any.
class SweepSchedule {
 public:
  /// @param translation tells which of the varied parameters are structural
  SweepSchedule(const SweepRuns& runs, const OpenTranslation& translation);

  void Begin(const std::vector<size_t>& runs);
  std::optional<size_t> Next(std::optional<size_t> last);

  /// The varied parameters with values that take a translation each.
  const std::vector<std::string>& structural() const { return structural_; }

 private:
  using Key = std::vector<std::string>;
  Key KeyOf(size_t run) const;

  const SweepRuns& runs_;
  std::vector<size_t> structural_columns_;
  std::vector<std::string> structural_;
  std::map<Key, std::deque<size_t>> open_;
  std::deque<Key> untouched_;  // in the order of their first runs
};

}  // namespace stiction::cli
