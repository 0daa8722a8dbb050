#include "runtime/events/chattering.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction::runtime {
namespace {

constexpr int32_t kHoveringFlips = 200;
constexpr double kHoveringExcursion = 100;  // zones
constexpr double kShrinking = 0.99;         // ratio of periods
constexpr int32_t kShrinkingPeriods = 4;
constexpr size_t kCrowd = 1000;        // events
constexpr size_t kSameTime = 100;      // events
constexpr double kCrowdedSpan = 1e-9;  // of the whole

}  // namespace

ChatteringDetector::ChatteringDetector(const Program& program, double span)
    : program_(program), span_(span), flips_(program.relations.size()), times_(kCrowd, 0.0) {}

std::optional<std::string> ChatteringDetector::OnEvent(double t, const Crossing* crossing,
                                                       const CrossingSearch& search) {
  const auto time_before = [&](size_t count) { return times_[(static_cast<size_t>(events_) - count) % kCrowd]; };
  const size_t past = static_cast<size_t>(events_);
  bool chatters = past >= kCrowd && t - time_before(kCrowd) < kCrowdedSpan * span_;
  chatters = chatters || (past >= kSameTime && t == time_before(kSameTime));
  times_[past % kCrowd] = t;
  if (crossing != nullptr) {
    for (int32_t relation : crossing->relations) {
      flips_[relation].last_event = events_;
      if (Hovers(flips_[relation], t, search.ExcursionOverZone(relation))) chatters = true;
    }
  }
  ++events_;
  if (!chatters) return std::nullopt;
  return Describe();
}

bool ChatteringDetector::Hovers(Flips& flips, double t, double excursion) {
  flips.hovering = excursion < kHoveringExcursion ? flips.hovering + 1 : 0;
  const double period = t - flips.times[1];
  const double period_before = flips.times[1] - flips.times[3];
  flips.shrinking = flips.count >= 4 && period < kShrinking * period_before ? flips.shrinking + 1 : 0;
  const bool accumulates =
      flips.shrinking >= kShrinkingPeriods && std::max(excursion, flips.excursion) < kHoveringExcursion;
  std::copy_backward(flips.times, flips.times + 3, flips.times + 4);
  flips.times[0] = t;
  flips.excursion = excursion;
  ++flips.count;
  return accumulates || flips.hovering >= kHoveringFlips;
}

std::string ChatteringDetector::Describe() const {
  std::string relations;
  for (size_t i = 0; i < program_.relations.size(); ++i) {
    if (flips_[i].last_event < 0 || flips_[i].last_event + static_cast<int64_t>(kSameTime) < events_) continue;
    relations += fmt::format("\n  relation    {} ({})", program_.relations[i].text, program_.relations[i].place);
  }
  if (relations.empty()) {
    return fmt::format("more than {} time events in a span of {:.3g} s\n  hint: check the interval of each `sample`",
                       kCrowd, kCrowdedSpan * span_);
  }
  return "events follow each other without progress; switching back and forth:" + relations +
         "\n  hint: on both sides of the switching point the model drives back towards it; give the element a mode of "
         "its own there (as friction has Stuck), a hysteresis, or a smooth transition";
}

}  // namespace stiction::runtime
