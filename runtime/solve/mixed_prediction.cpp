#include "runtime/solve/mixed_prediction.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "runtime/solve/varying.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr size_t kLeastElements = 8;  // below, a trial costs as little as the foresight
constexpr size_t kMostElements = 400;
constexpr int kMostFailures = 3;  // in succession: other coefficients will not give it the form either
constexpr int kSweeps = 10;
constexpr size_t kFar = 8;            // an eighth of the elements: sweeps cost less than to follow so many
constexpr double kUnique = 1e-2;      // row sums of the inverse times e W: the core is regular
constexpr double kSymmetric = 1e-9;   // relative to the diagonal
constexpr double kRegular = 1e-8;     // e, relative to the diagonal
constexpr double kDependent = 1e-10;  // of the diagonal: a pivot that says that forces are not unique
constexpr double kNothing = 1e-11;    // of gamma, relative to its terms

}  // namespace

bool MixedPrediction::IsApplicable() const {
  const std::optional<std::vector<MixedSearch::Curve>>& curves = search_.curves();
  return curves && curves->size() >= kLeastElements && curves->size() <= kMostElements && failures_ < kMostFailures;
}

bool MixedPrediction::IsReady() {
  if (!IsApplicable() || !is_built_) return false;
  search_.RunOperands();
  size_t at = 0;
  for (const MixedSearch::Curve& curve : *search_.curves()) {
    for (const Slot threshold : curve.thresholds) {
      if (search_.slots()[threshold] != bounds_[at++]) return is_built_ = false;
    }
  }
  return is_built_ = search_.HasCoefficients(coefficients_);
}

std::optional<Configuration> MixedPrediction::Foresee() {
  if (!IsApplicable()) return {};
  if (!is_built_) {
    search_.RunOperands();
    bounds_.clear();
    for (const MixedSearch::Curve& curve : *search_.curves()) {
      for (const Slot threshold : curve.thresholds) bounds_.push_back(search_.slots()[threshold]);
    }
    coefficients_ = search_.Coefficients();
    is_built_ = true;
    has_form_ = ReadThresholds() && Build();
    failures_ = has_form_ ? 0 : failures_ + 1;
  }
  if (!has_form_ || !FindStart()) return {};
  if (inverse_.Distance(InCore()) * kFar > bounded_.size()) Sweep();
  if (!Pivot()) {
    // Singular: the forces are not unique.
    if (is_regularized_) return {};
    Regularize();
    if (!FindStart() || !Pivot()) return {};
  }

  const auto n = static_cast<Index>(bounded_.size());
  Configuration foreseen = search_.start();
  tried_.resize(mode_.size());
  foreseen_.resize(static_cast<Index>(places_.size()));
  on_edge_.assign(foreseen.size(), false);
  const double largest = gamma_.cwiseAbs().maxCoeff();
  for (Index i = 0; i < n; ++i) {
    const size_t element = bounded_[static_cast<size_t>(i)];
    const Place& place = places_[element];
    int mode = mode_[static_cast<size_t>(i)];
    // Where it is on its bound without being pushed, it stays on the side on which it was held.
    const double nothing = std::max(kNothing * (largest + matrix_(i, i) * (place.upper - place.lower)),
                                    4 * regular_[i] * (place.upper - place.lower));
    if (mode != 0 && std::fabs(gamma_[i]) <= nothing) {
      for (const size_t k : (*search_.curves())[element].positions) on_edge_[k] = true;
      const size_t held = BranchOf(place, search_.start(), element);
      if ((held < place.first_core ? -1 : held < place.beyond ? 0 : 1) != mode) mode = 0;
    }
    tried_[static_cast<size_t>(i)] = mode;
    const double w = gamma_[i] / (scale_[i] * std::fabs(mode < 0 ? place.below : place.above));
    const double s = mode == 0 ? p_[i] : p_[i] + w;
    foreseen_[static_cast<Index>(element)] = s;
    const auto branch = static_cast<size_t>(std::upper_bound(place.thresholds.begin(), place.thresholds.end(), s) -
                                            place.thresholds.begin());
    const size_t least = mode < 0 ? 0 : mode == 0 ? place.first_core : place.beyond;
    const size_t most = mode < 0 ? place.first_core - 1 : mode == 0 ? place.beyond - 1 : place.thresholds.size();
    Write(element, std::clamp(branch, least, most), foreseen);
  }
  for (size_t k = 0; k < free_.size(); ++k) {
    const Place& place = places_[free_[k]];
    const auto row = static_cast<Index>(k);
    const double s = (free_load_[row] - free_coupling_.row(row).dot(p_)) / std::fabs(place.below);
    foreseen_[static_cast<Index>(free_[k])] = s;
    Write(free_[k],
          static_cast<size_t>(std::upper_bound(place.thresholds.begin(), place.thresholds.end(), s) -
                              place.thresholds.begin()),
          foreseen);
  }
  return foreseen;
}

