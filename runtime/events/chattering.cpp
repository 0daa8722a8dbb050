#include "runtime/events/chattering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr int32_t kHoveringFlips = 200;
constexpr double kHoveringExcursion = 100;  // zones
constexpr double kShrinking = 0.99;         // ratio of periods
constexpr int32_t kShrinkingPeriods = 4;
constexpr double kFalling = 0.5;       // ratio of excursions
constexpr double kSameRatio = 0.05;    // relative difference of two such ratios
constexpr size_t kCrowd = 1000;        // events
constexpr size_t kSameTime = 100;      // events
constexpr double kCrowdedSpan = 1e-9;  // of the whole
constexpr size_t kRemembered = 100;    // events whose relations are told
constexpr size_t kLongestCycle = 25;   // events; seen three times
constexpr size_t kMostNamed = 12;      // events of a cycle, or relations

}  // namespace

ChatteringDetector::ChatteringDetector(const Program& program, double span)
    : program_(program), span_(span), flips_(program.relations.size()) {}

std::optional<std::string> ChatteringDetector::OnEvent(double t, const Crossing* crossing, CrossingSearch& search,
                                                       const double* slots) {
  bool is_close = t - last_time_ < kCrowdedSpan * span_;
  last_time_ = t;
  bool chatters = false;
  std::optional<int32_t> accumulating;
  if (crossing != nullptr) {
    for (const int32_t relation : crossing->relations) {
      Flips& flips = flips_[static_cast<size_t>(relation)];
      if (Hovers(flips, t, search.ExcursionOverZone(relation))) chatters = true;
      if (flips.shrinking > 0 && Accumulates(flips)) accumulating = relation;
      is_close = is_close || flips.hovering > 0;
    }
  }
  if (accumulating) return DescribeAccumulation(*accumulating);
  if (is_close) watches_for_ = kRemembered;
  if (watches_for_ == 0) return std::nullopt;
  if (IsCrowded(t, crossing, slots)) chatters = true;
  if (--watches_for_ == 0) noted_ = 0;
  if (!chatters) return std::nullopt;
  return DescribeCycle(t);
}

// What fired is known only since events began to hover or to follow each other closely.
bool ChatteringDetector::IsCrowded(double t, const Crossing* crossing, const double* slots) {
  const auto time_before = [&](size_t count) { return Past(count - 1).time; };
  const bool is_crowded = (noted_ >= kCrowd && t - time_before(kCrowd) < kCrowdedSpan * span_) ||
                          (noted_ >= kSameTime && t == time_before(kSameTime));
  const size_t place = noted_++ % kCrowd;
  if (place == firings_.size()) firings_.emplace_back();
  Firing& firing = firings_[place];
  firing.time = t;
  firing.relations.clear();
  firing.held.clear();
  if (crossing == nullptr) return is_crowded;
  firing.held = crossing->held;
  for (const int32_t relation : crossing->relations) {
    firing.relations.emplace_back(relation, slots[program_.relations[static_cast<size_t>(relation)].value] == 0);
  }
  return is_crowded;
}

bool ChatteringDetector::Hovers(Flips& flips, double t, double excursion) const {
  flips.hovering = excursion < kHoveringExcursion ? flips.hovering + 1 : 0;
  const double period = t - flips.times[1];
  const double period_before = flips.times[1] - flips.times[3];
  flips.shrinking = flips.count >= 4 && period < kShrinking * period_before ? flips.shrinking + 1 : 0;
  std::copy_backward(flips.times, flips.times + kFlips - 1, flips.times + kFlips);
  std::copy_backward(flips.excursions, flips.excursions + kFlips - 1, flips.excursions + kFlips);
  flips.times[0] = t;
  flips.excursions[0] = excursion;
  ++flips.count;
  return flips.hovering >= kHoveringFlips;
}

bool ChatteringDetector::Accumulates(const Flips& flips) const {
  const double* excursions = flips.excursions;
  if (flips.shrinking >= kShrinkingPeriods && std::max(excursions[0], excursions[1]) < kHoveringExcursion) return true;
  // Excursions that fall geometrically and so fast that the next one would stay in the zone: its flip would not be
  // seen.
  if (flips.shrinking < 1 || flips.count < 5 || !(excursions[2] > 0 && excursions[4] > 0)) return false;
  const double ratio = excursions[0] / excursions[2];
  const double ratio_before = excursions[2] / excursions[4];
  return ratio < kFalling && std::abs(ratio - ratio_before) < kSameRatio * ratio_before && excursions[0] * ratio < 1;
}

