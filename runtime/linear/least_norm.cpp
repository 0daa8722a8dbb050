// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/least_norm.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kRankThreshold = 1e-12;
constexpr double kConsistent = 1e-9;
constexpr double kImmovable = 1e-8;  // of an unknown in the directions that are left
constexpr double kStill = 1e-9;      // likewise, of one that counts as unique
constexpr Index kMovesByUnknown = 10;
constexpr double kReluctance = 1e-3;  // of soft bounds: the others bear a load before
constexpr double kNothing = 16 * std::numeric_limits<double>::epsilon();

MatrixXd ThinQ(const Eigen::HouseholderQR<MatrixXd>& qr) {
  return qr.householderQ() * MatrixXd::Identity(qr.rows(), qr.cols());
}

}  // namespace

void LeastNormFactorization::Factorize(const MatrixXd& matrix, const Box& box) {
  const Index n = matrix.cols();
  scale_ = Equilibrate(matrix);
  rows_ = scale_.Apply(matrix);
  box_ = box;
  if (box.lower.size() == n) {
    box_.lower = box.lower.cwiseQuotient(scale_.columns);
    box_.upper = box.upper.cwiseQuotient(scale_.columns);
  }
  decomposition_.setThreshold(kRankThreshold);
  decomposition_.compute(rows_);
  const Index rank = decomposition_.rank();
  free_.clear();
  null_space_.resize(n, 0);
  if (rank < n) {
    null_space_ = decomposition_.colsPermutation() *
                  (decomposition_.matrixZ().transpose() * MatrixXd::Identity(n, n).rightCols(n - rank));
  }
  for (Index j = 0; j < n; ++j) {
    if (rank < n && null_space_.row(j).cwiseAbs().maxCoeff() > kStill) free_.push_back(j);
  }
}

void LeastNormFactorization::WeighBounded() {
  bounded_.clear();
  std::copy_if(free_.begin(), free_.end(), std::back_inserter(bounded_), [&](Index j) { return IsBounded(j); });
  along_ = null_space_;
  shared_ = 0;
  const auto count = static_cast<Index>(bounded_.size());
  if (count == 0) return;
  middle_ = 0.5 * (box_.upper(bounded_) + box_.lower(bounded_));
  half_ = 0.5 * (box_.upper(bounded_) - box_.lower(bounded_));
  for (Index i = 0; i < count; ++i) {
    if (!box_.IsSoft(bounded_[static_cast<size_t>(i)])) continue;
    middle_[i] = 0;
    half_[i] *= kReluctance;
  }
  const MatrixXd moves = null_space_(bounded_, Eigen::all);
  const VectorXd length = moves.rowwise().norm();
  const MatrixXd turned = (length.cwiseInverse().asDiagonal() * moves).transpose();
  Eigen::ColPivHouseholderQR<MatrixXd> independent;
  independent.setThreshold(kImmovable);
  independent.compute(turned);
  shared_ = independent.rank();
  // As many of them as can be moved independently, and how the others follow: circuits of forces. Of utilisations those
  // are taken that move most: no unit and no basis of the null space decides.
  const MatrixXd utilised = ThinQ((half_.cwiseInverse().asDiagonal() * moves *
                                   MatrixXd(independent.householderQ() * MatrixXd::Identity(moves.cols(), shared_)))
                                      .householderQr());
  const auto order = Eigen::ColPivHouseholderQR<MatrixXd>(utilised.transpose()).colsPermutation();
  const Eigen::HouseholderQR<MatrixXd> chosen((turned * order).leftCols(shared_));
  const MatrixXd r = chosen.householderQ().transpose() * (turned * order);
  const MatrixXd first = r.topLeftCorner(shared_, shared_).triangularView<Eigen::Upper>();
  MatrixXd circuits = first.triangularView<Eigen::Upper>().solve(MatrixXd(r.topRows(shared_))).transpose();
  circuits.topRows(shared_).setIdentity();
  circuits = length.asDiagonal() * (order * circuits).eval();
  circuits = circuits.unaryExpr([](double entry) { return std::fabs(entry) < kStill ? 0 : entry; });
  // Forces that go round in a circuit are equal: that gives their units.
  const VectorXd capacity = half_.cwiseProduct(RowScales(circuits));
  const VectorXd root = (capacity / capacity.maxCoeff()).cwiseSqrt();
  const Eigen::HouseholderQR<MatrixXd> qr(root.cwiseQuotient(half_).asDiagonal() * circuits);
  share_ = ThinQ(qr).transpose() * root.asDiagonal();
  const MatrixXd to_circuits =
      qr.matrixQR().topRows(shared_).triangularView<Eigen::Upper>().solve(MatrixXd::Identity(shared_, shared_));
  MatrixXd turn = chosen.householderQ() * MatrixXd::Identity(moves.cols(), moves.cols());
  turn.leftCols(shared_) =
      (turn.leftCols(shared_) * first.transpose().triangularView<Eigen::Lower>().solve(to_circuits)).eval();
  along_ = null_space_ * turn;
}

