// SPDX-License-Identifier: BSD-3-Clause
// The Real equations of one implicit block, solved with every relation and discrete variable held: one exact Newton
// step where they are linear, damped Newton where they are not.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/solve_context.h"
#include "runtime/linear/block_factorization.h"
#include "runtime/linear/block_matrix.h"
#include "runtime/linear/dense.h"

namespace stiction::runtime {

enum class RealStatus {
  kSolved,
  kLeastNorm,     // singular, but consistent: the least-norm solution was taken
  kSingular,      // singular and without solution
  kUndetermined,  // singular at a solution of nonlinear equations, whose unknowns are no shared load
  kNotConverged,
  kNotFinite,
  kFunctionFailed
};

class RealPart {
 public:
  RealPart(SolveContext& context, const BlockCode& block);

  /// Equations that are linear in this configuration, as a rule: one exact step from the unknowns now in `slots`. If
  /// the residual shows that they are not linear after all, SolveNonlinear.
  /// @post on kSolved and kLeastNorm, unknowns, inner assignments and residuals stand in `slots`
  RealStatus Solve(double* slots);
  /// Damped Newton (Deuflhard 2004, doi 10.1007/978-3-642-23899-4: restricted monotonicity test of the simplified
  /// Newton correction), restarted from start values.
  /// @post as Solve
  RealStatus SolveNonlinear(double* slots);

  /// Bounds of the unknowns from the held values of the relations that compare one with what does not depend on them; a
  /// singular solve stays within them if it can.
  /// @param all_false as if none of these relations held
  Box Bounds(double* slots, bool all_false = false);

  /// Sign of the determinant in the last regular solve.
  int orientation() const { return orientation_; }
  /// The same of a linear equation for one unknown, without a solve; 0: not regular, or not found so simply.
  int ScalarOrientation(double* slots);

  /// For path following: residuals at x (unknowns in `slots` are set to it). @returns nothing if not finite
  std::optional<Eigen::VectorXd> ResidualAt(double* slots, const Eigen::VectorXd& x);
  /// d x / d tau of J dx = rhs dtau, by the factorisation at the point in `slots`; nothing if J is singular there.
  /// @post orientation() is that of J
  std::optional<Eigen::VectorXd> Direction(double* slots, const Eigen::VectorXd& rhs);
  /// J of the last Direction.
  Eigen::MatrixXd matrix() const { return matrix_.Dense(); }
  /// J at x (unknowns in `slots` are set to it), until the next solve; null if not finite.
  const BlockMatrix* JacobianAt(double* slots, const Eigen::VectorXd& x);
  Eigen::VectorXd unknowns(const double* slots);
  /// What rounding errors of the solution in `slots` are in each unknown: an ulp of the largest term of all equations,
  /// rows and columns of the Jacobian scaled.
  Eigen::VectorXd RoundingErrors(double* slots);
  /// A size of each unknown at x (unknowns in `slots` are set to it) that depends on no unit: that at which it makes as
  /// much of an equation as all its terms together, the least over its equations; 0 where that says nothing.
  Eigen::VectorXd Sizes(double* slots, const Eigen::VectorXd& x);
  Eigen::Index size() const { return n_; }

  /// Tells the user, once, which unknowns kLeastNorm had to choose.
  void NoteLeastNorm();
  /// Counts and tells a solution that NoteLeastNorm held back.
  void Tell(const LeastNormNote& note);
  /// The block is solved anew: what was held back of it is void.
  void Forget();

  /// Unknowns that solve the regularised equations after kSingular: no solution, but a hint where the mode goes. Leaves
  /// unknowns and inner assignments in `slots`. @pre the last solve returned kSingular
  /// @returns false if nothing finite came out
  bool GuessThroughSingularity(double* slots);

  /// Why the last solve failed, in the modeller's words.
  std::string Explain(RealStatus status, const double* slots) const;

