// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/watched_relations.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/program/relation.h"
#include "runtime/support/append.h"

namespace stiction::runtime {

WatchedRelations::WatchedRelations(ContinuousSystem& system, RelationScales& scales)
    : system_(system), scales_(scales) {
  const size_t count = system.program().relations.size();
  for (Values* values : {&armed_of_, &reach_of_, &excursion_of_, &sign_, &armed_, &reach_, &excursion_, &zone_floor_}) {
    values->assign(count, 0.0);
  }
  position_of_.assign(count, -1);
  is_sharp_.assign(count, 0);
  above_.resize(count);
  for (std::vector<int32_t>* relations : {&relations_, &added_}) relations->reserve(count);
  for (size_t i = 0; i < count; ++i) {
    if (system.program().relations[i].keeps_off_tie) off_ties_.push_back(static_cast<int32_t>(i));
  }
}

double WatchedRelations::SignOf(int32_t index) const {
  const RelationInfo& relation = system_.program().relations[static_cast<size_t>(index)];
  return FlipDirection(relation, system_.slots()[relation.value] != 0);
}

void WatchedRelations::Add(int32_t relation) {
  const auto i = static_cast<size_t>(relation);
  if (position_of_[i] >= 0 || system_.program().relations[i].kind != RelationInfo::Kind::kState) return;
  const size_t k = relations_.size();
  position_of_[i] = static_cast<int32_t>(k);
  Append(relations_, relation);
  Append(added_, relation);
  sign_[k] = SignOf(relation);
  armed_[k] = armed_of_[i];
  reach_[k] = reach_of_[i];
  excursion_[k] = excursion_of_[i];
  zone_floor_[k] = scales_.FloorOf(relation);
}

// The last one takes its place.
void WatchedRelations::Remove(int32_t relation) {
  const auto i = static_cast<size_t>(relation);
  if (position_of_[i] < 0) return;
  const auto k = static_cast<size_t>(std::exchange(position_of_[i], -1));
  scales_.Note(relation, excursion_[k]);
  armed_of_[i] = armed_[k];
  reach_of_[i] = reach_[k];
  excursion_of_[i] = excursion_[k];
  const size_t last = relations_.size() - 1;
  if (k != last) {
    relations_[k] = relations_[last];
    position_of_[static_cast<size_t>(relations_[k])] = static_cast<int32_t>(k);
    for (Values* values : {&sign_, &armed_, &reach_, &excursion_, &zone_floor_}) (*values)[k] = (*values)[last];
  }
  relations_.pop_back();
}

void WatchedRelations::Choose(const HeldChanges* changes) {
  const Program& program = system_.program();
  const double* const slots = system_.slots();
  ++restarts_;
  added_.clear();
  if (relevance_ == nullptr) {
    relevance_ = std::make_unique<Relevance>(program, slots);
    relevance_->Update(slots);
    for (size_t i = 0; i < program.relations.size(); ++i) {
      if (relevance_->IsRelevant(static_cast<int32_t>(i))) Add(static_cast<int32_t>(i));
    }
    system_.WatchFor(&relations_);
  } else {
    if (changes == nullptr) {
      relevance_->Update(slots);
    } else {
      relevance_->Update(slots, *changes);
    }
    for (const int32_t relation : relevance_->changed()) {
      relevance_->IsRelevant(relation) ? Add(relation) : Remove(relation);
    }
    if (changes == nullptr) {
      for (size_t k = 0; k < relations_.size(); ++k) sign_[k] = SignOf(relations_[k]);
    } else {
      for (const int32_t relation : changes->relations) {
        const int32_t k = position_of_[static_cast<size_t>(relation)];
        if (k >= 0) sign_[static_cast<size_t>(k)] = SignOf(relation);
      }
    }
  }
}

void WatchedRelations::FindBehindGates(const std::vector<int32_t>& relations, std::vector<int32_t>& behind) const {
  behind.clear();
  for (const int32_t relation : relations) {
    for (const int32_t other : relevance_->BehindGate(relation)) {
      if (!relevance_->IsRelevant(other)) Append(behind, other);
    }
  }
}

void WatchedRelations::Resize(ZeroCrossingSample& sample) const {
  if (sample.g.size() == sign_.size()) return;
  for (Values* values : {&sample.g, &sample.tie, &sample.zone}) values->resize(sign_.size());
}

void WatchedRelations::Copy(const Positions& scope, const ZeroCrossingSample& from, ZeroCrossingSample& to) {
  to.t = from.t;
  to.is_refined = from.is_refined;
  to.held = from.held;
  for (auto member : {&ZeroCrossingSample::g, &ZeroCrossingSample::tie, &ZeroCrossingSample::zone}) {
    (to.*member).resize((from.*member).size());
    for (const size_t k : scope) (to.*member)[k] = (from.*member)[k];
  }
}

void WatchedRelations::Take(double t, ZeroCrossingSample& sample) const {
  const IndicatorValues at = system_.Indicators();
  sample.t = t;
  sample.is_refined = false;
  sample.held.clear();
  Resize(sample);
  MeasureFrom(at.values, at.left, at.right, relations_.data(), sign_.data(), zone_factor(), zone_floor_.data(),
              relations_.size(), sample.g.data(), sample.tie.data(), sample.zone.data());
  const Program& program = system_.program();
  for (size_t i = 0; i < program.held.size(); ++i) {
    if (at.values[at.current[i]] != system_.slots()[program.held[i].value] &&
        std::find(muted_.begin(), muted_.end(), static_cast<int32_t>(i)) == muted_.end()) {
      sample.held.push_back(static_cast<int32_t>(i));
    }
  }
}

void WatchedRelations::Measure(size_t k, double left, double right, ZeroCrossingSample& sample) const {
  const ZeroCrossing g = MeasureOne(left, right, sign_[k], zone_factor(), zone_floor_[k]);
  sample.g[k] = g.value;
  sample.tie[k] = g.tie;
  sample.zone[k] = g.zone;
}

bool WatchedRelations::AnyFlipped(const Positions& scope, const ZeroCrossingSample& sample) const {
  return !sample.held.empty() || std::ranges::any_of(scope, [&](size_t k) { return HasFlipped(sample, k); });
}

size_t WatchedRelations::CountFlipped(const Positions& scope, const ZeroCrossingSample& sample) const {
  return static_cast<size_t>(std::ranges::count_if(scope, [&](size_t k) { return HasFlipped(sample, k); }));
}

Crossing WatchedRelations::CrossingAt(const Positions& scope, const ZeroCrossingSample& sample) const {
  Crossing crossing;
  crossing.time = sample.t;
  crossing.held = sample.held;
  for (const size_t k : scope) {
    if (HasFlipped(sample, k)) crossing.relations.push_back(relations_[k]);
  }
  std::sort(crossing.relations.begin(), crossing.relations.end());
  return crossing;
}

void WatchedRelations::Accept(const Positions& scope, const ZeroCrossingSample& sample) {
  for (const size_t k : scope) {
    excursion_[k] = std::max(excursion_[k], std::fabs(sample.g[k]));
    if (sample.g[k] >= -sample.zone[k]) continue;
    armed_[k] = 1;
    reach_[k] = 0;
  }
}

void WatchedRelations::AcceptAll(const ZeroCrossingSample& sample) {
  Advance(sample.g.data(), sample.zone.data(), relations_.size(), armed_.data(), excursion_.data());
  if (!any_reach_) return;
  any_reach_ = false;
  for (size_t k = 0; k < relations_.size(); ++k) {
    if (sample.g[k] < -sample.zone[k]) reach_[k] = 0;
    any_reach_ = any_reach_ || reach_[k] != 0;
  }
}

double WatchedRelations::Excursion(int32_t relation) const {
  const int32_t k = PositionOf(relation);
  return k < 0 ? 0 : excursion_[static_cast<size_t>(k)];
}

void WatchedRelations::Sharpen(int32_t relation, bool is_sharp) {
  if (IsSharp(relation) == is_sharp) return;
  is_sharp_[static_cast<size_t>(relation)] = is_sharp ? 1 : 0;
  is_sharp ? sharp_.push_back(relation) : static_cast<void>(std::erase(sharp_, relation));
}

void WatchedRelations::FindFired(const Crossing* last) {
  fired_.clear();
  for (size_t i = 0; last != nullptr && i < last->relations.size(); ++i) {
    const auto k = static_cast<size_t>(position_of_[static_cast<size_t>(last->relations[i])]);
    if (k < relations_.size()) Append(fired_, Fired{k, armed_[k], reach_[k]});
  }
  if (any_reach_) std::fill(reach_.begin(), reach_.end(), 0.0);
  for (const int32_t relation : added_) reach_[static_cast<size_t>(PositionOf(relation))] = 0;
  any_reach_ = false;
}

void WatchedRelations::PutOffFlipped(const ZeroCrossingSample& here) {
  for (size_t k = 0; k < relations_.size(); ++k) {
    if (HasFlipped(here, k)) PutOff(k, here, true);
  }
}

void WatchedRelations::PutOff(size_t k, const ZeroCrossingSample& here, bool again) {
  const double near = kNearTie * here.tie[k] / TieWidth(1, 0);  // of the operands
  reach_[k] = std::max(8 * here.g[k], again ? 2 * near : 0.0);
  armed_[k] = 1;
  any_reach_ = true;
}

void WatchedRelations::ArmFired(const ZeroCrossingSample& here) {
  for (const Fired& one : fired_) {
    const size_t k = one.k;
    const double g = here.g[k];
    const double size = here.tie[k] / TieWidth(1, 0);  // of the operands
    if (one.armed != 0 && g > 0 && g <= std::max(here.zone[k], kSmallJump * size)) {
      // Search and event iteration disagree in the last digits: stay armed, a little further out. If they do again, it
      // is a tie of the mixed solver, or a jump that it waits to pass; a few digits at a time would then bring the same
      // event again and again.
      PutOff(k, here, one.reach != 0);
      continue;
    }
    excursion_[k] = 0;
  }
}

void WatchedRelations::Learn(size_t k, const ZeroCrossingSample& here) {
  const double larger = here.tie[k] / kTieFactor, difference = std::fabs(here.g[k]);
  scales_.Note(relations_[k], std::max(larger, excursion_[k]));
  scales_.NoteSmaller(relations_[k], std::fabs(larger - difference));
  zone_floor_[k] = scales_.FloorOf(relations_[k]);
}

void WatchedRelations::NoteNoise(size_t k, double size) {
  scales_.NoteNoise(relations_[k], size);
  zone_floor_[k] = scales_.FloorOf(relations_[k]);
  if (excursion_[k] <= zone_floor_[k]) armed_[k] = reach_[k] = 0;
}

bool WatchedRelations::Arm(ZeroCrossingSample& here, const Crossing* last) {
  FindFired(last);
  for (size_t k = 0; k < relations_.size(); ++k) {
    Learn(k, here);
    here.zone[k] = std::max(here.zone[k], zone_floor_[k]);
  }
  const size_t above =
      Rearm(here.g.data(), here.zone.data(), relations_.size(), armed_.data(), excursion_.data(), above_.data());
  ArmFired(here);
  for (const int32_t relation : sharp_) {
    const int32_t k = PositionOf(relation);
    if (k >= 0) ArmSharp(static_cast<size_t>(k), here);
  }
  for (const int32_t relation : off_ties_) {
    const int32_t k = PositionOf(relation);
    if (k >= 0) armed_[static_cast<size_t>(k)] = 1;
  }
  bool has_flipped = !here.held.empty();
  for (size_t i = 0; i < above; ++i) has_flipped = has_flipped || HasFlipped(here, above_[i]);
  return has_flipped;
}

}  // namespace stiction::runtime