bool MixedPrediction::FindStart() {
  const std::optional<VectorXd> residual = search_.ResidualAtStart();
  if (!residual) return false;
  const VectorXd reduced = reduced_.Forward(*residual);
  const VectorXd start = search_.StartPoint();
  const auto n = static_cast<Index>(bounded_.size());
  p_.resize(n);
  gamma_.resize(n);
  mode_.resize(bounded_.size());
  const auto gap = [&](const Place& place, double coefficient, double w) {
    return std::fabs(coefficient) * w - (place.below > 0 ? reduced[place.row] : -reduced[place.row]);
  };
  for (Index i = 0; i < n; ++i) {
    const size_t element = bounded_[static_cast<size_t>(i)];
    const Place& place = places_[element];
    const size_t branch = BranchOf(place, search_.start(), element);
    const int mode = branch < place.first_core ? -1 : branch < place.beyond ? 0 : 1;
    const double s = start[place.unknown];
    mode_[static_cast<size_t>(i)] = mode;
    p_[i] = mode < 0 ? place.lower : mode > 0 ? place.upper : s;
    gamma_[i] =
        scale_[i] * gap(place, mode < 0 ? place.below : place.above, s - p_[i]) - regular_[i] * (p_[i] - middle_[i]);
  }
  free_load_ = free_coupling_ * p_;
  for (size_t k = 0; k < free_.size(); ++k) {
    const Place& place = places_[free_[k]];
    free_load_[static_cast<Index>(k)] += gap(place, place.below, start[place.unknown]);
  }
  return gamma_.allFinite();
}

std::vector<bool> MixedPrediction::InCore() const {
  std::vector<bool> in_core(mode_.size());
  for (size_t i = 0; i < mode_.size(); ++i) in_core[i] = mode_[i] == 0;
  return in_core;
}

void MixedPrediction::Guess(VectorXd& x) const {
  for (size_t element = 0; element < places_.size(); ++element)
    x[places_[element].unknown] = foreseen_[static_cast<Index>(element)];
}

bool MixedPrediction::Prepare(const BlockMatrix& matrix) {
  if (tried_ != mode_) return false;
  // A null vector z of A in the core has P e W z = z, P the inverse of A + e W: then the row sums of P e W reach 1.
  const VectorXd root = inverse_.Diagonal().cwiseMax(0).cwiseSqrt();
  if (is_regularized_ && !(root.maxCoeff() * root.dot(regular_) < kUnique)) return false;
  return reduced_.Reduce(matrix, varies_);
}

VectorXd MixedPrediction::Solve(const VectorXd& rhs) const {
  const VectorXd v = reduced_.Forward(rhs);
  const auto n = static_cast<Index>(bounded_.size());
  VectorXd right(n);
  for (Index i = 0; i < n; ++i) {
    const Place& place = places_[bounded_[static_cast<size_t>(i)]];
    right[i] = scale_[i] * (place.below > 0 ? v[place.row] : -v[place.row]);
  }
  VectorXd p = inverse_.Times(right);
  // What the regularisation has added is taken away again.
  if (is_regularized_) p += inverse_.Times(regular_.cwiseProduct(p));
  VectorXd x = VectorXd::Zero(rhs.size());
  const auto beside = [&](const Place& place, double carried) {
    return v[place.row] - (place.below > 0 ? carried : -carried);
  };
  const VectorXd of_bounded = matrix_ * p;
  for (Index i = 0; i < n; ++i) {
    const Place& place = places_[bounded_[static_cast<size_t>(i)]];
    const int mode = tried_[static_cast<size_t>(i)];
    x[place.unknown] =
        mode == 0 ? p[i] : beside(place, of_bounded[i] / scale_[i]) / (mode < 0 ? place.below : place.above);
  }
  const VectorXd of_free = free_coupling_ * p;
  for (size_t k = 0; k < free_.size(); ++k) {
    const Place& place = places_[free_[k]];
    x[place.unknown] = beside(place, of_free[static_cast<Index>(k)]) / place.below;
  }
  reduced_.Substitute(v, x);
  return x;
}

