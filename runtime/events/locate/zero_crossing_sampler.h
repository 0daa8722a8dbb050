// SPDX-License-Identifier: BSD-3-Clause
// Zero-crossing functions of watched relations at times inside a step, computed from the states of its dense output.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Computes samples for a search, with as little of the system as each needs.
class ZeroCrossingSampler {
 public:
  ZeroCrossingSampler(ContinuousSystem& system, const WatchedRelations& watched);

  /// A sample of all watched relations.
  /// @param scope the relations in question: where one of them has flipped, the system may have failed
  /// @returns false on an error, which is in `result`
  bool TakeAll(const DenseOutput& step, double t, const WatchedRelations::Positions& scope, ZeroCrossingSample& sample,
               CrossingResult& result);

  /// g of relation k alone, from its part of the system. @returns false on an error, which is in `result`
  bool TakeOne(const DenseOutput& step, double t, size_t k, ZeroCrossing& g, CrossingResult& result);

  /// A sample of `wanted` only, likewise.
  bool TakePart(const DenseOutput& step, double t, const WatchedRelations::Positions& wanted,
                ZeroCrossingSample& sample, CrossingResult& result);

 private:
  /// Computes the operands of relation k alone; made when first wanted.
  SystemKernel& KernelOf(size_t k);
  bool FindOperands(const DenseOutput& step, double t, size_t k, ContinuousSystem::Operands& operands);

  ContinuousSystem& system_;
  const WatchedRelations& watched_;
  std::vector<std::unique_ptr<SystemKernel>> kernel_of_;  // by relation
  std::vector<int64_t> kernel_is_of_;                     // the restart for which it was refreshed, likewise
  std::vector<double> x_;
};

}  // namespace stiction::runtime
