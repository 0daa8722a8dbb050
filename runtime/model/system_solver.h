// SPDX-License-Identifier: BSD-3-Clause
// Solves a sorted System block by block: explicit runs, relations, linear and nonlinear blocks, mixed blocks.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/slice.h"
#include "runtime/blocks/solve_outcome.h"
#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Outcome of the solution of one mixed block, for the event log.
struct MixedOutcome {
  const BlockCode* block = nullptr;
  SolveStatistics counts;  // what this one solve added: the layer that solved it, the trials it took
};

/// Solves one system over and over; keeps factorisation workspace and remembers the last mode of each mixed block.
class SystemSolver {
 public:
  SystemSolver(const Program& program, const System& system, Tape& tape, SolveStatistics& statistics);
  ~SystemSolver();

  /// Solves all blocks in order, from the values now in `slots` (guesses of nonlinear unknowns; held relation values).
  /// Relations of kRelation and kMixed blocks get new values, by EvaluateRelation with TieWidth.
  /// @returns nothing on success
  std::optional<SolveError> Solve(double* slots);

  /// The same for a part of the system; values that are not finite are no error here.
  std::optional<SolveError> Solve(const Slice& slice, double* slots);

  /// The same, but stops after the blocks before `implicit`: for the DAE form, kLinear and kNonlinear blocks are not
  /// solved: their unknowns are given, explicit blocks are run, and all residuals are written to `residuals` in block
  /// order (as many as the implicit unknowns).
  std::optional<SolveError> EvaluateResiduals(double* slots, double* residuals);

  /// Sizes of the unknowns that EvaluateResiduals leaves to its caller, in that order, by the equations at the point in
  /// `slots` (RealPart::Sizes); 0 where these say nothing. None is so small that the tolerance asks for less than
  /// rounding errors.
  /// @param tolerance relative
  std::vector<double> SizesOfUnknowns(double* slots, double tolerance);

  /// From now on EvaluateResiduals solves those kLinear and kNonlinear blocks that took a least-norm solution when they
  /// were solved last: as residuals they are singular. A note tells it.
  /// @param t for the note
  /// @returns whether there are any that it did not solve before
  bool SolveSharedLoads(double t);
  /// True if EvaluateResiduals solves a block; by block.
  const std::vector<char>& solved_inside() const;

  /// From now on blocks begin at the values that their unknowns have: no first guess is computed on the way.
  void KeepGuesses();

  /// Left limits and relations that have changed since the solve before: relations behind their gates begin anew. Until
  /// it is said again.
  void TakeChanges(ValueChanges changes);

  /// Whether the solves from now on are later passes of an event, in which relations do not follow rounding errors.
  void BeginPass(bool is_later);
  /// @param noise_of the rounding errors of left - right of a relation
  void UseNoise(std::function<double(int32_t)> noise_of);

  /// From now on each mixed block that is solved is told in `outcomes`; nullptr: no longer.
  void TellMixedTo(std::vector<MixedOutcome>* outcomes);

  /// From now on least-norm solutions are counted and told by TellHeldBack only, where the block was not solved again
  /// since: what a pass of the event iteration takes in passing is no solution of the model.
  void HoldBackNotes();
  LeastNormNotes& held_back();
  void TellHeldBack();

  /// Notes for the user, each once: least-norm solutions taken ("the forces are not unique: ..."). Cleared by the call.
  std::vector<std::string> TakeNotes();

  /// Since the last call.
  std::vector<AcceptedRounding> TakeAcceptedRoundings();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction::runtime
