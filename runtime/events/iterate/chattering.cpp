// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/chattering.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr int32_t kHoveringFlips = 200;
constexpr double kHoveringExcursion = 10;  // zones
constexpr double kHoveringInAll = 20000;   // flips
constexpr int32_t kContinuing = 8;         // flips: four cycles
constexpr double kSteady = 0.2;            // of 1 - ratio: by so much the ratio may change from cycle to cycle
constexpr double kNoPartOf = 1e-3;         // of a cycle: a time that need not shrink with it
constexpr double kResolved = 1e6;          // units of the last place of t: cycles that show something
constexpr double kAfterwards = 0.01;       // of how long a series lasted
constexpr size_t kCrowd = 1000;            // events
constexpr size_t kSameTime = 100;          // events
constexpr double kCrowdedSpan = 1e-8;      // of the whole
constexpr int64_t kMany = 100000;          // events
constexpr double kSpanOfMany = 1e-4;       // of the whole
constexpr size_t kRemembered = 100;        // events whose relations are reported
constexpr size_t kLongestCycle = 25;       // events; seen three times
constexpr size_t kMaxNamed = 12;           // events of a cycle, or relations

}  // namespace

ChatteringDetector::ChatteringDetector(const Program& program, double span)
    : program_(program), span_(span), flips_(program.relations.size()) {}

std::optional<std::string> ChatteringDetector::OnEvent(double t, const Crossing* crossing, CrossingSearch& search,
                                                       const double* slots) {
  bool is_close = t - last_time_ < kCrowdedSpan * span_;
  last_time_ = t;
  bool chatters = false;
  fired_.clear();
  if (crossing != nullptr) {
    for (const int32_t relation : crossing->relations) {
      Flips& flips = flips_[static_cast<size_t>(relation)];
      const bool is_near = !search.IsSharp(relation) && search.ExcursionOverZone(relation) < kHoveringExcursion;
      if (Hovers(flips, t, search.Excursion(relation), is_near)) chatters = true;
      is_close = is_close || flips.hovering > 0;
      fired_.push_back(relation);
    }
  }
  if (IsWithoutPace(t)) chatters = true;
  if (is_close || events_ % kMany == kMany - static_cast<int64_t>(kRemembered)) watches_for_ = kRemembered;
  if (watches_for_ == 0) return std::nullopt;
  if (IsCrowded(t, crossing, slots)) chatters = true;
  if (--watches_for_ == 0) noted_ = 0;
  if (!chatters) return std::nullopt;
  if (auto accumulation = AnyAccumulation()) return accumulation;
  return DescribeCycle(t);
}

void ChatteringDetector::NoteEffect() {
  for (const int32_t relation : fired_) flips_[static_cast<size_t>(relation)].last[0].has_effect = true;
}

bool ChatteringDetector::IsWithoutPace(double t) {
  if (++events_ % kMany != 0) return false;
  const bool is_without = t - time_of_many_ < kSpanOfMany * span_;
  time_of_many_ = t;
  return is_without;
}

// The relations that fired are known only since events began to hover or to follow each other closely.
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

bool ChatteringDetector::Hovers(Flips& flips, double t, double excursion, bool is_near) const {
  flips.hovering = is_near ? flips.hovering + 1 : 0;
  if (flips.hovering <= 1) flips.hovering_since = t;
  std::copy_backward(flips.last, flips.last + kFlips - 1, flips.last + kFlips);
  flips.last[0] = {t, excursion, false};
  ++flips.count;
  const double period = flips.last[0].time - flips.last[2].time;
  // A shorter period than that is all rounding: it neither continues a series nor ends one.
  const bool is_resolved = period > kResolved * std::numeric_limits<double>::epsilon() * std::abs(t);
  if (is_resolved) Continue(flips);
  // At this pace there would be no end. What vibrates within its zone for a while is no harm.
  return flips.hovering >= kHoveringFlips && (t - flips.hovering_since) * kHoveringInAll < flips.hovering * span_;
}

// After the end of a series anything may come, for a while the rest of it.
void ChatteringDetector::Continue(Flips& flips) {
  const double t = flips.last[0].time, period = t - flips.last[2].time;
  Series& series = flips.series;
  if (t - series.end > kAfterwards * (series.end - series.begin)) series = {};
  flips.continuing = flips.count >= kFlips && ContinuesSeries(flips) ? flips.continuing + 1 : 0;
  if (flips.continuing == 0 || flips.continuing < std::min(series.continued, kContinuing)) return;
  const double factor = period / (flips.last[2].time - flips.last[4].time);
  const double begin =
      flips.continuing > series.continued && series.continued > 0 ? series.begin : flips.last[kFlips - 1].time;
  series = {flips.continuing, factor, begin, t + period * factor / (1 - factor)};
}

