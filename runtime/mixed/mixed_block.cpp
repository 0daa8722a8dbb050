// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_block.h"

#include <algorithm>
#include <utility>

#include "runtime/mixed/diagnosis.h"
#include "runtime/mixed/strategies.h"

namespace stiction::runtime {
namespace {

/// In the order in which they are tried, with the count that each adds to.
constexpr std::pair<Strategy, long SolveStatistics::*> kStrategies[] = {
    {FixedPointIteration, &SolveStatistics::fixed_point},
    {PrincipalPivoting, &SolveStatistics::pivoting},
    {TakeTied, &SolveStatistics::pivoting},
    {PathFollowing, &SolveStatistics::path_following},
    {SemismoothNewton, &SolveStatistics::path_following},
    {Enumeration, &SolveStatistics::enumeration},
    {TakeTied, &SolveStatistics::enumeration},
    {TakeWithinRounding, &SolveStatistics::enumeration},
    {LetGo, &SolveStatistics::path_following},
    {TakeSmallJump, &SolveStatistics::enumeration}};

}  // namespace

std::optional<SolveError> MixedBlock::Solve(double* slots) {
  MixedProblem& problem = search_.problem();
  SolveStatistics& statistics = problem.context().statistics;
  ++statistics.mixed_solves;
  problem.real().Forget();
  search_.Begin(slots);
  const auto* const found_by = std::find_if(std::begin(kStrategies), std::end(kStrategies),
                                            [&](const auto& strategy) { return strategy.first(search_); });
  const bool is_found = found_by != std::end(kStrategies);
  long SolveStatistics::*count = is_found ? found_by->second : &SolveStatistics::unsolved;
  if (is_found) count = FewestReleases(search_, count);
  statistics.mixed_trials += search_.memory().trials;
  ++(statistics.*count);
  if (!is_found) return WhyUnsolved(search_);
  if (search_.last().status == RealStatus::kLeastNorm) problem.real().NoteLeastNorm();
  others_.LookFor(search_);
  return std::nullopt;
}

}  // namespace stiction::runtime