bool MixedPrediction::ReadThresholds() {
  const std::vector<MixedSearch::Curve>& curves = *search_.curves();
  places_.resize(curves.size());
  for (size_t e = 0; e < curves.size(); ++e) {
    const std::vector<Slot>& slots = curves[e].thresholds;
    Place& place = places_[e];
    place.thresholds.clear();
    for (const Slot slot : slots) place.thresholds.push_back(search_.slots()[slot]);
    std::sort(place.thresholds.begin(), place.thresholds.end());
    if (!std::isfinite(place.thresholds.front()) || !std::isfinite(place.thresholds.back())) return false;
    if (std::adjacent_find(place.thresholds.begin(), place.thresholds.end()) != place.thresholds.end()) return false;
    place.rank.clear();
    for (const Slot slot : slots) {
      place.rank.push_back(static_cast<size_t>(
          std::lower_bound(place.thresholds.begin(), place.thresholds.end(), search_.slots()[slot]) -
          place.thresholds.begin()));
    }
  }
  return true;
}

size_t MixedPrediction::BranchOf(const Place& place, const Configuration& configuration, size_t element) const {
  const MixedSearch::Curve& curve = (*search_.curves())[element];
  size_t branch = 0;
  for (size_t i = 0; i < curve.positions.size(); ++i) {
    if ((configuration[curve.positions[i]] != 0) == curve.holds_above[i]) branch = std::max(branch, place.rank[i] + 1);
  }
  return branch;
}

void MixedPrediction::Write(size_t element, size_t branch, Configuration& configuration) const {
  const MixedSearch::Curve& curve = (*search_.curves())[element];
  for (size_t i = 0; i < curve.positions.size(); ++i) {
    configuration[curve.positions[i]] = (branch > places_[element].rank[i]) == curve.holds_above[i] ? 1 : 0;
  }
}

bool MixedPrediction::Build() {
  const std::vector<MixedSearch::Curve>& curves = *search_.curves();
  varies_ = search_.ModeDependent();
  const std::vector<bool>& varies = varies_;
  size_t branches = 0;
  std::vector<int> element_of(varies.size(), -1);
  for (size_t e = 0; e < curves.size(); ++e) {
    places_[e].unknown = curves[e].unknown;
    element_of[static_cast<size_t>(curves[e].unknown)] = static_cast<int>(e);
    branches = std::max(branches, curves[e].thresholds.size() + 1);
  }
  std::vector<size_t> order;  // elements in the order of their columns
  for (size_t j = 0; j < varies.size(); ++j) {
    if (varies[j] != (element_of[j] >= 0)) return false;
    if (varies[j]) order.push_back(static_cast<size_t>(element_of[j]));
  }
  if (order.size() != curves.size()) return false;
  std::vector<std::vector<ReducedFactorization::Entries>> columns(curves.size());
  const VectorXd from = search_.StartPoint();
  std::optional<BlockMatrix> in_core;
  for (size_t branch = 0; branch < branches; ++branch) {
    Configuration configuration = search_.start();
    for (size_t e = 0; e < curves.size(); ++e) Write(e, std::min(branch, curves[e].thresholds.size()), configuration);
    const BlockMatrix* matrix = search_.MatrixIn(configuration, from);
    if (matrix == nullptr || !reduced_.Reduce(*matrix, varies)) return false;
    for (size_t k = 0; k < order.size(); ++k) columns[order[k]].push_back(reduced_.Complement(k));
    if (branch == 1) in_core = *matrix;
  }
  if (!in_core || !FindPlaces(columns) || !Symmetrize()) return false;
  FindWeights(*in_core);
  return true;
}

