// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/operand_ranges.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/events/locate/crossing.h"
#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/series/polynomial_roots.h"
#include "runtime/support/append.h"
#include "runtime/support/lanes.h"

namespace stiction::runtime {
namespace {

constexpr int32_t kLongestRun = 32;  // of operands that are measured if one of them is watched

}  // namespace

OperandRanges::OperandRanges(ContinuousSystem& system, WatchedRelations& watched)
    : system_(system), watched_(watched) {}

// The operands of all relations, watched or not, in the order in which the kernel has them.
void OperandRanges::FindOperands() {
  found_operands_ = true;
  const std::vector<RelationInfo>& relations = system_.program().relations;
  const std::vector<int32_t>&left = system_.LeftIndices(), &right = system_.RightIndices();
  std::vector<int32_t> varying, held;
  const auto is_watchable = [&](size_t i) { return relations[i].kind == RelationInfo::Kind::kState; };
  for (size_t i = 0; i < relations.size(); ++i) {
    if (!is_watchable(i)) continue;
    const auto relation = static_cast<int32_t>(i);
    (system_.LeftState(relation) == ContinuousSystem::kHeldOperand ? held : varying).push_back(left[i]);
    (system_.RightState(relation) == ContinuousSystem::kHeldOperand ? held : varying).push_back(right[i]);
  }
  for (std::vector<int32_t>* list : {&varying, &held}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::vector<int32_t> run_of;  // by position
  for (const int32_t index : varying) {
    const auto position = static_cast<int32_t>(run_of.size());
    if (runs_.empty() || runs_.back().index + runs_.back().count != index || runs_.back().count == kLongestRun) {
      runs_.push_back({index, position, 0});
    }
    ++runs_.back().count;
    run_of.push_back(static_cast<int32_t>(runs_.size()) - 1);
  }
  first_held_ = static_cast<int32_t>(run_of.size());
  for (const int32_t index : held) {
    held_operands_.push_back({index, static_cast<int32_t>(run_of.size())});
    run_of.push_back(-1);
  }
  const auto position_in = [](const std::vector<int32_t>& list, int32_t index) {
    return static_cast<int32_t>(std::lower_bound(list.begin(), list.end(), index) - list.begin());
  };
  const auto position_of = [&](int32_t index, int32_t state) {
    if (state != ContinuousSystem::kHeldOperand) return position_in(varying, index);
    return static_cast<int32_t>(varying.size()) + position_in(held, index);
  };
  for (size_t i = 0; i < relations.size(); ++i) {
    const auto relation = static_cast<int32_t>(i);
    left_position_.push_back(is_watchable(i) ? position_of(left[i], system_.LeftState(relation)) : 0);
    right_position_.push_back(is_watchable(i) ? position_of(right[i], system_.RightState(relation)) : 0);
    Sides& sides = sides_.emplace_back();
    if (!is_watchable(i)) continue;
    sides.left_run = run_of[static_cast<size_t>(left_position_.back())];
    sides.right_run = run_of[static_cast<size_t>(right_position_.back())];
    sides.is_computed =
        std::min(system_.LeftState(relation), system_.RightState(relation)) == ContinuousSystem::kComputedOperand;
  }
  index_of_ = varying;
  if (StateSeries* const series = system_.Series()) {
    const SeriesDefects& defects = series->of_kernel().defects();
    for (size_t i = 0; i < varying.size(); ++i) {
      if (defects.MayHave(varying[i])) with_defect_.push_back(static_cast<int32_t>(i));
    }
  }
  for (Values* values : {&begin_, &end_, &radius_, &low_, &high_}) values->assign(run_of.size(), 0.0);
  least_.assign(run_of.size(), kInfinity);
  most_.assign(run_of.size(), -kInfinity);
  outside_.resize(run_of.size() + kLanes);
  for (Values* values : {&extent_low_, &extent_high_}) values->resize(run_of.size() + kLanes);
  is_stale_.resize(run_of.size());
  stale_.resize(run_of.size() + 1);
  watched_at_.resize(run_of.size());
  FindRelationsAt(run_of.size());
}

void OperandRanges::FindRelationsAt(size_t position_count) {
  const std::vector<RelationInfo>& relations = system_.program().relations;
  const auto for_each = [&](const auto& visit) {
    for (size_t i = 0; i < relations.size(); ++i) {
      if (relations[i].kind != RelationInfo::Kind::kState || sides_[i].IsPair()) continue;
      for (const int32_t position : {left_position_[i], right_position_[i]}) visit(i, static_cast<size_t>(position));
    }
  };
  relations_begin_.assign(position_count + 1, 0);
  for_each([&](size_t i, size_t position) {
    ++relations_begin_[position + 1];
    if (static_cast<int32_t>(position) < first_held_) sides_[i].bounded = static_cast<int32_t>(position);
  });
  std::partial_sum(relations_begin_.begin(), relations_begin_.end(), relations_begin_.begin());
  relations_at_.resize(static_cast<size_t>(relations_begin_.back()));
  std::vector<int32_t> next = relations_begin_;
  for_each([&](size_t i, size_t position) {
    relations_at_[static_cast<size_t>(next[position]++)] = static_cast<int32_t>(i);
  });
}

void OperandRanges::Count(int32_t relation, int32_t by) {
  const Sides& sides = SidesOf(relation);
  if (sides.is_computed) watched_computed_ += by;
  if (sides.bounded >= 0) watched_at_[static_cast<size_t>(sides.bounded)] += by;
  if (sides.IsPair()) {
    by > 0 ? pairs_.push_back(relation) : static_cast<void>(std::erase(pairs_, relation));
  }
  for (const int32_t run : {sides.left_run, sides.right_run}) {
    if (run >= 0) runs_[static_cast<size_t>(run)].watched += by;
  }
}

void OperandRanges::Begin(const StepSeries& series) {
  if (seen_restarts_ == watched_.restarts()) return;
  Prepare();
  for (const Held& held : held_operands_) {
    const auto position = static_cast<size_t>(held.position);
    const double value = series.coefficients[0][held.index];
    if (begin_[position] == value) continue;
    for (const int32_t relation : RelationsAt(position)) {
      const int32_t varying = SidesOf(relation).bounded;
      if (varying >= 0) NoteExtremes(static_cast<size_t>(varying));
    }
    begin_[position] = end_[position] = value;
    for (const int32_t relation : RelationsAt(position)) Concern(relation);
  }
  const bool saw_the_one_before = seen_restarts_ != 0 && seen_restarts_ + 1 == watched_.restarts();
  seen_restarts_ = watched_.restarts();
  if (saw_the_one_before) {
    for (const int32_t relation : watched_.added()) Count(relation, 1);
    for (const int32_t relation : watched_.removed()) Count(relation, -1);
    for (const std::vector<int32_t>* relations : {&watched_.added(), &watched_.removed()}) {
      for (const int32_t relation : *relations) Concern(relation);
    }
    return;
  }
  all_are_stale_ = true;
  pairs_.clear();
  watched_computed_ = 0;
  for (Run& run : runs_) run.watched = 0;
  std::fill(watched_at_.begin(), watched_at_.end(), 0);
  for (const int32_t relation : watched_.relations()) Count(relation, 1);
}

void OperandRanges::Concern(const std::vector<int32_t>* concerned) {
  if (!found_operands_) return;
  all_are_stale_ = all_are_stale_ || concerned == nullptr;
  if (concerned == nullptr) return;
  for (const int32_t relation : *concerned) Concern(relation);
}

// Where it decides on low_ and high_.
void OperandRanges::Concern(int32_t relation) {
  const int32_t position = SidesOf(relation).bounded;
  if (position < 0) return;
  char& is_stale = is_stale_[static_cast<size_t>(position)];
  stale_[stale_count_] = position;
  stale_count_ += is_stale == 0 ? 1 : 0;
  is_stale = 1;
}

void OperandRanges::UpdateRanges() {
  if (all_are_stale_) {
    for (size_t position = 0; position < static_cast<size_t>(first_held_); ++position) UpdateRange(position);
  }
  for (size_t i = 0; i < stale_count_; ++i) {
    const auto position = static_cast<size_t>(stale_[i]);
    is_stale_[position] = 0;
    if (!all_are_stale_) UpdateRange(position);
  }
  stale_count_ = 0;
  all_are_stale_ = false;
}

// An armed relation bounds one side, and ends before its zone: an event there disarms it. One that is not may go either
// way within its zone, as if it were armed there. Without branches: which is which is hard to foresee.
void OperandRanges::UpdateRange(size_t position) {
  double low = -kInfinity, high = kInfinity;
  for (const int32_t relation : RelationsAt(position)) {
    const int32_t k = watched_.PositionOf(relation);
    if (k < 0) continue;
    const auto i = static_cast<size_t>(relation), at = static_cast<size_t>(k);
    const bool is_left = left_position_[i] == static_cast<int32_t>(position);
    const int32_t sides[] = {left_position_[i], right_position_[i]};
    const double side = begin_[static_cast<size_t>(sides[is_left ? 1 : 0])];
    const bool is_armed = watched_.armed()[at] != 0, may_fall = is_left == (watched_.sign()[at] > 0);
    const double zone = std::max(watched_.zone_factor() * std::fabs(side), watched_.zone_floor()[at]);
    const double rooms[] = {zone, -zone};
    const double room = rooms[is_armed ? 1 : 0];
    const double highs[] = {high, std::min(high, side + room)}, lows[] = {low, std::max(low, side - room)};
    high = highs[!is_armed | may_fall ? 1 : 0];
    low = lows[!is_armed | !may_fall ? 1 : 0];
  }
  low_[position] = low;
  high_[position] = high;
}

LeadingTerms OperandRanges::TermsOf(size_t position) const {
  LeadingTerms terms = {begin_[position], 0, 0, 0, 0, radius_[position]};
  const auto index = static_cast<size_t>(index_of_[position]);
  const size_t last = std::min(terms.size() - 2, static_cast<size_t>(series_->order));
  for (size_t k = 1; k <= last; ++k) {
    terms[k] = powers_[k] * series_->coefficients[k][index];
    terms.back() -= std::fabs(terms[k]);
  }
  terms.back() = std::max(terms.back(), 0.0);
  return terms;
}

template <class Visit>
void OperandRanges::ForRelationsOf(size_t position, const Visit& visit) const {
  for (const int32_t relation : RelationsAt(position)) {
    const int32_t k = watched_.PositionOf(relation);
    if (k < 0) continue;
    const auto i = static_cast<size_t>(relation);
    const bool is_left = left_position_[i] == static_cast<int32_t>(position);
    visit(static_cast<size_t>(k), is_left,
          begin_[static_cast<size_t>(is_left ? right_position_[i] : left_position_[i])]);
  }
}

// @param extent where the value is in the part of the step that is looked at
void OperandRanges::LookAtRelationsOf(size_t position, const Extent& extent, std::optional<size_t> placed) {
  NoteExtremes(position);
  ForRelationsOf(position, [&](size_t k, bool is_left, double side) {
    if (k == placed) return;
    const bool rises = is_left == (watched_.sign()[k] > 0);  // g with the value
    TakeIfUnclear(
        k, rises ? Extent{extent.low - side, extent.high - side} : Extent{side - extent.high, side - extent.low});
  });
}

void OperandRanges::LookAtPair(int32_t relation, double s) {
  const auto k = static_cast<size_t>(watched_.PositionOf(relation)), i = static_cast<size_t>(relation);
  LeadingTerms terms = TermsOf(static_cast<size_t>(left_position_[i]));
  const LeadingTerms right = TermsOf(static_cast<size_t>(right_position_[i]));
  const double sign = watched_.sign()[k];
  for (size_t n = 0; n + 1 < terms.size(); ++n) terms[n] = sign * (terms[n] - right[n]);
  terms.back() += right.back();
  watched_.NoteExcursion(k, std::fabs(terms.front()));
  TakeIfUnclear(k, ExtentWithin(terms, s));
}

// @param g of the relation in the part of the step that is looked at; may be not finite
void OperandRanges::TakeIfUnclear(size_t k, const Extent& g) {
  const auto i = static_cast<size_t>(watched_.relations()[k]);
  const ZeroCrossing begin =
      MeasureOne(begin_[static_cast<size_t>(left_position_[i])], begin_[static_cast<size_t>(right_position_[i])],
                 watched_.sign()[k], watched_.zone_factor(), watched_.zone_floor()[k]);
  ArmIfBeyond(k, begin.value, begin.zone);
  const bool is_quiet = watched_.armed()[k] == 0 && g.high <= begin.zone && g.low >= -begin.zone;
  const bool is_clear = g.high <= 0 || is_quiet;
  if (!is_clear) Append(suspects_, k);
}

// How far its relations have been from their ties since the last time.
void OperandRanges::NoteExtremes(size_t position) {
  if (!(least_[position] <= most_[position])) return;
  ForRelationsOf(position, [&](size_t k, bool, double side) {
    watched_.NoteExcursion(k, std::max(side - least_[position], most_[position] - side));
  });
  least_[position] = kInfinity;
  most_[position] = -kInfinity;
}

void OperandRanges::NoteExtremesOf(int32_t relation) {
  if (!found_operands_) return;
  const int32_t position = SidesOf(relation).bounded;
  if (position >= 0) NoteExtremes(static_cast<size_t>(position));
}

void OperandRanges::ArmWithin(size_t k) {
  watched_.ArmWithin(k);
  Concern(watched_.relations()[k]);
}

// What their series lack may take operands out of their ranges as well.
void OperandRanges::AddDefects(DenseOutput& step, Found& outside) {
  const std::span<const int32_t> found{outside.numbers, outside.count};
  for (const int32_t of : with_defect_) {
    const auto position = static_cast<size_t>(of);
    if (watched_at_[position] == 0 && pairs_.empty()) continue;
    const double defect = step.Defect(index_of_[position]);
    if (!(defect > 0 && std::isfinite(defect))) continue;
    const double radius = radius_[position] += defect;
    const bool is_inside = begin_[position] - radius >= low_[position] && begin_[position] + radius <= high_[position];
    if (!is_inside && std::ranges::find(found, of) == found.end()) outside.numbers[outside.count++] = of;
  }
}

void OperandRanges::Measure(DenseOutput& step, const double* powers) {
  const StepSeries& series = *step.Series();
  series_ = &series;
  powers_ = powers;
  UpdateRanges();
  Found outside{outside_.data()};
  for (const Run& run : runs_) {
    if (run.watched == 0) continue;
    MeasureSeries(series.coefficients, series.order, powers, static_cast<size_t>(run.index),
                  static_cast<size_t>(run.count), static_cast<size_t>(run.position), Ranges(), outside);
  }
  if (!with_defect_.empty()) AddDefects(step, outside);
  outside_count_ = outside.count;
}

// Where the parabola through its ends, the last of which is outside of its range, leaves it, as a part of the step.
double OperandRanges::SoonestOf(size_t position) const {
  const double slope = powers_[1] * series_->coefficients[1][index_of_[position]];
  const double begin = begin_[position], end = end_[position], low = low_[position], high = high_[position];
  return end > high ? RootOfParabola(begin - high, slope, end - high) : RootOfParabola(low - begin, -slope, low - end);
}

double OperandRanges::SoonestOfPair(int32_t relation) const {
  const auto i = static_cast<size_t>(relation), k = static_cast<size_t>(watched_.PositionOf(relation));
  const auto left = static_cast<size_t>(left_position_[i]), right = static_cast<size_t>(right_position_[i]);
  const double sign = watched_.sign()[k], end = sign * (end_[left] - end_[right]);
  if (!(end > 0)) return 1;
  const double slope =
      powers_[1] * (series_->coefficients[1][index_of_[left]] - series_->coefficients[1][index_of_[right]]);
  return RootOfParabola(sign * (begin_[left] - begin_[right]), sign * slope, end);
}

std::optional<size_t> OperandRanges::Likely() const {
  const bool is_only = outside_count_ == 1 && pairs_.empty();
  double soonest = 1;
  int32_t likely = -1;
  for (size_t i = 0; i < outside_count_; ++i) {
    const auto position = static_cast<size_t>(outside_[i]);
    const bool ends_outside = end_[position] > high_[position] || end_[position] < low_[position];
    if (!ends_outside) continue;
    const double s = is_only ? 0 : SoonestOf(position);
    if (!(s < soonest)) continue;
    for (const int32_t relation : RelationsAt(position)) {
      const int32_t k = watched_.PositionOf(relation);
      if (k < 0) continue;
      const auto left = static_cast<size_t>(left_position_[static_cast<size_t>(relation)]);
      const auto right = static_cast<size_t>(right_position_[static_cast<size_t>(relation)]);
      if (!(watched_.sign()[static_cast<size_t>(k)] * (end_[left] - end_[right]) > 0)) continue;
      soonest = s;
      likely = k;
    }
  }
  for (const int32_t relation : pairs_) {
    const double s = SoonestOfPair(relation);
    if (!(s < soonest)) continue;
    soonest = s;
    likely = watched_.PositionOf(relation);
  }
  return likely < 0 ? std::nullopt : std::optional(static_cast<size_t>(likely));
}

void OperandRanges::LookAtOutside(double s, std::optional<size_t> placed) {
  if (outside_count_ == 1) {
    const auto position = static_cast<size_t>(outside_[0]);
    return LookAtRelationsOf(position, ExtentWithin(TermsOf(position), s), placed);
  }
  FindExtents(series_->coefficients, series_->order, powers_, index_of_.data(), Ranges(),
              {outside_.data(), outside_count_}, s, extent_low_.data(), extent_high_.data());
  for (size_t i = 0; i < outside_count_; ++i) {
    const auto position = static_cast<size_t>(outside_[i]);
    const bool is_inside = extent_low_[i] >= low_[position] && extent_high_[i] <= high_[position];
    if (!is_inside) LookAtRelationsOf(position, {extent_low_[i], extent_high_[i]}, placed);
  }
}

// Whether it alone bounds the only value that may leave its range.
bool OperandRanges::IsAllOutside(size_t k) const {
  const int32_t position = SidesOf(watched_.relations()[k]).bounded;
  return outside_count_ == 1 && outside_[0] == position && watched_at_[static_cast<size_t>(position)] == 1;
}

const std::vector<size_t>& OperandRanges::Suspects(double s, std::optional<size_t> placed) {
  suspects_.clear();
  if (placed && IsAllOutside(*placed)) {
    NoteExtremes(static_cast<size_t>(outside_[0]));
  } else {
    LookAtOutside(s, placed);
  }
  for (const int32_t relation : pairs_) LookAtPair(relation, s);
  return suspects_;
}

void OperandRanges::NoteMiddle() {
  for (size_t i = 0; i < outside_count_; ++i) {
    const auto position = static_cast<size_t>(outside_[i]);
    const Extent middle = ExtentAt(TermsOf(position), 0.5);
    least_[position] = std::min(least_[position], middle.high);
    most_[position] = std::max(most_[position], middle.low);
  }
}

[[gnu::noinline]] void OperandRanges::TakeReadersOf(int32_t position, std::vector<int32_t>& relations) const {
  for (const int32_t relation : RelationsAt(static_cast<size_t>(position))) Append(relations, relation);
}

void OperandRanges::FindSuspects(const double* values, std::vector<int32_t>& relations) {
  UpdateRanges();
  relations.clear();
  for (const int32_t relation : pairs_) Append(relations, relation);
  Found outside{outside_.data()};
  for (const Run& run : runs_) {
    if (run.watched == 0) continue;
    FindOutside(values + run.index, Ranges(), static_cast<size_t>(run.position), static_cast<size_t>(run.count),
                outside);
  }
  for (size_t i = 0; i < outside.count; ++i) TakeReadersOf(outside_[i], relations);
  for (const Held& held : held_operands_) {
    if (values[held.index] != begin_[static_cast<size_t>(held.position)]) TakeReadersOf(held.position, relations);
  }
}

void OperandRanges::TakeEnd(double t, ZeroCrossingSample& sample) {
  watched_.TakeFrom(end_.data(), left_position_.data(), right_position_.data(), t, sample);
}

double OperandRanges::ZoneOf(int32_t relation) const {
  const auto i = static_cast<size_t>(relation);
  const auto left = static_cast<size_t>(left_position_[i]), right = static_cast<size_t>(right_position_[i]);
  const auto k = static_cast<size_t>(watched_.PositionOf(relation));
  return MeasureOne(begin_[left], begin_[right], 1, watched_.zone_factor(), watched_.zone_floor()[k]).zone;
}

}  // namespace stiction::runtime
