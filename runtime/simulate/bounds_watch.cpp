// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/bounds_watch.h"

#include <fmt/format.h>

#include <cmath>

namespace stiction::runtime {
namespace {

constexpr size_t kMaxReported = 20;
// By so much of the bound a parameter may lie outside, by rounding.
constexpr double kRounding = 1e-14;
// Residue of a difference that should be zero, where the variable was never larger.
constexpr double kResidue = 1e-15;

std::string Text(const BoundsInfo& info, double value) {
  const auto ordinal = static_cast<size_t>(value);
  if (!info.literals.empty() && ordinal >= 1 && ordinal <= info.literals.size()) return info.literals[ordinal - 1];
  return fmt::format("{:.6g}", value);
}

}  // namespace

std::optional<std::string> BoundsWatch::Start() {
  tape_.Run(program_.bounds_code, slots_);
  for (size_t i = 0; i < program_.bounds.size(); ++i) {
    const BoundsInfo& info = program_.bounds[i];
    Watched w;
    w.variable = info.variable;
    w.negated = info.negated;
    w.min = info.min == kNoSlot ? -HUGE_VAL : slots_[info.min];
    w.max = info.max == kNoSlot ? HUGE_VAL : slots_[info.max];
    w.info = i;
    if (!info.is_parameter) {
      if (info.nominal != kNoSlot) w.scale = std::abs(slots_[info.nominal]);
      for (const double bound : {w.min, w.max}) {
        if (std::isfinite(bound)) w.scale = std::max(w.scale, std::abs(bound));
      }
      watched_.push_back(w);
      continue;
    }
    const double value = info.negated ? -slots_[info.variable] : slots_[info.variable];
    if (value < w.min - kRounding * std::abs(w.min) || value > w.max + kRounding * std::abs(w.max)) {
      return Outside(info, value, w.min, w.max);
    }
  }
  return std::nullopt;
}

bool BoundsWatch::IsOutside(const Watched& watched, double value) const {
  if (!program_.bounds[watched.info].is_real) return true;
  const double beyond = std::max(watched.min - value, value - watched.max);
  return beyond > std::max(tolerance_ * watched.scale, kResidue);
}

void BoundsWatch::Report(size_t watched, double value, double t) {
  const Watched w = watched_[watched];
  watched_.erase(watched_.begin() + static_cast<std::ptrdiff_t>(watched));
  if (++reported_ > kMaxReported) return;
  const BoundsInfo& info = program_.bounds[w.info];
  notes_.push_back(fmt::format("at t = {:.12g} s {}; it is not told again", t, Outside(info, value, w.min, w.max)));
}

void BoundsWatch::Finish() {
  if (reported_ <= kMaxReported) return;
  notes_.push_back(fmt::format("{} further variables left the range of their min and max", reported_ - kMaxReported));
}

std::string BoundsWatch::Outside(const BoundsInfo& info, double value, double min, double max) {
  const bool is_below = value < min;
  return fmt::format("{} `{}` = {} lies {} its {} = {} (MLS 4.8.1) ({})",
                     info.is_parameter ? "the parameter" : "the variable", info.name, Text(info, value),
                     is_below ? "below" : "above", is_below ? "min" : "max", Text(info, is_below ? min : max),
                     info.place);
}

}  // namespace stiction::runtime
