// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "runtime/mixed/strategies.h"

namespace stiction::runtime {
namespace {

constexpr double kJump = 1e-9;  // of a residual where a relation switches, relative to its terms

/// The law is continuous where the relations switch that are the `which`-th of their elements, counted from zero.
/// Relations that do not compare an unknown with a fixed threshold are passed over. Changes slots.
bool IsContinuousAt(MixedProblem& problem, size_t which) {
  const MixedStructure& structure = problem.structure();
  double* const slots = problem.slots();
  problem.context().tape.Run(problem.block().operands, slots);
  Eigen::VectorXd x = problem.real().unknowns(slots);
  Configuration one = problem.start(), other = problem.start();
  for (const std::vector<size_t>& element : structure.elements()) {
    if (which >= element.size()) continue;
    const size_t switches = element[which];
    const std::optional<Eigen::Index> unknown = structure.UnknownAtThreshold(switches);
    if (!unknown) continue;
    const auto [operand, threshold] = structure.VaryingAndFixed(switches);
    const double point = slots[threshold];
    x[*unknown] = point;
    // The other relations of the element as they are at this point; this one on both sides.
    for (const size_t k : element) {
      const auto [same, another] = structure.VaryingAndFixed(k);
      if (same != operand || structure.varying().contains(another) || slots[another] == point ||
          structure.IsDiscrete(k)) {
        continue;
      }
      one[k] = other[k] = structure.ValueAt(k, point, slots);
    }
    one[switches] = 0;
    other[switches] = 1;
  }
  const auto residual_in = [&](Configuration& configuration) {
    return problem.Enter(configuration, x) ? problem.real().ResidualAt(slots, x) : std::nullopt;
  };
  const std::optional<Eigen::VectorXd> before = residual_in(one);
  const std::optional<Eigen::VectorXd> after = before ? residual_in(other) : std::nullopt;
  if (!after) return true;
  return problem.real().IsNothing(slots, *after - *before, *before, kJump);
}

/// The equations of both sides agree wherever a relation switches.
bool IsContinuous(MixedProblem& problem) {
  const std::vector<double> written = problem.Written();
  size_t most = 0;
  for (const std::vector<size_t>& element : problem.structure().elements()) most = std::max(most, element.size());
  bool is_continuous = true;
  for (size_t which = 0; which < most && is_continuous; ++which) is_continuous = IsContinuousAt(problem, which);
  problem.Restore(written);
  return is_continuous;
}

}  // namespace

long SolveStatistics::*FewestReleases(MixedSearch& search, long SolveStatistics::*found_by) {
  const MixedStructure& structure = search.structure();
  const auto released = [&](const Configuration& in) { return search.problem().ElementsThatLeft(in); };
  if (!structure.can_be_followed() || structure.elements().size() < 2) return found_by;
  Configuration found = search.problem().current();
  if (found == search.start() || released(found) < 2 || IsContinuous(search.problem())) return found_by;
  if (found_by != &SolveStatistics::path_following && PathFromStart(search)) {
    const Configuration in_order = search.problem().current();
    if (released(in_order) <= released(found)) {
      found = in_order;
      found_by = &SolveStatistics::path_following;
    }
  }
  if (EnumerationBelow(search, released(found))) return &SolveStatistics::enumeration;
  search.Try(found);
  return found_by;
}

}  // namespace stiction::runtime
