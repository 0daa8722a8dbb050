// SPDX-License-Identifier: BSD-3-Clause
// A search for a consistent configuration: the problem, and what the trials made so far have shown.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "runtime/mixed/mixed_problem.h"

namespace stiction::runtime {

/// A configuration that was solved but contradicts itself.
struct Miss {
  Configuration configuration;
  size_t worst = 0;  // the relation missed most
  double gap = 0;    // by this
};

struct SearchMemory {
  long trials = 0;
  std::optional<Configuration> tied;      // the first all of whose contradictions are ties within kNearTie
  std::optional<Configuration> released;  // see PathFollowing: where relations have left the jump they were kept on
  std::set<size_t> jumps;                 // relations at which a path saw the law jump
  std::vector<Miss> misses;               // the few nearest, least gap first
  // For the diagnosis, of the trials that were not consistent:
  std::vector<Configuration> tried;  // some of them again
  bool has_admissible = false;
  bool was_redundant = false;                             // a singular one that could be solved
  bool positive = false, negative = false, zero = false;  // signs of determinants that occurred, 0: singular
  std::optional<SolveError> rejection;                    // of the first that could not be solved
  bool reached_limit = false;                             // a strategy gave up after as many trials as it may make
};

class MixedSearch {
 public:
  MixedSearch(SolveContext& context, const BlockCode& block) : problem_(context, block) {}

  /// Starts anew, see MixedProblem.
  void Begin(double* slots);
  /// A trial, noted. @returns it, until the next one
  const Trial& Try(const Configuration& configuration);
  const Trial& last() const { return trial_; }

  MixedProblem& problem() { return problem_; }
  const MixedStructure& structure() const { return problem_.structure(); }
  const Configuration& start() const { return problem_.start(); }
  SearchMemory& memory() { return memory_; }

 private:
  void Note(const Configuration& configuration);

  MixedProblem problem_;
  SearchMemory memory_;
  Trial trial_;
};

}  // namespace stiction::runtime
