// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/step_demand.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>
#include <vector>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {
namespace {

constexpr double kSmallStep = 16 * DBL_EPSILON;  // of t
constexpr size_t kMaxEquations = 3;

// Of a loop all equations, for each may be the one.
std::string DescribeEquationsOf(const Program& program, Slot derivative) {
  for (const BlockCode& block : program.continuous_system.blocks) {
    const auto target = std::ranges::find(block.targets, derivative);
    const auto number = static_cast<size_t>(target - block.targets.begin());
    if (target != block.targets.end() && number < block.equations.size())
      return "\n  in " + Describe(program, block.equations[number]);
    if (std::ranges::find(block.unknowns, derivative) == block.unknowns.end() &&
        std::ranges::find(block.inner, derivative) == block.inner.end()) {
      continue;
    }
    std::string text;
    for (size_t i = 0; i < std::min(block.equations.size(), kMaxEquations); ++i)
      text += "\n  in " + Describe(program, block.equations[i]);
    return text;
  }
  return {};
}

}  // namespace

std::string DescribeStepDemand(ContinuousSystem& system, double t, const double* x, std::span<const double> sizes) {
  const Program& program = system.program();
  const size_t nx = program.states.size();
  if (nx == 0) return {};
  std::vector<double> slope(nx), slope_ahead(nx), ahead(nx);
  if (system.Derivatives(t, x, slope.data())) return {};
  const double step = kSmallStep * std::abs(t);
  for (size_t i = 0; i < nx; ++i) ahead[i] = x[i] + step * slope[i];
  const bool fails = system.DerivativesUnchecked(t + step, ahead.data(), slope_ahead.data()).has_value();
  // Relative to where the state is and to how it has grown; a derivative that bends in so short a time counts first.
  size_t worst = 0;
  double largest = -1;
  for (const bool bends : {true, false}) {
    if (largest > 0 || (bends && fails)) continue;
    for (size_t i = 0; i < nx; ++i) {
      const double change = std::abs(bends ? slope_ahead[i] - slope[i] : slope[i]);
      const double size = std::max(std::abs(x[i]), sizes.empty() ? 1 : sizes[i]);
      const double demand = std::isnan(change) ? HUGE_VAL : change / size;
      if (demand > largest) {
        largest = demand;
        worst = i;
      }
    }
  }
  return fmt::format("\n  state       {} = {:.6g}, which changes by {:.3g} per second", program.states[worst].name,
                     x[worst], slope[worst]) +
         DescribeEquationsOf(program, program.states[worst].derivative);
}

}  // namespace stiction::runtime