void LeastNormFactorization::Share(VectorXd& x) const {
  if (shared_ == 0) return;
  VectorXd used(middle_.size());
  for (Index i = 0; i < used.size(); ++i) used[i] = (x[bounded_[static_cast<size_t>(i)]] - middle_[i]) / half_[i];
  x -= along_.leftCols(shared_) * (share_ * used);
}

LeastNormSolution LeastNormFactorization::SolutionAt(const VectorXd& x, const VectorXd& all) const {
  LeastNormSolution solution;
  solution.rank = static_cast<int>(decomposition_.rank());
  // A value that is zero up to rounding is set to zero: an acceleration of 1e-17 would be a drift.
  const double nothing = kNothing * x.cwiseAbs().maxCoeff();
  VectorXd rounded = x.unaryExpr([nothing](double value) { return std::fabs(value) <= nothing ? 0 : value; });
  const VectorXd misfit = (rows_ * rounded - all).cwiseAbs();
  // Each row against its own terms and against the errors that the largest of all brings in.
  const VectorXd size = rows_.cwiseAbs() * rounded.cwiseAbs() + all.cwiseAbs();
  const double noise = 1e-3 * size.maxCoeff();
  solution.consistent = rounded.allFinite();
  for (Index i = 0; i < misfit.size(); ++i) {
    solution.consistent = solution.consistent && misfit[i] <= kConsistent * std::max(size[i], noise);
  }
  if (solution.consistent) solution.free = free_;
  solution.x = scale_.columns.cwiseProduct(rounded);
  return solution;
}

bool LeastNormFactorization::IsBounded(Index j) const {
  const double width = box_.upper[j] - box_.lower[j];
  return std::isfinite(width) && width > 0;
}

double LeastNormFactorization::BoundOf(Index j, double sign, double factor) const {
  const double bound = sign < 0 ? box_.lower[j] : box_.upper[j];
  return IsBounded(j) ? bound + sign * (factor - 1) * 0.5 * (box_.upper[j] - box_.lower[j]) : bound;
}

std::optional<LeastNormFactorization::Hold> LeastNormFactorization::WorstMissed(const VectorXd& x, double factor,
                                                                                const std::vector<Hold>& held) const {
  std::optional<Hold> worst;
  double most = kNothing;
  for (const Index j : free_) {
    if (box_.IsSoft(j) || box_.lower[j] > box_.upper[j] || null_space_.row(j).norm() < kImmovable) continue;
    if (std::any_of(held.begin(), held.end(), [&](const Hold& hold) { return hold.at == j; })) continue;
    const double lower = BoundOf(j, -1, factor), upper = BoundOf(j, 1, factor);
    const double outside = std::max(lower - x[j], x[j] - upper) / (IsBounded(j) ? 0.5 * (upper - lower) : 1);
    if (!(outside > most)) continue;
    most = outside;
    worst = x[j] < lower ? Hold{j, -1, lower, 0} : Hold{j, 1, upper, 0};
  }
  return worst;
}

