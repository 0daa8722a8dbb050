// SPDX-License-Identifier: BSD-3-Clause
// Strategies for the case that no configuration agrees with itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "runtime/mixed/strategies.h"
#include "runtime/program/operands.h"
#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

// Rounding errors of a solution, relative to its largest value: what a difference of two of its values may be off by.
constexpr double kRoundings = 64;
constexpr double kRounding = kRoundings * std::numeric_limits<double>::epsilon();

/// The discrete variables remember, by pre(...) of one that has changed, that a relation has let go: the next pass of
/// the event iteration decides.
bool Remembers(MixedProblem& problem) {
  const Program& program = problem.context().program;
  const BlockCode& block = problem.block();
  const double* const slots = problem.slots();
  if (problem.context().IsInitial(slots)) return false;
  std::unordered_set<Slot> read;
  for (int32_t i = block.discrete.begin; i < block.discrete.end; ++i) {
    ForEachRead(program, program.code[static_cast<size_t>(i)], [&](Slot operand) { read.insert(operand); });
  }
  const std::unordered_set<Slot> targets(block.discrete_targets.begin(), block.discrete_targets.end());
  return std::any_of(program.pres.begin(), program.pres.end(), [&](const PreInfo& pre) {
    return targets.contains(pre.variable) && slots[pre.variable] != slots[pre.pre] && read.contains(pre.pre);
  });
}

/// All that contradicts the trial just made does so by less than kSmallJump.
bool MissesLittle(MixedSearch& search, const Trial& trial) {
  const MixedStructure& structure = search.structure();
  return trial.is_admissible && std::all_of(trial.inconsistent.begin(), trial.inconsistent.end(), [&](size_t k) {
           return k < structure.relation_count() && !structure.IsDiscrete(k) &&
                  RelativeGap(structure.relation(k), search.problem().slots()) <= kSmallJump;
         });
}

}  // namespace

bool TakeTied(MixedSearch& search) {
  if (!search.memory().tied) return false;
  search.Try(*search.memory().tied);
  return true;
}

bool TakeWithinRounding(MixedSearch& search) {
  if (search.memory().misses.empty()) return false;
  const Trial& trial = search.Try(Configuration(search.memory().misses.front().configuration));
  if (!trial.is_admissible) return false;
  MixedProblem& problem = search.problem();
  const double* const slots = problem.slots();
  const std::unordered_set<Slot>& varying = search.structure().varying();
  const std::vector<Slot>& unknowns = problem.block().unknowns;
  const Eigen::VectorXd errors = problem.real().RoundingErrors(problem.slots());
  double largest = 0;
  for (const Slot slot : varying) largest = std::max(largest, std::fabs(slots[slot]));
  const auto error_of = [&](Slot slot) {
    const auto found = std::find(unknowns.begin(), unknowns.end(), slot);
    const double by_size = varying.contains(slot) && std::isfinite(largest) ? kRounding * largest : 0.0;
    return found == unknowns.end() ? by_size : std::max(by_size, kRoundings * errors[found - unknowns.begin()]);
  };
  std::vector<AcceptedRounding> accepted;
  for (const size_t k : trial.inconsistent) {
    if (k >= search.structure().relation_count()) return false;
    const RelationInfo& relation = search.structure().relation(k);
    const double gap = std::fabs(slots[relation.left] - slots[relation.right]);
    if (relation.kind != RelationInfo::Kind::kState || !(gap <= error_of(relation.left) + error_of(relation.right)))
      return false;
    accepted.push_back({problem.block().relations[k], gap});
  }
  std::vector<AcceptedRounding>& all = problem.context().accepted_roundings;
  all.insert(all.end(), accepted.begin(), accepted.end());
  return true;
}

bool LetGo(MixedSearch& search) {
  if (!search.memory().released) return false;
  const Trial& trial = search.Try(*search.memory().released);
  return trial.is_admissible && Remembers(search.problem()) &&
         std::all_of(trial.inconsistent.begin(), trial.inconsistent.end(),
                     [&](size_t k) { return search.memory().jumps.contains(k); });
}

bool TakeSmallJump(MixedSearch& search) {
  if (search.memory().misses.empty()) return false;
  const Miss nearest = search.memory().misses.front();
  const Configuration implied = search.Try(nearest.configuration).implied;
  // The other side of the jump has to be as near.
  if (!MissesLittle(search, search.Try(implied)) || !MissesLittle(search, search.Try(nearest.configuration)))
    return false;
  const RelationInfo& relation = search.structure().relation(nearest.worst);
  search.problem().context().Note(fmt::format(
      "the law jumps by less than a millionth where {} ({}) switches, and no mode agrees inside of the jump: it "
      "switches that much later",
      relation.text, relation.place));
  return true;
}

}  // namespace stiction::runtime
