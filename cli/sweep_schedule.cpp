// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_schedule.h"

#include <algorithm>

namespace stiction::cli {

SweepSchedule::SweepSchedule(const SweepRuns& runs, const OpenTranslation& translation) : runs_(runs) {
  for (size_t i = 0; i < runs.names.size(); ++i) {
    if (!translation.IsStructural(i)) continue;
    structural_columns_.push_back(i);
    structural_.push_back(runs.names[i]);
  }
}

SweepSchedule::Key SweepSchedule::KeyOf(size_t run) const {
  Key key;
  for (const size_t column : structural_columns_) key.push_back(runs_.values[run][column]);
  return key;
}

void SweepSchedule::Begin(const std::vector<size_t>& runs) {
  for (const size_t run : runs) {
    std::deque<size_t>& alike = open_[KeyOf(run)];
    if (alike.empty()) untouched_.push_back(KeyOf(run));
    alike.push_back(run);
  }
}

std::optional<size_t> SweepSchedule::Next(std::optional<size_t> last) {
  auto from = last ? open_.find(KeyOf(*last)) : open_.end();
  if (from == open_.end() && !untouched_.empty()) {
    from = open_.find(untouched_.front());
    untouched_.pop_front();
  }
  // Others are at all that is left: help where most is to be done.
  if (from == open_.end())
    from = std::ranges::max_element(open_, {}, [](const auto& alike) { return alike.second.size(); });
  if (from == open_.end()) return std::nullopt;
  const size_t run = from->second.front();
  from->second.pop_front();
  if (from->second.empty()) open_.erase(from);
  return run;
}

}  // namespace stiction::cli
