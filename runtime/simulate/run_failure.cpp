// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/run_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>
#include <vector>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {
namespace {

Reason ReasonOf(SolveFailure failure) {
  switch (failure) {
    case SolveFailure::kSingular:
      return Reason::kSingular;
    case SolveFailure::kNotConverged:
      return Reason::kNotConverged;
    case SolveFailure::kNotFinite:
      return Reason::kNotFinite;
    case SolveFailure::kMixedBlockUnsolved:
      return Reason::kMixedBlockUnsolved;
    case SolveFailure::kFunctionFailed:
      return Reason::kAssertion;
  }
  return Reason::kNotConverged;
}

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

// The state that changes most in a step below the last place of t, compared with its tolerance, and the equation of
// its derivative: lines for a message, "\n  state       x\n  in x = ... (file:1:2)".
// @param x states at t, nx
// @param sizes of the states, as their errors are measured; empty: 1
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

}  // namespace

bool RunFailure::Report(Reason reason, double t, const std::string& message) {
  report_.reason = reason;
  report_.message = fmt::format("simulation stopped at t = {:.12g} s: {}", t, message);
  return false;
}

bool RunFailure::Report(double t, const SolveError& error) {
  // The failure of the function that stopped the solution is the last one that the tape saw.
  const auto& of_function = system_.tape().failure();
  const bool is_external = error.failure == SolveFailure::kFunctionFailed && of_function && of_function->is_external;
  return Report(is_external ? Reason::kExternalFunctionFailed : ReasonOf(error.failure), t, error.message);
}

bool RunFailure::Report(double t, const EventFailure& failure) {
  return failure.error ? Report(t, *failure.error) : Report(Reason::kChattering, t, failure.message);
}

// The equation stands before the hint.
bool RunFailure::Report(double t, const IntegrationFailure& failure, Integrator& integrator) {
  if (failure.error) return Report(t, *failure.error);
  std::vector<double> x(system_.state_count());
  integrator.Interpolate(integrator.time(), x.data());
  const StateScales* const scales = integrator.scales();
  const std::span<const double> sizes = scales == nullptr ? std::span<const double>() : scales->sizes();
  std::string message = failure.message;
  message.insert(std::min(message.find("\n  hint: "), message.size()),
                 DescribeStepDemand(system_, integrator.time(), x.data(), sizes));
  return Report(Reason::kIntegrator, t, message);
}

}  // namespace stiction::runtime