// All of the last cycle is smaller than the one before, by a ratio like that between the two before.
bool ChatteringDetector::ContinuesSeries(const Flips& flips) {
  const Flip* const f = flips.last;
  if (!f[1].has_effect && !f[2].has_effect) return false;
  const auto shrinks = [](double last, double before, double first) {
    if (!(last > 0 && before > 0 && first > 0)) return false;
    const double ratio = last / before, ratio_before = before / first;
    return ratio < 1 && std::abs(ratio - ratio_before) <= kSteady * (1 - ratio);
  };
  const auto period = [f](int k) { return f[2 * k].time - f[2 * k + 2].time; };
  const auto excursion = [f](int k) { return std::max(f[2 * k].excursion, f[2 * k + 1].excursion); };
  const auto speed = [&](int k) { return excursion(k) / period(k); };
  const auto part_shrinks = [&](int k) {
    const double part = f[k].time - f[k + 1].time;
    return part < f[k + 2].time - f[k + 3].time || part < kNoPartOf * period(0);
  };
  return shrinks(period(0), period(1), period(2)) && shrinks(excursion(0), excursion(1), excursion(2)) &&
         part_shrinks(0) && part_shrinks(1) && speed(0) <= (1 + kNoPartOf) * speed(1);
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

std::optional<std::string> ChatteringDetector::AnyAccumulation() const {
  for (size_t back = 0; back < std::min(noted_, kRemembered); ++back) {
    for (const auto& [relation, after] : Past(back).relations) {
      if (auto accumulation = Accumulation(relation, kContinuing)) return accumulation;
    }
  }
  return std::nullopt;
}

// The periods of flips to the same side shrink geometrically, by q: t + period (q + q^2 + ...) is their limit.
std::optional<std::string> ChatteringDetector::Accumulation(int32_t index, int32_t least) const {
  const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
  const Flips& flips = flips_[static_cast<size_t>(index)];
  const auto& [continued, factor, begin, end] = flips.series;
  const double period = flips.last[0].time - flips.last[2].time;
  if (continued < least || end > flips.last[0].time + std::max(period, kCrowdedSpan * span_)) return std::nullopt;
  return fmt::format(
      "events accumulate: the time between them falls by the factor {:.4g} from one to the next, and infinitely many "
      "of them end at t = {:.9g} s\n"
      "  relation    {} ({})\n"
      "  hint: the equations say nothing about what comes after that time; give the model a mode of rest that ends the "
      "events, for instance one that begins when the speed after an impact is below a limit",
      factor, end, relation.text, relation.place);
}

std::string ChatteringDetector::DescribeCycle(double t) const {
  bool in_relations = false;
  const size_t known = std::min(noted_, kRemembered);
  for (size_t back = 0; back < known; ++back) {
    in_relations = in_relations || !Past(back).relations.empty() || !Past(back).held.empty();
  }
  if (!in_relations) {
    return fmt::format(
        "time events without progress: {} of them in a span of {:.3g} s\n  hint: check the interval of "
        "each `sample`, and what sets the next time in a `when time >= ...`",
        known, t - Past(known - 1).time);
  }
  const char* hint =
      "\n  hint: on both sides of the switching point the model drives back towards it; give the element a mode of "
      "its own there (as friction has Stuck), a hysteresis, or a smooth transition";
  if (const size_t length = CycleLength(); length > 0) {
    const double before = Past(length).time;
    std::string text = fmt::format("events follow each other without progress, in a cycle of {} that takes {:.3g} s",
                                   length, t - before);
    for (size_t k = 0; k < std::min(length, kMaxNamed); ++k) {
      text += Describe(Past(length - 1 - k), k == 0 ? "first" : "then");
    }
    if (length > kMaxNamed) text += fmt::format("\n  ...         {} more", length - kMaxNamed);
    return text + hint;
  }
  std::vector<int32_t> relations;
  for (size_t back = 0; back < known; ++back) {
    for (const auto& [index, after] : Past(back).relations) relations.push_back(index);
  }
  std::sort(relations.begin(), relations.end());
  relations.erase(std::unique(relations.begin(), relations.end()), relations.end());
  std::string text = "events follow each other without progress, switching back and forth";
  for (size_t k = 0; k < std::min(relations.size(), kMaxNamed); ++k) {
    const RelationInfo& relation = program_.relations[relations[k]];
    text += fmt::format("\n  relation    {} ({})", relation.text, relation.place);
  }
  if (relations.size() > kMaxNamed) text += fmt::format("\n  ...         {} more", relations.size() - kMaxNamed);
  return text + hint;
}

}  // namespace stiction::runtime