 private:
  /// A relation that compares an unknown with what does not depend on the unknowns.
  struct Bound {
    size_t relation = 0;  // of Program::relations
    Eigen::Index unknown = 0;
    bool unknown_is_left = true;
  };

  void FindBounds();
  /// The null space of the Jacobian moves an unknown that a relation bounds: a friction force.
  bool SharesALoad();
  /// The unknowns that the null space moves.
  std::vector<Eigen::Index> FreeUnknowns() const;
  void PickWhatVaries();
  /// residual_ at the unknowns in `slots`. @returns false if not finite or a function failed
  bool Evaluate(double* slots);
  /// matrix_ there. @pre Evaluate ran
  bool Differentiate(double* slots);
  void Factorize();  // matrix_
  /// Jacobian entry k; zero if it is nothing but cancellation noise of its terms.
  double Entry(size_t k, const double* slots) const;
  bool EvaluateAt(double* slots, const Eigen::VectorXd& x);
  void Read(const double* slots);
  /// The one entry of the Jacobian. @pre n_ == 1
  double Slope() const;
  double TermSize(size_t row, const double* slots) const;
  bool IsSatisfied(const double* slots, double tolerance) const;
  /// The same, but a row whose own terms are all but nothing may be off by the rounding errors of the largest row.
  bool IsSatisfiedTogether(const double* slots, double tolerance) const;
  /// Makes components 0 that are all but nothing beside the guess, where that solves the equations as well.
  /// @pre x_ is a solution
  RealStatus TakeZeros(double* slots, const Eigen::VectorXd& guess);
  /// See RoundingErrors. @pre residual_ and matrix_ are those at x_
  Eigen::VectorXd RoundingErrorsHere(const double* slots) const;
  /// See Sizes. @pre residual_ and matrix_ are those at x_
  Eigen::VectorXd SizesHere(const double* slots) const;
  /// Residual and Jacobian of one unknown, and what stands in the latter. @returns nothing if it is 0, or if one of the
  /// values is not finite
  std::optional<double> FindSlope(double* slots);
  /// Solve for one unknown, without the matrices. @returns nothing if Solve has to look closer
  std::optional<RealStatus> SolveScalar(double* slots);
  RealStatus TakeLeastNorm(double* slots);
  /// Where Newton's method has converged at a singular matrix: the solution that TakeLeastNorm shares the load by, from
  /// whatever start; the one found if the method does not get there.
  RealStatus ShareLoad(double* slots);
  RealStatus Newton(double* slots);
  std::optional<Eigen::VectorXd> Correction() const;
  /// What components are measured against at least in Newton's method. @param given the point it began at
  Eigen::VectorXd Floors(const double* slots, const Eigen::VectorXd& given) const;
  RealStatus Failed(RealStatus otherwise) const;
  std::string DescribeLeastNorm() const;
  std::string ListEquations(const std::vector<size_t>& rows) const;

  SolveContext& context_;
  const BlockCode& block_;
  Eigen::Index n_ = 0;
  std::vector<std::vector<Slot>> terms_;        // of each residual: the slots that it adds up
  std::vector<Instruction> again_;              // the part of `residual` that depends on the unknowns; none: not known
  std::vector<std::vector<Slot>> entry_terms_;  // of each Jacobian entry, likewise; empty for a single term
  std::vector<Slot> start_of_unknown_;          // kNoSlot: none
  Eigen::VectorXd x_, residual_;
  BlockMatrix matrix_;
  BlockFactorization factorization_;
  std::optional<std::vector<bool>> mode_dependent_;  // of each column, found at the first singular matrix
  std::optional<std::vector<Bound>> bounds_;         // found at the first question
  std::vector<Eigen::Index> free_;                   // unknowns that the last TakeLeastNorm had to choose
  int orientation_ = 1;                              // sign of the determinant in the last regular solve
  bool noted_ = false;
};

}  // namespace stiction::runtime
