// Runs of random mixed problems and their tallies.
#pragma once

#include <cstdint>
#include <string>

#include "runtime/solve/system_solver.h"
#include "tests/mixed/problem.h"

namespace stiction::test {

struct MixedTally {
  long problems = 0;
  long unsolved = 0;  // no answer
  long wrong = 0;     // an answer that violates the conditions, or is not that of brute force
  double worst = 0;   // largest violation
  runtime::SolveStatistics layers;
  std::string first_failure;

  void Add(const MixedTally& other);
  /// One line: counts per layer.
  std::string Line() const;
};

/// Conditions hold to this, relatively.
constexpr double kMixedTolerance = 1e-9;

/// Problems of 2 to 8 elements (or of `size`), all families in turn, at solver level.
/// @param by_force up to 5 elements also against brute force
MixedTally RunSolver(uint64_t seed, long count, Eigen::Index size = 0, bool by_force = true);
/// The same as Modelica text, compiled and initialised in this process.
MixedTally RunText(uint64_t seed, long count, Eigen::Index size = 0);

}  // namespace stiction::test
