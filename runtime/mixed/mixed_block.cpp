// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {

MixedBlock::MixedBlock(SolveContext& context, const BlockCode& block)
    : context_(context), block_(block), search_(context, block) {}

std::optional<SolveError> MixedBlock::Solve(double* slots) {
  SolveStatistics& statistics = context_.statistics;
  ++statistics.mixed_solves;
  search_.real_part().Forget();
  search_.Begin(slots);
  std::optional<Layer> layer = FirstLayer();
  if (layer) layer = FewestReleases(*layer);
  statistics.mixed_trials += search_.trials();
  if (!layer) {
    ++statistics.unsolved;
    return search_.Error();
  }
  ++(statistics.*(*layer));
  if (search_.last_status() == RealStatus::kLeastNorm) search_.real_part().NoteLeastNorm();
  if (lookouts_ > 0) block_.unknowns.empty() ? LookForOtherValues() : LookForOthers();
  return std::nullopt;
}

std::optional<MixedBlock::Layer> MixedBlock::FirstLayer() {
  const auto take = [&](const std::optional<Configuration>& configuration) {
    if (!configuration) return false;
    search_.Try(*configuration);
    return true;
  };
  Configuration& from = from_;
  from = search_.start();
  Trial trial = search_.Try(from);
  const bool is_found = FixedPointIteration(search_, from, trial);
  search_.Recycle(std::move(trial));
  if (is_found) return &SolveStatistics::fixed_point;
  if (PrincipalPivoting(search_) || take(search_.tied())) return &SolveStatistics::pivoting;
  if (PathFollowing(search_)) return &SolveStatistics::path_following;
  if (Enumeration(search_) || take(search_.tied()) || search_.TakeWithinRounding())
    return &SolveStatistics::enumeration;
  if (LetsGo()) return &SolveStatistics::path_following;
  if (search_.TakeNearest()) return &SolveStatistics::enumeration;
  return std::nullopt;
}

bool MixedBlock::LetsGo() {
  if (!search_.released()) return false;
  const Trial trial = search_.Try(*search_.released());
  return trial.is_admissible && search_.Remembers() &&
         std::all_of(trial.inconsistent.begin(), trial.inconsistent.end(),
                     [&](size_t k) { return search_.jumps().contains(k); });
}

MixedBlock::Layer MixedBlock::FewestReleases(Layer found_by) {
  if (!search_.CanBeFollowed() || search_.elements().size() < 2) return found_by;
  Configuration found = search_.current();
  if (search_.ChangedElements(found) < 2 || search_.IsContinuous()) return found_by;
  if (found_by != &SolveStatistics::path_following && PathFromStart(search_)) {
    const Configuration in_order = search_.current();
    if (search_.ChangedElements(in_order) <= search_.ChangedElements(found)) {
      found = in_order;
      found_by = &SolveStatistics::path_following;
    }
  }
  if (EnumerationBelow(search_, search_.ChangedElements(found))) return &SolveStatistics::enumeration;
  search_.Try(found);
  return found_by;
}

void MixedBlock::LookForOthers() {
  constexpr size_t kMaxRelations = 4;
  if (!search_.CanBeFollowed() || search_.relation_count() > kMaxRelations) return;
  if (search_.last_status() != RealStatus::kSolved) return;
  const Configuration found = search_.current();
  // The same matrices as at an earlier look, which all had one orientation: no right-hand side has two solutions.
  bool is_first = true;
  for (const Look& look : same_orientation_) {
    if (look.configuration != found) continue;
    if (search_.HasCoefficients(look.coefficients)) return;
    is_first = false;
  }
  std::vector<double> coefficients = search_.Coefficients();
  const bool is_same_orientation = HasOneOrientationAround(found) || LookAround(found);
  if (is_same_orientation) same_orientation_.push_back({found, std::move(coefficients)});
  // An element looks once for each mode without losing one of the looks at varying coefficients.
  if (!is_first || !is_same_orientation) --lookouts_;
}

bool MixedBlock::HasOneOrientationAround(const Configuration& found) {
  const int orientation = search_.real_part().orientation();
  const std::vector<double> written = search_.Written();
  Configuration other = found;
  bool is_same = true;
  for (size_t k = 0; k < found.size() && is_same; ++k) {
    other[k] = found[k] != 0 ? 0 : 1;
    is_same = search_.OrientationIn(other) == orientation;
    other[k] = found[k];
  }
  search_.Restore(written);
  return is_same;
}

bool MixedBlock::LookAround(const Configuration& found) {
  const SolveStatistics solves = context_.statistics;
  bool is_same_orientation = true;
  const int orientation = search_.real_part().orientation();
  bool is_found_again = true;
  for (size_t k = 0; k < found.size(); ++k) {
    Configuration other = found;
    other[k] = other[k] != 0 ? 0 : 1;
    is_found_again = false;
    const bool is_consistent = search_.Try(other).is_consistent();
    if (search_.last_status() != RealStatus::kSolved || search_.real_part().orientation() != orientation)
      is_same_orientation = false;
    if (!is_consistent || search_.last_status() != RealStatus::kSolved ||
        search_.real_part().orientation() == orientation) {
      continue;
    }
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
    context_.Note(fmt::format(
        "the equations have several solutions: {} ({}) may be true or false; the side it was on before was kept\n"
        "  cause       self-locking (Painleve): a force of the loop raises its own load more than it balances it",
        relation.text, relation.place));
    break;
  }
  if (!is_found_again) search_.Try(found);
  context_.statistics = solves;
  return is_same_orientation;
}

void MixedBlock::LookForOtherValues() {
  constexpr size_t kMaxVariables = 8;
  constexpr double kStarts[] = {0, 1, -1000, 1000};  // false and true; Integers on either side of usual thresholds
  const std::vector<Slot>& variables = block_.discrete_targets;
  if (!block_.held.empty() || variables.size() + search_.relation_count() > kMaxVariables) return;
  --lookouts_;
  double* slots = search_.slots();
  const Configuration found = search_.current();
  const std::vector<double> written = search_.Written();
  const auto values = [&] {
    std::vector<double> of_variables;
    for (const Slot variable : variables) of_variables.push_back(slots[variable]);
    return of_variables;
  };
  const std::vector<double> taken = values();
  bool has_others = false;
  const auto settles_elsewhere = [&](const Configuration& configuration) {
    search_.Begin(slots);
    has_others = has_others || (search_.Try(configuration).is_consistent() && values() != taken);
    search_.Restore(written);
  };
  for (const Slot variable : variables) {
    for (const double value : kStarts) {
      slots[variable] = value;
      settles_elsewhere(found);
    }
  }
  for (size_t k = 0; k < found.size(); ++k) {
    Configuration other = found;
    other[k] = other[k] != 0 ? 0 : 1;
    settles_elsewhere(other);
  }
  if (!has_others) return;
  lookouts_ = 0;
  std::string text =
      "several values of the discrete variables satisfy their equations; those that follow from the values before were "
      "taken";
  for (const int32_t equation : block_.equations) text += "\n  in " + Describe(context_.program, equation);
  context_.Note(text + "\n  hint: break the loop of these equations with pre(...) of one of the variables");
}

}  // namespace stiction::runtime