// The sum of sign * x over these bounds does not depend on where in the null space x is, that of sign * bound is too
// small (Farkas): bounds have to be so wide that it is not.
double LeastNormFactorization::LeastFactor(const VectorXd& x, const Hold& next, const std::vector<Hold>& held,
                                           const VectorXd& share) const {
  double sum = 0, fixed = 0, width = 0;
  const auto add = [&](const Hold& hold, double times) {
    const double at_zero = BoundOf(hold.at, hold.sign, 0), at_one = BoundOf(hold.at, hold.sign, 1);
    sum += times * hold.sign * x[hold.at];
    fixed += times * hold.sign * at_zero;
    width += times * hold.sign * (at_one - at_zero);
  };
  add(next, 1);
  for (size_t i = 0; i < held.size(); ++i) add(held[i], std::max(0.0, -share[static_cast<Index>(i)]));
  return width > 0 ? (sum - fixed) / width : HUGE_VAL;
}

// A dual active set method: of the bounds that hold unknowns each presses with a multiplier that is not negative; the
// one that is missed most is moved to, and bounds whose multiplier falls to zero on the way let go.
// @source Goldfarb & Idnani 1983, doi 10.1007/bf02591962, for the identity as matrix
double LeastNormFactorization::MoveIntoBounds(VectorXd& x, double factor, std::vector<Hold>& held) const {
  const auto normal_of = [&](const Hold& hold) -> VectorXd { return hold.sign * along_.row(hold.at); };
  held.clear();
  Index moves = kMovesByUnknown * x.size();  // rounding errors could keep it going
  while (std::optional<Hold> next = WorstMissed(x, factor, held)) {
    const VectorXd normal = normal_of(*next);
    for (;;) {
      if (moves-- == 0) return HUGE_VAL;
      VectorXd share(held.size());  // of the normals that hold, in the new one
      VectorXd rest = normal;
      if (!held.empty()) {
        MatrixXd normals(normal.size(), static_cast<Index>(held.size()));
        for (size_t i = 0; i < held.size(); ++i) normals.col(static_cast<Index>(i)) = normal_of(held[i]);
        share = normals.householderQr().solve(normal);
        rest -= normals * share;
      }
      const double square = rest.squaredNorm();
      const double missed = next->sign * (x[next->at] - next->bound);
      const bool can_move = square > kImmovable * kImmovable * normal.squaredNorm();
      double step = can_move ? missed / square : HUGE_VAL;
      size_t leaves = held.size();
      for (size_t i = 0; i < held.size(); ++i) {
        const double fall = share[static_cast<Index>(i)];
        if (!(fall > 0) || held[i].multiplier > step * fall) continue;
        step = std::max(0.0, held[i].multiplier) / fall;
        leaves = i;
      }
      if (!std::isfinite(step)) return LeastFactor(x, *next, held, share);
      for (size_t i = 0; i < held.size(); ++i) held[i].multiplier -= step * share[static_cast<Index>(i)];
      next->multiplier += step;
      if (can_move) x -= step * (along_ * rest);
      if (leaves == held.size()) break;
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(leaves));
    }
    held.push_back(*next);
  }
  return factor;
}

LeastNormSolution LeastNormFactorization::Solve(const VectorXd& rhs) {
  const VectorXd all = scale_.rows.cwiseProduct(rhs);
  VectorXd shared = decomposition_.solve(all);
  LeastNormSolution first = SolutionAt(shared, all);
  const bool is_unique = null_space_.cols() == 0, has_box = box_.lower.size() == shared.size();
  if (!first.consistent || is_unique || !has_box) return first;
  WeighBounded();
  Share(shared);
  first = SolutionAt(shared, all);
  std::vector<Hold> held;
  VectorXd x;
  double factor = 1, least = 0;
  for (Index tries = 0; tries <= shared.size(); ++tries) {
    x = shared;
    least = MoveIntoBounds(x, factor, held);
    if (least <= factor || !std::isfinite(least) || !box_.widens) break;
    factor = least * (1 + kNothing);
  }
  if (held.empty() || !(least <= factor)) return first;
  LeastNormSolution solution = SolutionAt(x, all);
  for (const Hold& hold : held) solution.x[hold.at] = scale_.columns[hold.at] * hold.bound;
  return solution.consistent ? solution : first;
}

LeastNormSolution SolveLeastNorm(const MatrixXd& matrix, const VectorXd& rhs, const Box& box) {
  LeastNormFactorization factorization;
  factorization.Factorize(matrix, box);
  return factorization.Solve(rhs);
}

}  // namespace stiction::runtime
