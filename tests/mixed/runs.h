// SPDX-License-Identifier: BSD-3-Clause
// Runs of random mixed problems and their tallies.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/model/system_solver.h"
#include "tests/mixed/problem.h"

namespace stiction::test {

struct MixedTally {
  long problems = 0;
  long unsolved = 0;  // no answer
  long wrong = 0;     // an answer that violates the conditions, or is not that of brute force
  long peaks = 0;     // problems in which elements hold more than they rub with
  long not_least =
      0;             // of those: answers in which more elements than necessary let go, or one that need not stop stops
  double worst = 0;  // largest violation
  runtime::SolveStatistics layers;
  std::string failures;  // the first few, a line each

  void Add(const MixedTally& other);
  void Note(const std::string& failure);
  /// One line: counts per layer.
  std::string Line() const;
};

/// Conditions hold to this, relatively.
constexpr double kMixedTolerance = 1e-9;

/// Problems of 2 to 8 elements (or of `size`), all families in turn, at solver level; every third one with peaks.
/// @param by_force also against brute force: up to 5 elements without peaks, up to 8 with
MixedTally RunSolver(uint64_t seed, long count, Eigen::Index size = 0, bool by_force = true);
/// The same as Modelica text, compiled and simulated for a moment in this process, by each method and form in turn.
MixedTally RunText(uint64_t seed, long count, Eigen::Index size = 0);

/// Elements with peaks that stick under loads that grow until the first of them lets go: it does so at its instant,
/// alone if that is consistent, else with as few others as possible. As Modelica text, by each method and form in turn.
MixedTally RunGrowingLoads(uint64_t seed, long count);

}  // namespace stiction::test