const ChatteringDetector::Firing& ChatteringDetector::Past(size_t back) const {
  return firings_[(noted_ - 1 - back) % kCrowd];
}

// The number of events after which the last ones repeat, seen three times; 0 if they do not.
size_t ChatteringDetector::CycleLength() const {
  const size_t known = std::min(noted_, kRemembered);
  for (size_t length = 1; length <= kLongestCycle && 3 * length <= known; ++length) {
    bool repeats = true;
    for (size_t back = 0; repeats && back < 2 * length; ++back) repeats = Past(back).IsLike(Past(back + length));
    if (repeats) return length;
  }
  return 0;
}

std::string ChatteringDetector::Describe(const Firing& firing, const char* heading) const {
  std::string text;
  for (const auto& [index, after] : firing.relations) {
    const RelationInfo& relation = program_.relations[index];
    text +=
        fmt::format("\n  {:<11} {} becomes {} ({})", text.empty() ? heading : "", relation.text, after, relation.place);
  }
  for (const int32_t index : firing.held) {
    const HeldInfo& held = program_.held[index];
    text += fmt::format("\n  {:<11} {} changes ({})", text.empty() ? heading : "", held.text, held.place);
  }
  return text.empty() ? fmt::format("\n  {:<11} a time event", heading) : text;
}

// The periods of flips to the same side shrink geometrically, by q: t + period (q + q^2 + ...) is their limit.
std::string ChatteringDetector::DescribeAccumulation(int32_t index) const {
  const RelationInfo& relation = program_.relations[index];
  const double* times = flips_[index].times;
  const double period = times[0] - times[2];
  const double q = period / (times[2] - times[4]);
  return fmt::format(
      "events accumulate: the time between them falls by the factor {:.4g} from one to the next, and infinitely many "
      "of them end at t = {:.9g} s\n"
      "  relation    {} ({})\n"
      "  hint: the equations say nothing about what comes after that time; give the model a mode of rest that ends the "
      "events, for instance one that begins when the speed after an impact is below a limit",
      q, times[0] + period * q / (1 - q), relation.text, relation.place);
}

std::string ChatteringDetector::DescribeCycle(double t) const {
  bool in_relations = false;
  const size_t known = std::min(noted_, kRemembered);
  for (size_t back = 0; back < known; ++back) {
    in_relations = in_relations || !Past(back).relations.empty() || !Past(back).held.empty();
  }
  if (!in_relations) {
    return fmt::format("more than {} time events in a span of {:.3g} s\n  hint: check the interval of each `sample`",
                       kCrowd, kCrowdedSpan * span_);
  }
  const char* hint =
      "\n  hint: on both sides of the switching point the model drives back towards it; give the element a mode of "
      "its own there (as friction has Stuck), a hysteresis, or a smooth transition";
  if (const size_t length = CycleLength(); length > 0) {
    const double before = Past(length).time;
    std::string text = fmt::format("events follow each other without progress, in a cycle of {} that takes {:.3g} s",
                                   length, t - before);
    for (size_t k = 0; k < std::min(length, kMostNamed); ++k) {
      text += Describe(Past(length - 1 - k), k == 0 ? "first" : "then");
    }
    if (length > kMostNamed) text += fmt::format("\n  ...         {} more", length - kMostNamed);
    return text + hint;
  }
  std::vector<int32_t> relations;
  for (size_t back = 0; back < known; ++back) {
    for (const auto& [index, after] : Past(back).relations) relations.push_back(index);
  }
  std::sort(relations.begin(), relations.end());
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  std::string text = "events follow each other without progress, switching back and forth";
  for (size_t k = 0; k < std::min(relations.size(), kMostNamed); ++k) {
    const RelationInfo& relation = program_.relations[relations[k]];
    text += fmt::format("\n  relation    {} ({})", relation.text, relation.place);
  }
  if (relations.size() > kMostNamed) text += fmt::format("\n  ...         {} more", relations.size() - kMostNamed);
  return text + hint;
}

}  // namespace stiction::runtime
