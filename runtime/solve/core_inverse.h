// The inverse of a principal part of a symmetric positive definite matrix, which follows the part as it changes.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace stiction::runtime {

/// P = (M_SS)^-1 for a set S of indices. An index that enters or leaves S costs one update of rank one (bordering and
/// its reverse; Sherman and Morrison 1950, doi 10.1214/aoms/1177729893); many at once, and many one after the other,
/// a Cholesky factorisation.
class CoreInverse {
 public:
  /// S becomes empty.
  /// @param diagonal of M, n
  /// @param least pivots up to these tell that the part is singular, n
  void Reset(Eigen::VectorXd diagonal, Eigen::VectorXd least);
  /// @param matrix M but for its diagonal, symmetric n x n; the same until Reset
  /// @param is_in of each index, n
  /// @returns false if the part is singular; S is then empty
  bool Follow(const Eigen::MatrixXd& matrix, const std::vector<bool>& is_in);
  /// How many indices Follow would have to change.
  size_t Distance(const std::vector<bool>& is_in) const;
  /// P v_S, zero outside of S.
  Eigen::VectorXd Times(const Eigen::VectorXd& v) const;
  /// Diagonal of P, zero outside of S.
  Eigen::VectorXd Diagonal() const;

 private:
  auto Part() const { return inverse_.topLeftCorner(size(), size()); }
  Eigen::Index size() const { return static_cast<Eigen::Index>(members_.size()); }
  Eigen::VectorXd Gather(const Eigen::Ref<const Eigen::VectorXd>& v) const;
  void Remove(size_t place);
  bool Add(const Eigen::MatrixXd& matrix, Eigen::Index i);
  bool Invert(const Eigen::MatrixXd& matrix, const std::vector<bool>& is_in);
  bool GiveUp();

  Eigen::MatrixXd inverse_;  // P in the first rows and columns, in the order of members_
  Eigen::VectorXd diagonal_, least_;
  std::vector<Eigen::Index> members_;
  std::vector<bool> is_in_;
  int updates_ = 0;
};

}  // namespace stiction::runtime
