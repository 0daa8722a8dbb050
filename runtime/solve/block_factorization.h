// Factorisations of a BlockMatrix that are kept: mode by mode only a few rows or columns of it change.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/solve/block_matrix.h"
#include "runtime/solve/dense.h"
#include "runtime/solve/reduced_factorization.h"

namespace stiction::runtime {

/// J dx = rhs. A matrix that equals the one factorised last is not factorised again; one that differs in a few rows or
/// columns is solved by that factorisation and a correction of low rank (Sherman, Morrison and Woodbury; Hager 1989,
/// doi 10.1137/1031049). Columns that have not changed so far are eliminated once, where that leaves a small rest.
/// Other sparse matrices are factorised by KLU (Davis and Palamadai Natarajan 2010, doi 10.1145/1824801.1824814),
/// others by dense LU.
class BlockFactorization {
 public:
  BlockFactorization();
  ~BlockFactorization();
  BlockFactorization(BlockFactorization&&) noexcept;
  BlockFactorization& operator=(BlockFactorization&&) noexcept;

  /// The columns that change from mode to mode, where that is known beforehand.
  void Expect(std::vector<bool> varies);
  /// @param exactly without a correction of low rank
  /// @pre all entries are finite
  void Factorize(const BlockMatrix& matrix, bool exactly = false);

  /// Numerically of full rank.
  bool is_regular() const { return is_regular_; }
  /// Solve uses a correction of low rank; it may lose some digits.
  bool is_corrected() const { return !changed_.empty(); }
  /// @pre is_regular()
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Sign of det J. @pre is_regular()
  int DeterminantSign() const { return sign_; }
  /// SolveLeastNorm of the matrix, if its parts allow that. @pre not is_regular()
  std::optional<LeastNormSolution> LeastNorm(const Eigen::VectorXd& rhs, const Box& box) const;

 private:
  struct Sparse;
  /// @returns false if the matrix has to be factorised anew
  bool Correct(const BlockMatrix& matrix);
  void FactorizeAnew(const BlockMatrix& matrix);
  void NoteChanges(const BlockMatrix& matrix);
  /// @param is_singular KLU has found it singular
  /// @returns false if another factorisation has to do it
  bool FactorizeReduced(const BlockMatrix& matrix, bool is_singular);
  Eigen::VectorXd SolveBase(const Eigen::VectorXd& rhs) const;

  bool is_regular_ = false;
  int sign_ = 1;
  // The matrix factorised last
  std::vector<double> base_;
  bool has_base_ = false;
  int base_sign_ = 1;
  enum class Base { kDense, kSparse, kReduced };
  Base base_kind_ = Base::kDense;
  ReducedFactorization reduced_;
  bool is_reduced_ = false;  // by the last call, be it regular or singular
  bool was_singular_ = false;
  std::vector<double> last_;  // values of the last call
  std::vector<bool> varies_;  // columns that change from mode to mode: known, or seen to change between two calls
  bool knows_varying_ = false;
  Eigen::Index varying_ = 0;  // their number
  DenseFactorization dense_;
  std::unique_ptr<Sparse> sparse_;
  // The correction: columns or rows that differ
  std::vector<int> changed_;
  bool by_columns_ = false;
  Eigen::MatrixXd wing_, difference_;
  Eigen::PartialPivLU<Eigen::MatrixXd> core_;
};

}  // namespace stiction::runtime
