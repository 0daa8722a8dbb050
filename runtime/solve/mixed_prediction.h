// Foresees the configuration of many coupled elements in the space of their curve parameters alone. It is tried in the
// equations of the block like any other, so that nothing depends on the foresight but the number of trials.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "runtime/solve/core_inverse.h"
#include "runtime/solve/mixed_search.h"
#include "runtime/solve/reduced_factorization.h"

namespace stiction::runtime {

/// A block that is linear in each mode, each element of which is a curve (p(s), w(s)): in its core p moves with s and
/// w = 0, beyond it p stays on its bound and w moves. The columns that no mode changes being eliminated (the Schur
/// complement, D M^-1 D' of docs/friction.md, section 3), what is left is gamma = h - A p with lower <= p <= upper and
/// gamma pushing against the bound that p is on. If A can be scaled to a symmetric positive semidefinite matrix, that
/// is a convex quadratic problem: gamma is unique, and p is where the load is shared by least norm (section 4 there),
/// found by block pivoting with the least index as fallback (Judice and Pires 1994, doi 10.1016/0305-0548(94)90106-6)
/// on A + e W, W the weights of that norm and e small. The matrix is computed again only if the coefficients of the
/// block have changed; the inverse of its part in the core is kept and follows the elements that change, one by one.
class MixedPrediction : public KnownInverse {
 public:
  explicit MixedPrediction(MixedSearch& search) : search_(search) {}

  /// The matrix is there for the coefficients of this event: foresight costs less than a trial.
  /// @post operands that do not depend on the solution stand in the slots
  bool IsReady();
  /// The configuration to try, seen from the start of the search; nothing if the block is not of this form, or small.
  /// @post slots that trials write hold anything
  std::optional<Configuration> Foresee();

  /// The element of this relation is foreseen on the edge between two branches: both describe its state.
  bool IsOnEdge(size_t position) const { return on_edge_[position]; }
  /// The curve parameters foreseen.
  void Guess(Eigen::VectorXd& x) const override;
  /// Of the configuration foreseen, by the inverse of its core; false if that is singular.
  bool Prepare(const BlockMatrix& matrix) override;
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const override;

 private:
  /// How an element stands in the reduced equations.
  struct Place {
    Eigen::Index unknown = 0;
    int row = 0;                        // of the Schur complement, where w alone stands
    double below = 0, above = 0;        // coefficient of w there, below and above the core
    size_t first_core = 0, beyond = 0;  // its branches: those of the core, then those above
    bool is_free = false;               // no mode changes it: w is s itself
    double lower = 0, upper = 0;        // of p
    std::vector<double> thresholds;     // ascending
    std::vector<size_t> rank;           // of each relation's threshold
  };
  bool IsApplicable() const;
  /// Thresholds in ascending order. @returns false if two are equal
  bool ReadThresholds();
  /// p, modes and gamma at the start of the search, from the residual there. @returns false if not finite
  bool FindStart();
  std::vector<bool> InCore() const;
  /// @returns false if the block is not of the form above
  bool Build();
  bool FindPlaces(const std::vector<std::vector<ReducedFactorization::Entries>>& columns);
  /// Scales the rows of matrix_ so that it is symmetric. @returns false if there are no such scales
  bool Symmetrize();
  void FindWeights(const BlockMatrix& in_core);
  /// Where the core is singular.
  void Regularize();
  /// Some sweeps of projected Gauss-Seidel, which find most of the modes.
  void Sweep();
  /// @returns false if it does not end
  bool Pivot();
  void Write(size_t element, size_t branch, Configuration& configuration) const;
  size_t BranchOf(const Place& place, const Configuration& configuration, size_t element) const;

  MixedSearch& search_;
  ReducedFactorization reduced_;
  std::vector<bool> varies_;
  std::vector<Place> places_;  // of each element
  // What the matrices below were computed from
  std::vector<double> coefficients_, bounds_;
  bool is_built_ = false, has_form_ = false;
  int failures_ = 0;                        // to build it, in succession
  std::vector<size_t> bounded_;             // elements of the quadratic problem, n
  std::vector<size_t> free_;                // the others
  Eigen::MatrixXd free_coupling_;           // rows of those: sign(below) dG/dp
  Eigen::MatrixXd matrix_;                  // A, n x n
  Eigen::VectorXd scale_;                   // rows of A / rows of sign(below) dG/dp
  Eigen::VectorXd weight_, regular_;        // diagonals of W and of e W
  bool is_regularized_ = false;             // e > 0
  Eigen::VectorXd lower_, upper_, middle_;  // of p
  // The state of one search
  Eigen::VectorXd p_, gamma_;  // p, h - A p - e W (p - middle)
  Eigen::VectorXd free_load_;  // h of the elements that are free, not scaled
  std::vector<int> mode_;      // -1 below, 0 in the core, 1 above
  std::vector<int> tried_;     // the same, of the configuration foreseen
  Eigen::VectorXd foreseen_;   // curve parameters there, of each element
  std::vector<bool> on_edge_;  // by relation
  CoreInverse inverse_;        // of A + e W in the core, kept
};

}  // namespace stiction::runtime
