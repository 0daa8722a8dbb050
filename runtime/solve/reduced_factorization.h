// The factorisation of a matrix of which some columns stay while others change from mode to mode: those that stay are
// eliminated once, a mode then costs the factorisation of what is left, part by independent part.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/solve/block_matrix.h"
#include "runtime/solve/dense.h"

namespace stiction::runtime {

/// J x = rhs with J = [K V], K constant. Gaussian elimination of K leaves the Schur complement of V: in a block of
/// coupled friction elements D M^-1 D' of those that stick (docs/friction.md, section 3). Its columns of a single entry
/// (elements that slip) are substituted last; the others fall into components that share no row, each dense.
class ReducedFactorization {
 public:
  enum class Outcome {
    kRegular,
    kSingular,
    kUnsuitable  // the columns of K depend on each other or are poor pivots, or a component is large and sparse
  };

  using Entries = std::vector<std::pair<int, double>>;  // where, value

  /// @param varies of each column: it belongs to V, n
  /// @param is_singular known to be: a component may be large and sparse, for nothing else is made for it
  /// @pre all entries are finite
  Outcome Factorize(const BlockMatrix& matrix, const std::vector<bool>& varies, bool is_singular = false);
  /// The elimination alone. @returns false if K is unsuitable for it
  bool Reduce(const BlockMatrix& matrix, const std::vector<bool>& varies);
  /// A column of V in the Schur complement: the rows without a pivot of K, and their entries.
  /// @param k counts the columns of V. @pre Reduce was true
  const Entries& Complement(size_t k) const { return Of(k).rest; }
  /// A right-hand side in the reduced equations: in the rows of the Schur complement. @pre Reduce was true
  Eigen::VectorXd Forward(Eigen::VectorXd rhs) const;
  /// The unknowns of K from those of V, which stand in x. @param v what Forward gave
  void Substitute(Eigen::VectorXd v, Eigen::VectorXd& x) const;
  /// @pre the outcome was kRegular
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Sign of det J. @pre the outcome was kRegular
  int DeterminantSign() const { return sign_; }
  /// SolveLeastNorm of the whole matrix, component by component. @pre the outcome was kSingular
  /// @returns nothing if that is not the same: if the null space moves unknowns outside of the components
  std::optional<LeastNormSolution> LeastNorm(const Eigen::VectorXd& rhs, const Box& box) const;

 private:
  /// One column of K.
  struct Step {
    int column = 0, row = 0;
    double pivot = 0;
    Entries multipliers;  // rows from which multiples of `row` are subtracted
    Entries upper;        // other columns of K in `row`
  };
  /// A column of V after the elimination, for the values it has in some mode.
  struct Variant {
    long number = 0;  // no other of this elimination has it
    std::vector<double> values;
    Entries rest;   // row
    Entries upper;  // step
  };
  struct Column {
    int column = 0;
    std::vector<Variant> variants;
    size_t current = 0;
    int single = -1;  // row of its only entry
  };
  struct Component {
    std::vector<int> rows;
    std::vector<size_t> columns;  // of columns_
    std::vector<long> variants;   // their numbers, for which the rest was computed
    Eigen::MatrixXd matrix;
    DenseFactorization factorization;
    bool is_regular = false;
    mutable std::optional<LeastNormFactorization> least_norm;  // when first needed
    mutable bool stays_inside = false;                         // its null space
  };

  Outcome FactorizeComponents(const BlockMatrix& matrix, bool is_singular);
  bool Eliminate(const BlockMatrix& matrix, const std::vector<bool>& varies);
  const Variant& Choose(Column& column, const BlockMatrix& matrix);
  /// Those that were factorised last time are taken over.
  /// @returns false if two single entries stand in one row, so that the null space is not within the components
  bool Split();
  int Sign() const;
  void SubstituteSteps(Eigen::VectorXd& v, Eigen::VectorXd& x) const;
  /// The unknowns of K and of single entries from those of the components. @param v what Forward gave
  void Backward(Eigen::VectorXd v, Eigen::VectorXd& x) const;
  /// A null vector of a component leaves all other unknowns where they are.
  bool StaysInside(const Component& component, const Eigen::MatrixXd& null_space) const;
  const LeastNormFactorization& LeastNormOf(const Component& component, const Box& box,
                                            const Eigen::VectorXd& column_size) const;
  const Variant& Of(size_t column) const { return columns_[column].variants[columns_[column].current]; }

  Eigen::Index n_ = 0;
  std::vector<bool> varies_;
  std::vector<double> kept_;  // values of K at the elimination
  bool is_eliminated_ = false;
  std::vector<Step> steps_;
  std::vector<int> step_of_row_;  // -1: none
  std::vector<Column> columns_;
  std::vector<Component> components_;
  long variant_count_ = 0;
  std::vector<long> variants_;      // numbers of those in the components, for which
  std::optional<Outcome> outcome_;  // was this
  bool is_split_ = false;           // Split succeeded
  Eigen::VectorXd row_scale_, column_size_;
  bool is_sound_ = false;  // the elimination lets no entry grow much
  int sign_ = 1;
};

}  // namespace stiction::runtime
