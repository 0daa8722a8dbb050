#include "runtime/events/excess_sampler.h"

#include <cmath>
#include <utility>

namespace stiction::runtime {

ExcessSampler::ExcessSampler(ContinuousSystem& system, const WatchedRelations& watched)
    : system_(system),
      watched_(watched),
      kernel_of_(system.program().relations.size()),
      kernel_is_of_(system.program().relations.size()),
      x_(system.state_count()) {}

SystemKernel& ExcessSampler::KernelOf(size_t k) {
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

bool ExcessSampler::TakePart(const DenseOutput& step, double t, const WatchedRelations::Scope& wanted,
                             ExcessSample& sample, CrossingResult& result) {
  sample.t = t;
  sample.held.clear();
  watched_.Resize(sample);
  for (const size_t k : wanted) {
    if (const std::vector<int32_t>* const states = system_.StatesOfOperands(watched_.relations()[k])) {
      step.InterpolateSome(t, *states, x_.data());
      const auto operands = system_.OperandsAt(watched_.relations()[k], t, x_.data());
      if (!operands || !std::isfinite(operands->left - operands->right))
        return TakeAll(step, t, wanted, sample, result);
      watched_.Measure(k, operands->left, operands->right, sample);
      continue;
    }
    SystemKernel& kernel = KernelOf(k);
    step.InterpolateSome(t, kernel.states(), x_.data());
    const bool is_sound = system_.Run(kernel, t, x_.data());
    const double left = kernel.values()[kernel.wanted()[0]];
    const double right = kernel.values()[kernel.wanted()[1]];
    if (!is_sound || !std::isfinite(left - right)) return TakeAll(step, t, wanted, sample, result);
    watched_.Measure(k, left, right, sample);
  }
  return true;
}

bool ExcessSampler::TakeAll(const DenseOutput& step, double t, const WatchedRelations::Scope& scope,
                            ExcessSample& sample, CrossingResult& result) {
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
