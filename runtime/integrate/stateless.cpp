// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/stateless.h"

#include <algorithm>
#include <cmath>

namespace stiction::runtime {

std::optional<IntegrationFailure> Stateless::Reset(double t) {
  previous_time_ = time_ = t;
  h_ = 0;
  system_.Refresh();
  if (auto error = system_.EvaluateIndicators(t, nullptr)) return IntegrationFailure{std::move(error), {}};
  return std::nullopt;
}

std::optional<IntegrationFailure> Stateless::Step(double limit) {
  if (h_ == 0) h_ = std::max(1e-6 * std::min(limit - time_, longest_step_), 1e-12 * std::abs(time_));
  const double h = std::min(h_, longest_step_);
  // A remainder too short to be a step of its own belongs to this one.
  const double t = time_ + h * 1.01 >= limit ? limit : time_ + h;
  if (auto error = system_.EvaluateIndicators(t, nullptr)) return IntegrationFailure{std::move(error), {}};
  previous_time_ = time_;
  time_ = t;
  h_ = 5 * h;
  ++steps_;
  return std::nullopt;
}

}  // namespace stiction::runtime
