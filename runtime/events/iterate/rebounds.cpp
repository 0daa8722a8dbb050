// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/rebounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

constexpr double kAhead[] = {0.1, 1};  // of the time since the last flip: so far a rate is looked for
constexpr double kFarAhead = 1e6;      // likewise: what has not moved at all until then is at rest
constexpr double kDefinite = 8;        // ties
constexpr double kJumped = 0.5;        // of where it is then: a jump to there
constexpr double kOffTie = 1e-3;       // of the jump: what is nearer may be a tie
constexpr double kSawTooth = 2;        // zones: a reinit that went further back is no rebound
constexpr double kOfItself = 10;       // zones: who has been so far away is armed without being sharp
constexpr double kSmall = 1e5;         // zones: the tolerance does not see rebounds to there as they are,
constexpr double kStepsOfSmall = 200;  // but so many steps do
// Of t: where impacts come so fast, rounding errors decide which way they go.
constexpr double kNumericEnd = 1e4 * std::numeric_limits<double>::epsilon();
constexpr double kMinShrinking = 1e-4;  // of flights, from one to the next
constexpr double kMinPeriod = 256;      // units of the last place of t

}  // namespace

Rebounds::Rebounds(const Program& program, ContinuousSystem& system, CrossingSearch& search, double start)
    : program_(program),
      system_(system),
      search_(search),
      gap_before_(program.relations.size()),
      here_(program.relations.size()),
      flipped_(program.relations.size(), start),
      flight_(program.relations.size(), 0),
      returned_(program.relations.size(), 0),
      x_(program.states.size()),
      slope_(program.states.size()),
      ahead_(program.states.size()) {}

bool Rebounds::IsOfStates(int32_t relation) const {
  return std::min(system_.LeftState(relation), system_.RightState(relation)) != ContinuousSystem::kComputedOperand;
}

Rebounds::Sides Rebounds::SidesOf(int32_t relation, const double* x, const IndicatorValues& at) const {
  const auto side = [&](int32_t state, int32_t index) { return state >= 0 ? x[state] : at.values[index]; };
  return {side(system_.LeftState(relation), at.left[relation]), side(system_.RightState(relation), at.right[relation])};
}

void Rebounds::NoteLeftLimit() {
  system_.GetStates(x_.data());
  const IndicatorValues at = system_.Indicators();
  for (size_t i = 0; i < gap_before_.size(); ++i) {
    if (program_.relations[i].kind != RelationInfo::Kind::kState) continue;
    gap_before_[i] = SidesOf(static_cast<int32_t>(i), x_.data(), at).gap();
  }
}

void Rebounds::Follow(double t, const Crossing& fired, bool has_reinit) {
  double shortest = kInfinity, next = kInfinity, excursion = kInfinity;
  for (const int32_t relation : fired.relations) {
    double& flipped = flipped_[static_cast<size_t>(relation)];
    const double flight = t - flipped;
    flipped = t;
    if (flight < shortest) {
      shortest = flight;
      double& before = flight_[static_cast<size_t>(relation)];
      if (has_reinit) next = flight * (before > 0 ? std::clamp(flight / before, kMinShrinking, 1.0) : 1);
      if (has_reinit) before = flight;
    }
    const double over_zone = search_.ExcursionOverZone(relation);
    excursion = std::min(excursion, over_zone);
    if (over_zone > kOfItself) search_.Sharpen(relation, false);
  }
  if (!has_reinit) return;
  system_.Refresh();
  system_.GetStates(x_.data());
  if (system_.Derivatives(t, x_.data(), slope_.data()) || system_.EvaluateIndicators(t, x_.data())) {
    return system_.tape().ClearFailure();
  }
  const IndicatorValues at = system_.Indicators();
  for (size_t i = 0; i < here_.size(); ++i) {
    if (program_.relations[i].kind == RelationInfo::Kind::kState)
      here_[i] = SidesOf(static_cast<int32_t>(i), x_.data(), at);
  }
  SharpenJumped();
  since_last_ = shortest;
  bool any = false;
  for (const int32_t index : fired.relations) {
    const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
    const Sides& here = here_[static_cast<size_t>(index)];
    const double held = system_.slots()[relation.value];
    std::erase_if(returning_, [&](const Returning& other) { return other.relation == index; });
    const double zone = search_.ZoneAt(index, here.left, here.right);
    const bool is_near = FlipDirection(relation, held != 0) * here.gap() >= -kSawTooth * zone;
    const Motion motion = is_near ? MotionOf(index, t, here) : Motion::kOn;
    const bool returns = motion == Motion::kBack;
    // A relation that returned the last time and now is not known to go on may be too slow to be seen.
    char& returned = returned_[static_cast<size_t>(index)];
    const bool is_lost = motion == Motion::kUnknown || shortest < kNumericEnd * std::abs(t);
    if (returns || (returned != 0 && is_lost)) returning_.push_back({index, held, t});
    returned = returns ? 1 : 0;
    search_.Sharpen(index, returns);
    any = any || returns;
  }
  if (!any) return;
  if (excursion < kSmall) next /= kStepsOfSmall;
  step_ = std::max(next, kMinPeriod * std::numeric_limits<double>::epsilon() * std::abs(t));
  since_ = t;
}

