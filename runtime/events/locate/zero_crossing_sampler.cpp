// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/zero_crossing_sampler.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction::runtime {

ZeroCrossingSampler::ZeroCrossingSampler(ContinuousSystem& system, const WatchedRelations& watched)
    : system_(system),
      watched_(watched),
      kernel_of_(system.program().relations.size()),
      kernel_is_of_(system.program().relations.size()),
      x_(system.state_count()) {}

SystemKernel& ZeroCrossingSampler::KernelOf(size_t k) {
  const auto i = static_cast<size_t>(watched_.relations()[k]);
  std::unique_ptr<SystemKernel>& kernel = kernel_of_[i];
  if (!kernel) {
    const RelationInfo& relation = system_.program().relations[i];
    kernel = system_.MakeKernel({relation.left, relation.right});
  } else if (kernel_is_of_[i] != watched_.restarts()) {
    kernel->Refresh(system_.slots());
  }
  kernel_is_of_[i] = watched_.restarts();
  return *kernel;
}

// @returns whether they are finite
bool ZeroCrossingSampler::FindOperands(const DenseOutput& step, double t, size_t k,
                                       ContinuousSystem::Operands& operands) {
  const int32_t relation = watched_.relations()[k];
  if (const SystemKernel::Part* const part = system_.PartOfOperands(relation)) {
    step.InterpolateSome(t, part->states, x_.data());
    const auto found = system_.OperandsAt(relation, *part, t, x_.data());
    if (!found) return false;
    operands = *found;
  } else {
    SystemKernel& kernel = KernelOf(k);
    step.InterpolateSome(t, kernel.states(), x_.data());
    if (!system_.Run(kernel, t, x_.data())) return false;
    operands = {kernel.values()[kernel.wanted()[0]], kernel.values()[kernel.wanted()[1]]};
  }
  return std::isfinite(operands.left - operands.right);
}

bool ZeroCrossingSampler::TakeOne(const DenseOutput& step, double t, size_t k, ZeroCrossing& g,
                                  CrossingResult& result) {
  ContinuousSystem::Operands operands;
  if (FindOperands(step, t, k, operands)) {
    g = MeasureOne(operands.left, operands.right, watched_.sign()[k], watched_.zone_factor(), watched_.zone_floor()[k]);
    return true;
  }
  ZeroCrossingSample sample;
  if (!TakeAll(step, t, {k}, sample, result)) return false;
  g = {sample.g[k], sample.tie[k], sample.zone[k]};
  return true;
}

bool ZeroCrossingSampler::TakePart(const DenseOutput& step, double t, const WatchedRelations::Positions& wanted,
                                   ZeroCrossingSample& sample, CrossingResult& result) {
  sample.t = t;
  sample.held.clear();
  watched_.Resize(sample);
  for (const size_t k : wanted) {
    ContinuousSystem::Operands operands;
    if (!FindOperands(step, t, k, operands)) return TakeAll(step, t, wanted, sample, result);
    watched_.Measure(k, operands.left, operands.right, sample);
  }
  return true;
}

bool ZeroCrossingSampler::TakeAll(const DenseOutput& step, double t, const WatchedRelations::Positions& scope,
                                  ZeroCrossingSample& sample, CrossingResult& result) {
  step.Interpolate(t, x_.data());
  auto error = system_.EvaluateIndicators(t, x_.data());
  watched_.Take(t, sample);
  // Beyond a flip the held branch may not be computable (sqrt(x) while x > 0): the flip is what counts.
  if (!error || watched_.AnyFlipped(scope, sample)) return true;
  result.error = std::move(error);
  result.error_time = t;
  return false;
}

}  // namespace stiction::runtime