bool MixedPrediction::FindPlaces(const std::vector<std::vector<ReducedFactorization::Entries>>& columns) {
  bounded_.clear();
  free_.clear();
  std::vector<int> element_of_row;
  for (size_t e = 0; e < places_.size(); ++e) {
    Place& place = places_[e];
    const size_t last = place.thresholds.size();
    const ReducedFactorization::Entries& below = columns[e].front();
    const ReducedFactorization::Entries& above = columns[e][last];
    if (below.size() != 1 || above.size() != 1 || below.front().first != above.front().first) return false;
    place.row = below.front().first;
    place.below = below.front().second;
    place.above = above.front().second;
    if (!(place.below * place.above > 0)) return false;
    place.first_core = 1;
    while (place.first_core <= last && columns[e][place.first_core] == below) ++place.first_core;
    place.is_free = place.first_core > last;
    if (!place.is_free) {
      place.beyond = last;
      while (place.beyond > 0 && columns[e][place.beyond - 1] == above) --place.beyond;
      if (place.beyond <= place.first_core - 1 || place.beyond == place.first_core) return false;
      for (size_t b = place.first_core; b < place.beyond; ++b) {
        if (columns[e][b] != columns[e][place.first_core]) return false;
      }
      place.lower = place.thresholds[place.first_core - 1];
      place.upper = place.thresholds[place.beyond - 1];
    }
    (place.is_free ? free_ : bounded_).push_back(e);
    const auto row = static_cast<size_t>(place.row);
    if (element_of_row.size() <= row) element_of_row.resize(row + 1, -1);
    if (element_of_row[row] >= 0) return false;
    element_of_row[row] = static_cast<int>(e);
  }
  if (bounded_.size() < kLeastElements) return false;
  const auto n = static_cast<Index>(bounded_.size());
  MatrixXd coupling = MatrixXd::Zero(static_cast<Index>(places_.size()), n);
  lower_.resize(n);
  upper_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const size_t e = bounded_[static_cast<size_t>(i)];
    lower_[i] = places_[e].lower;
    upper_[i] = places_[e].upper;
    for (const auto& [row, value] : columns[e][places_[e].first_core]) {
      if (static_cast<size_t>(row) >= element_of_row.size() || element_of_row[static_cast<size_t>(row)] < 0)
        return false;
      const auto element = static_cast<size_t>(element_of_row[static_cast<size_t>(row)]);
      coupling(static_cast<Index>(element), i) = places_[element].below > 0 ? value : -value;
    }
  }
  middle_ = 0.5 * (lower_ + upper_);
  matrix_.resize(n, n);
  for (Index i = 0; i < n; ++i) matrix_.row(i) = coupling.row(static_cast<Index>(bounded_[static_cast<size_t>(i)]));
  free_coupling_.resize(static_cast<Index>(free_.size()), n);
  for (size_t k = 0; k < free_.size(); ++k)
    free_coupling_.row(static_cast<Index>(k)) = coupling.row(static_cast<Index>(free_[k]));
  return true;
}

bool MixedPrediction::Symmetrize() {
  const auto n = static_cast<Index>(bounded_.size());
  scale_ = VectorXd::Zero(n);
  for (Index first = 0; first < n; ++first) {
    if (matrix_(first, first) < 0) return false;
    if (scale_[first] != 0) continue;
    scale_[first] = 1;
    std::vector<Index> reached{first};
    for (size_t at = 0; at < reached.size(); ++at) {
      const Index i = reached[at];
      for (Index j = 0; j < n; ++j) {
        if (scale_[j] != 0 || !(matrix_(i, j) * matrix_(j, i) > 0)) continue;
        scale_[j] = scale_[i] * matrix_(i, j) / matrix_(j, i);
        reached.push_back(j);
      }
    }
  }
  matrix_ = scale_.asDiagonal() * matrix_;
  const VectorXd size = matrix_.diagonal().cwiseSqrt();
  if (!matrix_.allFinite() ||
      ((matrix_ - matrix_.transpose()).array().abs() > kSymmetric * (size * size.transpose()).array()).any())
    return false;
  matrix_ = (0.5 * (matrix_ + matrix_.transpose())).eval();
  return true;
}

