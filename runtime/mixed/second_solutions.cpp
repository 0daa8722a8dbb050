// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/second_solutions.h"

#include <fmt/format.h>

#include <utility>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {
namespace {

/// Calls `see` with each configuration that differs from one in one position, while it returns true.
template <class See>
bool AllNeighbours(const Configuration& of, const See& see) {
  Configuration other = of;
  for (size_t k = 0; k < of.size(); ++k) {
    other[k] = of[k] != 0 ? 0 : 1;
    if (!see(other, k)) return false;
    other[k] = of[k];
  }
  return true;
}

/// The determinants of all modes next to the one found have one sign, as far as that is found without solving in them.
/// @post the solution stands in the slots
bool HasOneOrientationAround(MixedProblem& problem, const Configuration& found) {
  const int orientation = problem.real().orientation();
  const std::vector<double> written = problem.Written();
  const bool is_same = AllNeighbours(
      found, [&](const Configuration& other, size_t) { return problem.OrientationIn(other) == orientation; });
  problem.Restore(written);
  return is_same;
}

/// The same by solving in each; tells the user of a second solution.
bool LookAround(MixedSearch& search, const Configuration& found) {
  SolveContext& context = search.problem().context();
  const SolveStatistics solves = context.statistics;
  const int orientation = search.last().orientation;
  bool is_same_orientation = true, is_found_again = true;
  AllNeighbours(found, [&](const Configuration& other, size_t k) {
    const Trial& trial = search.Try(other);
    is_found_again = false;
    if (trial.orientation == orientation) return true;
    is_same_orientation = false;
    if (!trial.is_consistent() || trial.orientation == 0) return true;
    const RelationInfo& relation = search.structure().relation(k);
    context.Note(fmt::format(
        "the equations have several solutions: {} ({}) may be true or false; the side it was on before was kept\n"
        "  cause       self-locking (Painleve): a force of the loop raises its own load more than it balances it",
        relation.text, relation.place));
    return false;
  });
  if (!is_found_again) search.Try(found);
  context.statistics = solves;
  return is_same_orientation;
}

}  // namespace

void SecondSolutions::LookFor(MixedSearch& search) {
  if (lookouts_ == 0) return;
  search.problem().block().unknowns.empty() ? LookForOtherValues(search) : LookForOtherModes(search);
}

void SecondSolutions::LookForOtherModes(MixedSearch& search) {
  constexpr size_t kMaxRelations = 4;
  MixedProblem& problem = search.problem();
  if (!search.structure().can_be_followed() || search.structure().relation_count() > kMaxRelations) return;
  if (search.last().status != RealStatus::kSolved) return;
  const Configuration found = problem.current();
  std::vector<double> coefficients = ValuesOf(search.structure().coefficients(), problem.slots());
  // The same matrices as at an earlier look, which all had one orientation: no right-hand side has two solutions.
  bool is_first = true;
  for (const Look& look : same_orientation_) {
    if (look.configuration != found) continue;
    if (look.coefficients == coefficients) return;
    is_first = false;
  }
  const bool is_same_orientation = HasOneOrientationAround(problem, found) || LookAround(search, found);
  if (is_same_orientation) same_orientation_.push_back({found, std::move(coefficients)});
  // An element looks once for each mode without losing one of the looks at varying coefficients.
  if (!is_first || !is_same_orientation) --lookouts_;
}

void SecondSolutions::LookForOtherValues(MixedSearch& search) {
  constexpr size_t kMaxVariables = 8;
  constexpr double kStarts[] = {0, 1, -1000, 1000};  // false and true; Integers on either side of usual thresholds
  MixedProblem& problem = search.problem();
  const std::vector<Slot>& variables = problem.block().discrete_targets;
  if (!problem.block().held.empty() || variables.size() + search.structure().relation_count() > kMaxVariables) return;
  --lookouts_;
  double* const slots = problem.slots();
  const Configuration found = problem.current();
  const std::vector<double> written = problem.Written(), taken = ValuesOf(variables, slots);
  bool has_others = false;
  const auto settles_elsewhere = [&](const Configuration& configuration) {
    search.Begin(slots);
    has_others = has_others || (search.Try(configuration).is_consistent() && ValuesOf(variables, slots) != taken);
    problem.Restore(written);
  };
  for (const Slot variable : variables) {
    for (const double value : kStarts) {
      slots[variable] = value;
      settles_elsewhere(found);
    }
  }
  AllNeighbours(found, [&](const Configuration& other, size_t) {
    settles_elsewhere(other);
    return true;
  });
  if (!has_others) return;
  lookouts_ = 0;
  std::string text =
      "several values of the discrete variables satisfy their equations; those that follow from the values before were "
      "taken";
  SolveContext& context = problem.context();
  for (const int32_t equation : problem.block().equations) text += "\n  in " + Describe(context.program, equation);
  context.Note(text + "\n  hint: break the loop of these equations with pre(...) of one of the variables");
}

}  // namespace stiction::runtime
