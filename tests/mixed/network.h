// SPDX-License-Identifier: BSD-3-Clause
// A MixedProblem as one mixed block of a Program: unknowns are the accelerations and the curve parameters. The numbers
// of the problem lie in slots, so that one network solves many problems of one topology.
#pragma once

#include "runtime/model/system_solver.h"
#include "tests/mixed/problem.h"
#include "tests/support/assembler.h"

namespace stiction::test {

struct MixedAnswer {
  std::optional<runtime::SolveError> error;
  Eigen::VectorXd acceleration, force;
};

class MixedNetwork {
 public:
  /// The block has entries where the problem's D has, or everywhere.
  explicit MixedNetwork(const MixedProblem& problem, bool everywhere = false);
  MixedNetwork(const MixedNetwork&) = delete;
  MixedNetwork& operator=(const MixedNetwork&) = delete;

  /// Puts in the numbers of a problem and the mode held; unknowns start from zero.
  /// @pre its topology is that of the network
  void Set(const MixedProblem& problem);
  /// Only the load: modes and unknowns stay those of the last solution.
  void SetTorque(const Eigen::VectorXd& torque);
  std::optional<runtime::SolveError> Solve() { return solver_->Solve(slots_.data()); }
  MixedAnswer Answer();

  const runtime::SolveStatistics& statistics() const { return statistics_; }
  std::vector<std::string> TakeNotes() { return solver_->TakeNotes(); }

 private:
  Assembler assembler_;
  runtime::System system_;
  std::vector<runtime::Slot> inertia_, torque_, capacity_, peak_, threshold_, minus_threshold_, scale_;
  std::vector<std::vector<runtime::Slot>> d_;  // element, body; kNoSlot: no entry
  std::vector<runtime::Slot> acceleration_, parameter_, force_, forward_, backward_;
  runtime::SolveStatistics statistics_;
  std::unique_ptr<runtime::Tape> tape_;
  std::unique_ptr<runtime::SystemSolver> solver_;
  std::vector<double> slots_;
};

}  // namespace stiction::test