void MixedPrediction::FindWeights(const BlockMatrix& in_core) {
  const std::vector<MixedSearch::Curve>& curves = *search_.curves();
  const VectorXd rows = in_core.RowSizes();
  const auto n = static_cast<Index>(bounded_.size());
  weight_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const auto column = static_cast<size_t>(curves[bounded_[static_cast<size_t>(i)]].unknown);
    double size = 0;
    for (int k = in_core.column_begin()[column]; k < in_core.column_begin()[column + 1]; ++k) {
      const double row = rows[in_core.row_of()[static_cast<size_t>(k)]];
      if (row > 0) size = std::max(size, std::fabs(in_core.values()[static_cast<size_t>(k)]) / row);
    }
    weight_[i] = (size > 0 ? size : 1) / (upper_[i] - lower_[i]);
  }
  is_regularized_ = false;
  regular_ = VectorXd::Zero(n);
  inverse_.Reset(matrix_.diagonal(), kDependent * matrix_.diagonal());
}

void MixedPrediction::Regularize() {
  const double largest = matrix_.diagonal().cwiseQuotient(weight_).maxCoeff();
  regular_ = weight_ * (kRegular * (largest > 0 ? largest : 1));
  is_regularized_ = true;
  inverse_.Reset(matrix_.diagonal() + regular_, 0.1 * regular_);
}

void MixedPrediction::Sweep() {
  const Index n = p_.size();
  const auto move = [&](Index i, double to) {
    gamma_.noalias() -= matrix_.col(i) * (to - p_[i]);
    gamma_[i] -= regular_[i] * (to - p_[i]);
    p_[i] = to;
  };
  for (Index i = 0; i < n; ++i) {
    if (p_[i] < lower_[i] || p_[i] > upper_[i]) move(i, std::clamp(p_[i], lower_[i], upper_[i]));
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (Index i = 0; i < n; ++i) {
      const double to = std::clamp(p_[i] + gamma_[i] / (matrix_(i, i) + regular_[i]), lower_[i], upper_[i]);
      if (to != p_[i]) move(i, to);
    }
  }
  for (Index i = 0; i < n; ++i) {
    mode_[static_cast<size_t>(i)] = p_[i] == lower_[i] && gamma_[i] < 0   ? -1
                                    : p_[i] == upper_[i] && gamma_[i] > 0 ? 1
                                                                          : 0;
  }
}

bool MixedPrediction::Pivot() {
  constexpr int kPatience = 5;
  const Index n = p_.size();
  size_t fewest = bounded_.size() + 1;
  int patience = kPatience;
  const size_t cap = 40 + 4 * bounded_.size();
  std::vector<int> next;
  for (size_t step = 0; step < cap; ++step) {
    if (!inverse_.Follow(matrix_, InCore())) return false;
    for (Index i = 0; i < n; ++i) {
      const int mode = mode_[static_cast<size_t>(i)];
      const double bound = mode < 0 ? lower_[i] : upper_[i];
      if (mode == 0 || p_[i] == bound) continue;
      gamma_.noalias() -= matrix_.col(i) * (bound - p_[i]);
      gamma_[i] -= regular_[i] * (bound - p_[i]);
      p_[i] = bound;
    }
    const VectorXd change = inverse_.Times(gamma_);
    p_ += change;
    gamma_.noalias() -= matrix_ * change;
    if (is_regularized_) gamma_ -= regular_.cwiseProduct(change);
    if (!p_.allFinite()) return false;
    next = mode_;
    size_t wrong = 0;
    Index first = -1;
    for (Index i = 0; i < n; ++i) {
      int& mode = next[static_cast<size_t>(i)];
      if (mode == 0) {
        const double rounding = 1e-12 * (upper_[i] - lower_[i]);
        if (p_[i] < lower_[i] - rounding) mode = -1;
        if (p_[i] > upper_[i] + rounding) mode = 1;
      } else if (gamma_[i] * mode < 0) {
        mode = 0;
      }
      if (mode == mode_[static_cast<size_t>(i)]) continue;
      ++wrong;
      if (first < 0) first = i;
    }
    if (wrong == 0) return true;
    if (wrong < fewest) {
      fewest = wrong;
      patience = kPatience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience > 0) {
      mode_ = next;
    } else {
      mode_[static_cast<size_t>(first)] = next[static_cast<size_t>(first)];
    }
  }
  return false;
}

}  // namespace stiction::runtime