// A state that a reinit has put beside its tie is there, however near.
void Rebounds::SharpenJumped() {
  for (size_t i = 0; i < here_.size(); ++i) {
    if (program_.relations[i].kind != RelationInfo::Kind::kState) continue;
    const Sides& here = here_[i];
    const double size = std::abs(here.gap()), jump = std::abs(here.gap() - gap_before_[i]);
    const auto relation = static_cast<int32_t>(i);
    if (jump <= kDefinite * TieWidth(here.left, here.right) || jump < kJumped * size) continue;
    search_.Sharpen(relation, size >= kOffTie * jump && size <= search_.ZoneAt(relation, here.left, here.right));
  }
}

// Direction in which a relation that has just flipped moves, as far as the rates at t tell.
Rebounds::Motion Rebounds::MotionOf(int32_t relation, double t, const Sides& here) {
  const RelationInfo& info = program_.relations[static_cast<size_t>(relation)];
  const double sign = FlipDirection(info, system_.slots()[info.value] != 0);
  if (IsOfStates(relation)) {
    const auto slope = [&](int32_t state) { return state >= 0 ? slope_[static_cast<size_t>(state)] : 0.0; };
    const bool rises = sign * (slope(system_.LeftState(relation)) - slope(system_.RightState(relation))) > 0;
    return rises ? Motion::kBack : Motion::kOn;
  }
  right_limit_.assign(system_.slots(), system_.slots() + program_.initial_slots.size());
  Motion motion = Motion::kUnknown;
  const auto rise_in = [&](double ahead) -> std::optional<double> {
    for (size_t i = 0; i < x_.size(); ++i) ahead_[i] = x_[i] + ahead * slope_[i];
    if (ahead == 0 || system_.EvaluateIndicators(t + ahead, ahead_.data())) return std::nullopt;
    return sign * (SidesOf(relation, ahead_.data(), system_.Indicators()).gap() - here.gap());
  };
  for (const double part : kAhead) {
    const auto rise = motion == Motion::kUnknown ? rise_in(part * since_last_) : std::nullopt;
    if (!rise) break;
    if (std::abs(*rise) > kDefinite * TieWidth(here.left, here.right)) motion = *rise > 0 ? Motion::kBack : Motion::kOn;
  }
  if (motion == Motion::kUnknown && rise_in(kFarAhead * since_last_) == 0.0) motion = Motion::kOn;
  system_.tape().ClearFailure();
  std::ranges::copy(right_limit_, system_.slots());
  system_.SetPoint(t, x_.data());
  return motion;
}

std::optional<Rebounds::Loss> Rebounds::FindLoss(double t, const double* x) {
  const auto value_of = [&](const Returning& one) {
    return system_.slots()[program_.relations[static_cast<size_t>(one.relation)].value];
  };
  std::erase_if(returning_, [&](const Returning& one) { return value_of(one) != one.held; });
  if (returning_.empty()) return std::nullopt;
  const bool of_states =
      std::ranges::all_of(returning_, [&](const Returning& one) { return IsOfStates(one.relation); });
  if (!of_states && system_.EvaluateIndicators(t, x)) {
    system_.tape().ClearFailure();
    return std::nullopt;
  }
  const IndicatorValues at = system_.Indicators();
  for (const auto& [index, held, time] : returning_) {
    const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
    const Sides sides = SidesOf(index, x, at);
    if (!search_.IsWatched(index)) continue;
    if (FlipDirection(relation, held != 0) * sides.gap() >= -search_.ZoneAt(index, sides.left, sides.right)) continue;
    return Loss{index, time,
                fmt::format("events accumulate: after a reinit {} had to become {}, but came back before that could be "
                            "seen; infinitely many of them end at t = {:.9g} s\n"
                            "  relation    {} ({})\n"
                            "  hint: give the model a mode of rest that begins when the speed after an impact is below "
                            "a limit",
                            relation.text, held != 0 ? "false" : "true", time, relation.text, relation.place)};
  }
  return std::nullopt;
}

}  // namespace stiction::runtime
