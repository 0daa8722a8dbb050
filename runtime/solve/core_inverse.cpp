#include "runtime/solve/core_inverse.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int kMostUpdates = 200;  // until the inverse is computed anew
constexpr Index kFewest = 4;       // updates that cost less than a new inverse of any size
constexpr Index kFraction = 2;     // likewise, in relation to the size

}  // namespace

void CoreInverse::Reset(VectorXd diagonal, VectorXd least) {
  diagonal_ = std::move(diagonal);
  least_ = std::move(least);
  inverse_.resize(diagonal_.size(), diagonal_.size());
  GiveUp();
}

bool CoreInverse::GiveUp() {
  members_.clear();
  is_in_.assign(static_cast<size_t>(diagonal_.size()), false);
  updates_ = kMostUpdates;
  return false;
}

size_t CoreInverse::Distance(const std::vector<bool>& is_in) const {
  size_t changes = 0;
  for (size_t i = 0; i < is_in.size(); ++i) changes += is_in[i] != is_in_[i] ? 1 : 0;
  return changes;
}

bool CoreInverse::Follow(const MatrixXd& matrix, const std::vector<bool>& is_in) {
  const auto changes = static_cast<Index>(Distance(is_in));
  if (changes == 0) return true;
  if (updates_ + changes > kMostUpdates || changes > std::max(kFewest, size() / kFraction))
    return Invert(matrix, is_in);
  updates_ += static_cast<int>(changes);
  for (size_t place = members_.size(); place-- > 0;) {
    if (!is_in[static_cast<size_t>(members_[place])]) Remove(place);
  }
  for (size_t i = 0; i < is_in.size(); ++i) {
    if (is_in[i] && !is_in_[i] && !Add(matrix, static_cast<Index>(i))) return Invert(matrix, is_in);
  }
  return true;
}

void CoreInverse::Remove(size_t place) {
  const auto at = static_cast<Index>(place);
  const Index last = size() - 1;
  auto part = inverse_.topLeftCorner(size(), size());
  const VectorXd column = part.col(at);
  part.noalias() -= column * (column.transpose() / column[at]);
  if (at != last) {
    part.col(at) = part.col(last);
    part.row(at) = part.row(last);
  }
  is_in_[static_cast<size_t>(members_[place])] = false;
  members_[place] = members_.back();
  members_.pop_back();
}

bool CoreInverse::Add(const MatrixXd& matrix, Index i) {
  const VectorXd border = Gather(matrix.col(i));
  const VectorXd column = Part() * border;
  const double pivot = diagonal_[i] - border.dot(column);
  if (!(pivot > least_[i])) return false;
  const Index count = size();
  inverse_.topLeftCorner(count, count).noalias() += column * (column.transpose() / pivot);
  inverse_.col(count).head(count) = -column / pivot;
  inverse_.row(count).head(count) = inverse_.col(count).head(count).transpose();
  inverse_(count, count) = 1 / pivot;
  members_.push_back(i);
  is_in_[static_cast<size_t>(i)] = true;
  return true;
}

bool CoreInverse::Invert(const MatrixXd& matrix, const std::vector<bool>& is_in) {
  members_.clear();
  for (size_t i = 0; i < is_in.size(); ++i) {
    if (is_in[i]) members_.push_back(static_cast<Index>(i));
  }
  MatrixXd part(size(), size());
  for (Index j = 0; j < size(); ++j) {
    const Index column = members_[static_cast<size_t>(j)];
    part.col(j) = Gather(matrix.col(column));
    part(j, j) = diagonal_[column];
  }
  const Eigen::LLT<MatrixXd> factorization(part);
  if (factorization.info() != Eigen::Success) return GiveUp();
  for (Index j = 0; j < size(); ++j) {
    const double root = factorization.matrixLLT()(j, j);
    if (!(root * root > least_[members_[static_cast<size_t>(j)]])) return GiveUp();
  }
  inverse_.topLeftCorner(size(), size()) = factorization.solve(MatrixXd::Identity(size(), size()));
  is_in_ = is_in;
  updates_ = 0;
  return Part().allFinite() || GiveUp();
}

VectorXd CoreInverse::Gather(const Eigen::Ref<const VectorXd>& v) const {
  VectorXd gathered(size());
  for (Index k = 0; k < size(); ++k) gathered[k] = v[members_[static_cast<size_t>(k)]];
  return gathered;
}

VectorXd CoreInverse::Times(const VectorXd& v) const {
  const VectorXd product = Part() * Gather(v);
  VectorXd spread = VectorXd::Zero(v.size());
  for (Index k = 0; k < size(); ++k) spread[members_[static_cast<size_t>(k)]] = product[k];
  return spread;
}

VectorXd CoreInverse::Diagonal() const {
  VectorXd diagonal = VectorXd::Zero(diagonal_.size());
  for (Index k = 0; k < size(); ++k) diagonal[members_[static_cast<size_t>(k)]] = inverse_(k, k);
  return diagonal;
}

}  // namespace stiction::runtime
