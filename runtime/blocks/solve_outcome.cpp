// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/solve_outcome.h"

namespace stiction::runtime {
namespace {

constexpr long SolveStatistics::*kCounts[] = {&SolveStatistics::linear_solves, &SolveStatistics::newton_iterations,
                                              &SolveStatistics::mixed_solves,  &SolveStatistics::fixed_point,
                                              &SolveStatistics::pivoting,      &SolveStatistics::path_following,
                                              &SolveStatistics::enumeration,   &SolveStatistics::least_norm,
                                              &SolveStatistics::unsolved,      &SolveStatistics::mixed_trials};

}  // namespace

SolveStatistics& SolveStatistics::operator-=(const SolveStatistics& other) {
#pragma GCC unroll 16
  for (long SolveStatistics::*count : kCounts) this->*count -= other.*count;
  return *this;
}

}  // namespace stiction::runtime
