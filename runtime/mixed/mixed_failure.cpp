// SPDX-License-Identifier: BSD-3-Clause
// Why a mixed search found no consistent configuration, in the words of the modeller.
#include <fmt/format.h>

#include "runtime/blocks/explain.h"
#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

std::string MixedSearch::NameOf(const Configuration& configuration) const {
  std::string holds;
  for (size_t k = 0; k < block_.relations.size(); ++k) {
    if (configuration[k] == 0) continue;
    if (!holds.empty()) holds += ", ";
    holds += context_.program.relations[static_cast<size_t>(block_.relations[k])].text;
  }
  return holds.empty() ? "none true" : holds;
}

// The modes that the nearest misses ask for come first: they are what is missing. What the search has found stays.
std::optional<MixedSearch::Rejected> MixedSearch::FindSingularMode() {
  constexpr size_t kMax = 64;
  if (block_.unknowns.empty()) return std::nullopt;
  const SolveStatistics statistics = context_.statistics;
  const std::vector<double> written = Written();
  RealPart real(context_, block_);
  const auto status_in = [&](const Configuration& configuration) {
    return Signature(configuration) ? real.Solve(slots_) : RealStatus::kSolved;
  };
  std::vector<Configuration> candidates;
  for (const Miss& miss : nearest_) {
    status_in(miss.configuration);
    Trial trial;
    Imply(miss.configuration, trial);
    candidates.push_back(std::move(trial.implied));
  }
  if (has_tried_) candidates.push_back(first_tried_);
  candidates.insert(candidates.end(), tried_.begin(), tried_.end());
  if (candidates.size() > kMax) candidates.resize(kMax);
  std::optional<Rejected> found;
  for (size_t k = 0; k < candidates.size() && !found; ++k) {
    const RealStatus status = status_in(candidates[k]);
    if (status == RealStatus::kSolved || status == RealStatus::kLeastNorm || !Signature(candidates[k])) continue;
    SingularMode mode = ExamineMode(context_, block_, slots_);
    if (mode.by != SingularBy::kNothing) found = Rejected{candidates[k], std::move(mode)};
  }
  context_.tape.ClearFailure();
  context_.statistics = statistics;
  Restore(written);
  return found;
}

bool MixedSearch::MustJump() const {
  if (nearest_.empty() || reached_limit_ || !block_.held.empty()) return false;
  for (size_t k = 0; k < block_.relations.size(); ++k) {
    if (IsDiscrete(k)) return false;
  }
  const bool are_both_sides_known = block_.relations.size() == 1 && nearest_.size() == 2 &&
                                    nearest_.front().configuration != nearest_.back().configuration;
  const bool has_one_orientation = !orientations_.zero && orientations_.positive != orientations_.negative;
  return are_both_sides_known || (block_.is_linear && has_one_orientation);
}

std::string MixedSearch::Cause(const std::optional<Rejected>& singular) const {
  const auto jump = [&](size_t position) {
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[position])];
    return fmt::format(
        "discontinuous law: the equations jump where {} ({}) switches, and no side of the jump agrees with its own "
        "value\n  hint: make the law continuous there, or let pre(...) of a discrete variable remember the side",
        relation.text, relation.place);
  };
  if (!jumps_.empty()) return jump(*jumps_.begin());
  const bool is_motion =
      !singular ||
      (singular->mode.by == SingularBy::kStructure &&
       (singular->mode.balance.quantity == Quantity::kUnknown || singular->mode.balance.quantity == Quantity::kMotion));
  if (admissible_count_ == 0 && rejection_ && rejection_->failure == SolveFailure::kSingular && is_motion)
    return kPrescribedMotion;
  if (orientations_.positive && orientations_.negative) return CauseOf({.by = SingularBy::kParameters});
  if (singular) return CauseOf(singular->mode);
  if (MustJump() && !was_redundant_) return jump(nearest_.front().worst);
  if (was_redundant_) {
    return "redundant: the forces are not unique, and no way of sharing the load that was tried keeps all of them "
           "within their limits\n  hint: remove one of the parallel elements or add a compliance between them";
  }
  return "search limit: the modes tried do not suffice to tell\n  hint: give start values near the solution, or add a "
         "compliance between the elements";
}

SolveError MixedSearch::Error() {
  const std::optional<Rejected> singular = FindSingularMode();
  const bool is_by_structure = singular && singular->mode.by == SingularBy::kStructure;
  if (rejection_ && admissible_count_ == 0 && rejection_->failure != SolveFailure::kSingular && !is_by_structure)
    return *rejection_;
  std::string relations;
  for (const int32_t index : block_.relations) {
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(index)];
    if (!relations.empty()) relations += ",\n              ";
    relations += fmt::format("{} ({})", relation.text, relation.place);
  }
  std::string text = fmt::format("no consistent mode for {} coupled relation{}", block_.relations.size(),
                                 block_.relations.size() == 1 ? "" : "s");
  if (block_.relations.empty() && block_.held.empty() && block_.discrete_targets.size() == block_.equations.size()) {
    text = "no values of the discrete variables satisfy their equations";
    for (const int32_t equation : block_.equations) text += "\n  in " + Describe(context_.program, equation);
    return {SolveFailure::kMixedBlockUnsolved,
            text + "\n  hint: break the loop of these equations with pre(...) of one of the variables"};
  }
  if (!relations.empty()) text += "\n  relations   " + relations;
  const size_t tried = tried_.size() + (has_tried_ ? 1 : 0);
  text += fmt::format("\n  tried       {} configuration{}{}", tried, tried == 1 ? "" : "s",
                      reached_limit_ ? ", not all there are" : "");
  for (const Miss& miss : nearest_) {
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[miss.worst])];
    text += fmt::format("\n  in          mode {{{}}}: the solution makes {} {}, by {:.2g}", NameOf(miss.configuration),
                        relation.text, miss.configuration[miss.worst] != 0 ? "false" : "true", miss.gap);
  }
  if (is_by_structure) {
    text += fmt::format("\n  rejected    mode {{{}}}: {}", NameOf(singular->configuration),
                        DescribeSingularity(context_.program, singular->mode));
  } else if (rejection_) {
    text += "\n  rejected    " + rejection_->message;
  }
  text += "\n  cause       " + Cause(singular);
  return {SolveFailure::kMixedBlockUnsolved, text};
}

}  // namespace stiction::runtime
