// SPDX-License-Identifier: BSD-3-Clause
// A mixed block at one point: Real equations together with the relations and discrete variables that depend on their
// solution. A configuration is a value of each relation (and held integer part) of the block. One trial solves the
// discrete and the Real equations in a given configuration and lists the relations that the solution contradicts
// (docs/friction.md, section 3).
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "runtime/blocks/real_part.h"
#include "runtime/mixed/gated_relations.h"
#include "runtime/mixed/mixed_structure.h"

namespace stiction::runtime {

struct Trial {
  bool is_admissible = false;  // the equations could be solved
  bool has_implied = false;    // likewise, but perhaps not with settled discrete variables
  RealStatus status = RealStatus::kSolved;
  int orientation = 0;               // RealPart::orientation() if kSolved
  Configuration implied;             // what the solution says
  std::vector<size_t> inconsistent;  // positions where `implied` differs from the configuration, ascending
  bool is_tied = false;              // all inconsistent relations are within kNearTie of their tie, relatively
  size_t worst = 0;                  // of the inconsistent relations that furthest from its tie,
  double gap = -1;                   // by this; negative: none is a relation
  bool is_consistent() const { return is_admissible && inconsistent.empty(); }
};

/// Distance of a relation from its tie, relative to its operands.
double RelativeGap(const RelationInfo& relation, const double* slots);

/// What the strategies may ask about a block; the number of methods is that of their questions.
class MixedProblem {
 public:
  MixedProblem(SolveContext& context, const BlockCode& block);

  /// Starts anew from the relations held, discrete values and guesses now in `slots`; of relations whose gate has just
  /// opened, from the branch that was in effect (gated_relations.h).
  void Begin(double* slots);
  /// Solves in one configuration: a pure function of it and of what Begin saw.
  /// @param rejection why it could not be solved, unless something stands there
  /// @post if the trial is consistent, `slots` hold the solution
  void Solve(const Configuration& configuration, Trial& trial, std::optional<SolveError>& rejection);
  /// What the guesses imply in the configuration of the start, where its equations may not be defined; nothing if that
  /// is the same.
  std::optional<Configuration> ImpliedByGuesses();
  /// Fills in what the values now in the slots imply.
  void Imply(const Configuration& configuration, Trial& trial);
  /// Trial::orientation, found without solving; 0: not known. Changes slots as a trial does.
  int OrientationIn(const Configuration& configuration);
  /// Relations and discrete variables as the Real equations read them, once these have settled; nothing if they do not.
  /// @post slots are as before a solve in this configuration
  std::optional<std::vector<double>> Signature(const Configuration& configuration);

  /// Elements that are in another branch than at the start: in what the Real equations read, not in relations behind
  /// shut gates.
  size_t ElementsThatLeft(const Configuration& configuration);

  /// Holds a configuration and settles the discrete variables in it; relations between discrete values follow these.
  /// @returns false if they do not settle
  bool Enter(Configuration& configuration, const Eigen::VectorXd& x);
  /// Residuals at x in the configuration entered, and how far each relation is on its true side.
  /// @returns false if a value is not finite
  bool Evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual, std::vector<double>& gaps);

  /// Solves the equations by Newton's method with each relation as it is at the point that the iteration has come to.
  /// Where that ends at a solution, solves begin there from now on.
  /// @returns the configuration at the solution
  std::optional<Configuration> SolveFollowing();

  /// Of Begin.
  const Configuration& start() const { return start_; }
  const std::vector<double>& start_unknowns() const { return start_unknowns_; }
  Configuration current() const { return ValuesOf(structure_.decided(), slots_); }
  /// All that trials and evaluations write.
  std::vector<double> Written() const { return ValuesOf(structure_.written(), slots_); }
  /// As it was then: what failed in between counts no more.
  void Restore(const std::vector<double>& written);

  const MixedStructure& structure() const { return structure_; }
  const BlockCode& block() const { return block_; }
  SolveContext& context() { return context_; }
  RealPart& real() { return real_; }
  double* slots() const { return slots_; }

 private:
  void StartInTheMiddle(const GatedRelations::Opened& opened);
  /// The value of a relation at the operands now in the slots.
  bool Decide(size_t position) const;
  /// Runs the discrete assignments until they settle. @returns false if they do not
  bool Settle();
  RealStatus SolveReal();
  SolveError Rejection(RealStatus status) const;
  /// Puts a configuration into the slots, with discrete variables as they were at the start.
  void Hold(const Configuration& configuration);
  /// Likewise the unknowns.
  void HoldUnknowns();
  /// The Real equations of the slots are those that were solved last.
  bool HasEquationsSolved() const;

  SolveContext& context_;
  const BlockCode& block_;
  MixedStructure structure_;
  RealPart real_;
  GatedRelations gated_;
  double* slots_ = nullptr;
  Configuration start_;
  std::vector<double> start_unknowns_, start_discretes_;
  std::vector<double> before_, discretes_;  // working memory of Settle and Solve
  // Of the last solve since Begin, if the equations were regular and linear:
  std::optional<std::vector<double>> equations_;  // what these read
  bool holds_solution_ = false;                   // all that it wrote is still there
};

}  // namespace stiction::runtime
