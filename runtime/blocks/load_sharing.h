// SPDX-License-Identifier: BSD-3-Clause
// Singular but consistent equations: the solution of least norm, by which elements share a load.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/real_equations.h"
#include "runtime/linear/least_norm.h"

namespace stiction::runtime {

class LoadSharing {
 public:
  /// @pre outlives this
  explicit LoadSharing(RealEquations& equations) : equations_(equations) {}

  /// Bounds of the unknowns from the held values of the relations that compare one with something else, as it is at the
  /// point in `slots`, but for relations behind shut gates; a solution stays within them if it can; bounds that move
  /// with the solution are soft.
  /// @param all_false as if none of these relations held, and no gate were shut
  Box Bounds(double* slots, bool all_false = false);
  /// The null space of the Jacobian moves an unknown that a relation bounds: a friction force.
  bool IsOfALoad();
  /// @pre the Jacobian at the point is singular @returns kLeastNorm if it found a solution
  RealStatus Solve(double* slots);
  /// After convergence of Newton's method at a singular matrix: the solution that Solve shares the load by, from
  /// whatever start; the one found if the method does not get there.
  RealStatus SolveNonlinear(double* slots);
  /// Unknowns that the last solve had to choose; empty if all of them are generated.
  std::string Describe() const;

 private:
  /// A relation that compares an unknown with something else.
  struct Bound {
    size_t relation = 0;  // of Program::relations
    Eigen::Index unknown = 0;
    bool unknown_is_left = true;
    bool is_upper = true;   // of the unknown, while the relation is false
    bool can_move = false;  // with the unknowns
  };
  static bool ByUnknown(const Bound& one, const Bound& other) { return one.unknown < other.unknown; }
  const std::vector<Bound>& FindBounds();
  /// One of several on this side of the unknown, of which some may be shut off.
  bool IsShut(const Bound& bound, const double* slots) const;
  double Threshold(const Bound& bound, const double* slots) const;
  RealStatus SolveFromGuess(double* slots);
  /// Within these bounds, which are not looked at again.
  RealStatus SolveWithin(double* slots, const Eigen::VectorXd& rhs, const Box& box);
  /// The solution of least norm of the restart's unknowns, and then of the others. @returns nothing if there is none
  /// @param jumps gets false if there is one without jumps and impulses, but for what IsNoJump allows
  std::optional<Eigen::VectorXd> SolveInTurn(double* slots, const Eigen::VectorXd& rhs, const Box& box, bool& jumps);
  /// The jumps that the block determines are within the errors of the integration at this point, and so is what the
  /// equations lack there. Changes slots.
  bool IsNoJump(double* slots, const Eigen::VectorXd& x);
  /// Computes the operands of these relations.
  Range Operands() const;

  RealEquations& equations_;
  std::optional<std::vector<Bound>> bounds_;  // found at the first question; by unknown
  std::vector<Eigen::Index> free_;            // unknowns that the last solve had to choose
};

}  // namespace stiction::runtime
