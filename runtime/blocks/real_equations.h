// SPDX-License-Identifier: BSD-3-Clause
// The Real equations of one implicit block at a point: residuals and Jacobian, and how large their terms are.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/solve_context.h"
#include "runtime/linear/block_factorization.h"
#include "runtime/linear/block_matrix.h"

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

/// One point and all that is asked about it, hence the number of its methods.
class RealEquations {
 public:
  RealEquations(SolveContext& context, const BlockCode& block);

  SolveContext& context() const { return context_; }
  const BlockCode& block() const { return block_; }
  Eigen::Index size() const { return n_; }

  /// Of the point last read, evaluated or differentiated.
  const Eigen::VectorXd& x() const { return x_; }
  const Eigen::VectorXd& residual() const { return residual_; }
  const BlockMatrix& matrix() const { return matrix_; }
  const BlockFactorization& factorization() const { return factorization_; }

  /// Takes the unknowns in `slots`.
  void Read(const double* slots);
  /// Puts the unknowns into `slots` and evaluates there. @returns false if not finite or a function failed
  bool Evaluate(double* slots, const Eigen::VectorXd& x);
  /// From now on relations and discrete variables are decided anew at each point that is evaluated.
  /// @param decide gives them the values that they have at the point in the slots, and tells whether one has changed;
  ///   null: they are held again
  void Follow(const std::function<bool()>* decide) { decide_ = decide; }
  /// The Jacobian there. @pre Evaluate ran
  bool Differentiate(double* slots);
  bool EvaluateAndDifferentiate(double* slots, const Eigen::VectorXd& x) {
    return Evaluate(slots, x) && Differentiate(slots);
  }
  /// Factorises it.
  void Factorize();

  /// Of one equation for one unknown, without the matrices: its derivative. @returns nothing if it is 0, or if one of
  /// the values is not finite
  std::optional<double> FindSlope(double* slots);
  /// Evaluates again, what does not depend on the unknown being as it is. @pre FindSlope ran
  void EvaluateAgain(double* slots);

  double TermSize(size_t row, const double* slots) const;
  /// Of each row.
  Eigen::Array<bool, Eigen::Dynamic, 1> Satisfied(const double* slots, double tolerance) const;
  bool IsSatisfied(const double* slots, double tolerance) const { return Satisfied(slots, tolerance).all(); }
  /// The residuals at the point evaluated last are no more than the rounding errors of their evaluation, as other
  /// directions of rounding and other last digits of the numbers show them: no unknowns near by can be told to
  /// satisfy the equations better.
  bool IsNoise(double* slots);
  /// A difference of residuals is nothing beside the terms of its row and `beside` (n; empty: nothing), or beside the
  /// rounding errors that the largest row, all equilibrated, brings into others. @pre Differentiate ran
  bool IsNothing(const Eigen::VectorXd& difference, const Eigen::VectorXd& beside, double tolerance,
                 const double* slots) const;
  /// The same of the residuals themselves.
  bool IsSatisfiedTogether(const double* slots, double tolerance) const {
    return IsNothing(residual_, {}, tolerance, slots);
  }
  /// Size of the rounding errors of the solution in each unknown: an ulp of the largest term of all equations, rows and
  /// columns of the Jacobian equilibrated.
  Eigen::VectorXd RoundingErrors(const double* slots) const;
  /// The same by what rounding errors of each equation, of random signs, do to the solution. @pre the matrix is regular
  Eigen::VectorXd CarriedRoundingErrors(const double* slots) const;
  /// A size of each unknown that depends on no unit: that at which it makes as much of an equation as all its terms
  /// together, the least over its equations; 0 where that says nothing.
  Eigen::VectorXd Sizes(const double* slots) const;
  /// The unknowns that the null space of the Jacobian moves.
  std::vector<Eigen::Index> FreeUnknowns() const;

  /// @returns kFunctionFailed if a function failed, else `otherwise`
  RealStatus Failed(RealStatus otherwise) const;

 private:
  /// The residuals at a point, where each of Inputs() is off by a unit in its last place or two.
  Eigen::VectorXd ResidualOfRoundedInputs(double* slots, const Eigen::VectorXd& x, uint64_t sample);
  /// What the residuals are computed from, but the unknowns.
  std::vector<Slot> Inputs() const;
  void PickWhatVaries();
  /// Jacobian entry k; zero if it is nothing but cancellation noise of its terms.
  double Entry(size_t k, const double* slots) const;
  /// |A| |x| and the terms of the residuals, by row.
  Eigen::VectorXd RowTerms(const double* slots) const;

  SolveContext& context_;
  const BlockCode& block_;
  const std::function<bool()>* decide_ = nullptr;
  Eigen::Index n_ = 0;
  std::vector<std::vector<Slot>> terms_;        // of each residual: the slots that it adds up
  std::vector<std::vector<Slot>> entry_terms_;  // of each Jacobian entry, likewise; empty for a single term
  std::vector<Instruction> again_;              // the part of `residual` that depends on the unknowns; none: not known
  std::optional<std::vector<bool>> mode_dependent_;  // of each column, found at the first singular matrix
  Eigen::VectorXd x_, residual_;
  BlockMatrix matrix_;
  BlockFactorization factorization_;
};

/// Why a solve that ended at the point of these equations failed, in the modeller's words.
std::string WhyFailed(const RealEquations& equations, RealStatus status, const double* slots);

/// What the user is told of a start at which these equations hold, but their Jacobian is singular.
std::string WhyStartIsTaken(const RealEquations& equations);
/// Of a solution of the start to which the start values do not lead.
std::string WhyFoundAfar(const RealEquations& equations);
/// The equations of some rows, with their places.
std::string ListRows(const RealEquations& equations, const std::vector<size_t>& rows);

}  // namespace stiction::runtime
