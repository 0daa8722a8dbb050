// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "runtime/linear/dense.h"
#include "runtime/linear/equilibration.h"
#include "runtime/mixed/strategies.h"
#include "runtime/program/relation.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kJump = 1e-7;     // of a residual where a relation switches, relative to its terms
constexpr double kOnPath = 1e-10;  // likewise, of what is off the path
constexpr double kFar = 1e3;       // of a far start
constexpr size_t kNoRelation = SIZE_MAX;
constexpr double kIrrational = 0.6180339887498949;

/// Continuation of a path where the law jumps.
enum class AtJump {
  kStay,  // begins anew, the relation staying as it is from there
  kFill   // goes along the jump
};

/// One path: F_c(x) = (1 - tau) d from tau = 0 to 1, with c the relations of x. The members beyond the usual
/// number are the point that it has come to.
class Path {
 public:
  Path(MixedSearch& search, AtJump at_jump) : search_(search), at_jump_(at_jump) {}

  bool Follow(const VectorXd& from) {
    if (!Begin(from)) return false;
    const size_t cap = 60 * configuration_.size() + 200;
    for (size_t pivot = 0; pivot < cap; ++pivot) {
      if (!FindDirection()) return false;
      const Reached reached = Advance();
      if (reached.what == Reached::kEnd) return jumps_.empty() ? Accept() : AcceptWithinJumps();
      if (reached.what == Reached::kNothing) return false;
      if (reached.what == Reached::kRelation && !LeaveJump(reached.position) && !Switch(reached.position)) return false;
    }
    search_.memory().reached_limit = true;
    return false;
  }

 private:
  /// A jump that the path goes along: the unknown stands at the threshold, `part` of the jump has been passed.
  struct Jump {
    size_t position = 0;  // of the relation
    Index unknown = 0;
    VectorXd height;       // of the residual
    double direction = 1;  // of the unknown on the way in
    double part = 0, rate = 0;
  };

  /// End of a straight piece of the path.
  struct Reached {
    enum { kEnd, kRelation, kPoint, kNothing } what;
    size_t position = 0;  // kRelation: it switches
  };

  bool Begin(const VectorXd& from) {
    x_ = from;
    sizes_ = problem_.real().Sizes(problem_.slots(), from).cwiseMax(from.cwiseAbs());
    configuration_ = search_.start();
    latched_.assign(configuration_.size(), false);
    constexpr int kPasses = 5;
    bool is_consistent = false;
    for (int pass = 0; pass < kPasses && !is_consistent; ++pass) {
      if (!problem_.Enter(configuration_, x_) || !problem_.Evaluate(x_, offset_, gaps_)) return false;
      is_consistent = true;
      for (size_t k = 0; k < gaps_.size(); ++k) {
        if (structure_.IsDiscrete(k) || gaps_[k] == 0) continue;
        const double value = gaps_[k] > 0 ? 1 : 0;
        is_consistent = is_consistent && value == configuration_[k];
        configuration_[k] = value;
      }
    }
    if (!is_consistent) return false;
    tau_ = 0;
    orientation_ = 0;
    return true;
  }

  /// dx, dtau: J dx + d dtau = 0, the sign of det [J d; dx' dtau] being that of the first.
  bool FindDirection() {
    std::optional<VectorXd> dx = problem_.real().Direction(problem_.slots(), -offset_);
    int orientation = problem_.real().orientation();
    MatrixXd jacobian;
    if (!jumps_.empty()) {
      jacobian = problem_.real().matrix();
      for (const Jump& jump : jumps_) jacobian.col(jump.unknown) = jump.direction * jump.height;
      DenseFactorization factorization;
      factorization.Factorize(jacobian);
      dx.reset();
      if (factorization.is_regular()) dx = factorization.Solve(-offset_);
      orientation = factorization.DeterminantSign();
    }
    if (dx) {
      if (orientation_ == 0) orientation_ = orientation;
      const double sign = orientation == orientation_ ? 1 : -1;
      dx_ = sign * *dx;
      dtau_ = sign;
      SplitDirection();
      return dx_.allFinite();
    }
    if (orientation_ == 0) return false;  // the start is degenerate
    if (jumps_.empty()) jacobian = problem_.real().matrix();
    const Index n = x_.size();
    MatrixXd bordered(n, n + 1);
    bordered << jacobian, offset_;
    const Equilibration scale = Equilibrate(bordered);
    bordered = scale.Apply(bordered);
    Eigen::FullPivLU<MatrixXd> lu(bordered);
    lu.setThreshold(1e-12);
    if (lu.dimensionOfKernel() != 1) return false;
    VectorXd z = lu.kernel().col(0);
    MatrixXd square(n + 1, n + 1);
    square << bordered, z.transpose();
    const double determinant = Eigen::PartialPivLU<MatrixXd>(square).determinant();
    if (determinant == 0 || !std::isfinite(determinant)) return false;
    if ((determinant > 0 ? 1 : -1) != orientation_) z = -z;
    z = z.cwiseProduct(scale.columns);
    dx_ = z.head(n);
    dtau_ = std::fabs(z[n]) < 1e-13 * Length(dx_) ? 0 : z[n];
    SplitDirection();
    return z.allFinite();
  }

  /// On a path along a jump the unknown of the direction found is the part of the jump.
  void SplitDirection() {
    for (Jump& jump : jumps_) jump.rate = jump.direction * std::exchange(dx_[jump.unknown], 0.0);
  }

  /// Goes to the next relation that switches, or to the end.
  Reached Advance() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    // Relations are affine along the line: two points tell.
    const double length = Length(dx_);
    const double unit = dtau_ != 0 ? 1 / std::fabs(dtau_) : length > 0 ? 1 / length : 1;
    std::vector<double> here, there;
    VectorXd residual;
    if (!problem_.Evaluate(x_, residual, here) || !problem_.Evaluate(x_ + unit * dx_, residual, there))
      return {Reached::kNothing};
    double step = kInfinity;
    size_t crossed = kNoRelation;
    for (size_t k = 0; k < here.size(); ++k) {
      if (structure_.IsDiscrete(k) || latched_[k]) continue;
      const double side = configuration_[k] != 0 ? 1 : -1;
      const double rate = side * (there[k] - here[k]) / unit;
      if (!(rate < 0)) continue;
      // It has just switched, and only rounding has it go back.
      if (last_ == k && side * here[k] <= 0 &&
          -rate * unit <= 1e-12 * std::max(std::fabs(here[k]), std::fabs(there[k])))
        continue;
      const double reach = std::max(0.0, side * here[k]) / -rate;
      if (reach >= step) continue;
      step = reach;
      crossed = k;
    }
    for (const Jump& jump : jumps_) {
      if (jump.rate == 0) continue;
      const double reach = std::max(0.0, jump.rate > 0 ? (1 - jump.part) / jump.rate : jump.part / -jump.rate);
      if (reach >= step) continue;
      step = reach;
      crossed = jump.position;
    }
    const double end = dtau_ > 0 ? (1 - tau_) / dtau_ : dtau_ < 0 ? tau_ / -dtau_ : kInfinity;
    const bool reaches_end = end <= step;
    if (reaches_end) {
      if (dtau_ <= 0) return {Reached::kNothing};
      step = end;
      crossed = kNoRelation;
    } else if (crossed == kNoRelation) {
      return {Reached::kNothing};
    }
    const bool is_linear = problem_.block().is_linear;
    if (!is_linear) ShortenToFirst(here, step, crossed);
    x_ += step * dx_;
    tau_ += step * dtau_;
    for (Jump& jump : jumps_) jump.part += step * jump.rate;
    if (!is_linear && !Correct()) return {Reached::kNothing};
    if (reaches_end && step == end) return {Reached::kEnd};
    return crossed != kNoRelation ? Reached{Reached::kRelation, crossed} : Reached{Reached::kPoint};
  }

  /// Shortens a step along which relations are not affine to the first relation that has switched; none, if the one
  /// foreseen has not.
  void ShortenToFirst(const std::vector<double>& here, double& step, size_t& crossed) {
    constexpr int kPasses = 40;
    constexpr double kClose = 1e-11;
    VectorXd residual;
    std::vector<double> there;
    for (int pass = 0; pass < kPasses; ++pass) {
      if (!problem_.Evaluate(x_ + step * dx_, residual, there)) return;
      double first = step;
      size_t beyond = kNoRelation;
      for (size_t k = 0; k < here.size(); ++k) {
        if (structure_.IsDiscrete(k) || latched_[k]) continue;
        const double side = configuration_[k] != 0 ? 1 : -1;
        const double size = std::max(std::fabs(here[k]), std::fabs(there[k]));
        if (side * there[k] >= -kClose * size || side * here[k] <= 0) continue;
        const double reach = step * side * here[k] / (side * here[k] - side * there[k]);
        if (reach >= first) continue;
        first = reach;
        beyond = k;
      }
      if (beyond == kNoRelation) {
        if (crossed != kNoRelation &&
            std::fabs(there[crossed]) > 1e-9 * std::max(std::fabs(here[crossed]), OperandSize(crossed)))
          crossed = kNoRelation;
        return;
      }
      crossed = beyond;
      step = first;
    }
  }

  /// Back onto the path at this tau, by Newton's method. @returns false if it does not converge
  bool Correct() {
    constexpr int kPasses = 8;
    VectorXd residual;
    for (int pass = 0; pass < kPasses; ++pass) {
      if (!problem_.Evaluate(x_, residual, gaps_)) return false;
      const VectorXd off = residual - (1 - tau_) * offset_;
      if (problem_.real().IsNothing(problem_.slots(), off, offset_, kOnPath)) return true;
      const std::optional<VectorXd> dx = problem_.real().Direction(problem_.slots(), -off);
      if (!dx) return dtau_ == 0;
      x_ += *dx;
    }
    return true;
  }

  /// Of the larger operand of a relation, as evaluated last.
  double OperandSize(size_t position) const {
    const RelationInfo& relation = structure_.relation(position);
    return std::max(std::fabs(problem_.slots()[relation.left]), std::fabs(problem_.slots()[relation.right]));
  }

  /// Of a step: the largest of its components, relative to the sizes of the unknowns.
  double Length(const VectorXd& dx) const {
    double length = 0;
    for (Index j = 0; j < dx.size(); ++j) {
      const double size = std::max(sizes_[j], std::fabs(x_[j]));
      if (size > 0) length = std::max(length, std::fabs(dx[j]) / size);
    }
    return length;
  }

  bool Switch(size_t k) {
    VectorXd before, after;
    if (!problem_.Evaluate(x_, before, gaps_)) return false;
    configuration_[k] = configuration_[k] != 0 ? 0 : 1;
    last_ = k;
    if (!problem_.Enter(configuration_, x_) || !problem_.Evaluate(x_, after, gaps_)) return false;
    const VectorXd size = before.cwiseAbs() + offset_.cwiseAbs();
    if (problem_.real().IsNothing(problem_.slots(), after - before, size, kJump)) return true;
    if (at_jump_ == AtJump::kFill) {
      const std::optional<Index> unknown = structure_.UnknownAtThreshold(k);
      if (!unknown) return false;
      jumps_.push_back({k, *unknown, after - before, dx_[*unknown] < 0 ? -1.0 : 1.0, 0, 0});
      configuration_[k] = configuration_[k] != 0 ? 0 : 1;
      return problem_.Enter(configuration_, x_) && problem_.Evaluate(x_, before, gaps_);
    }
    // The law jumps: from here a new path, on which this relation stays.
    search_.memory().jumps.insert(k);
    latched_[k] = true;
    offset_ = after;
    tau_ = 0;
    orientation_ = 0;
    return true;
  }

  /// The end of a jump that the path goes along: on its other side, or back where it came from.
  /// @returns false if it is not on a jump of this relation
  bool LeaveJump(size_t k) {
    const auto jump = std::find_if(jumps_.begin(), jumps_.end(), [&](const Jump& one) { return one.position == k; });
    if (jump == jumps_.end()) return false;
    if (jump->rate > 0) configuration_[k] = configuration_[k] != 0 ? 0 : 1;
    jumps_.erase(jump);
    last_ = k;
    VectorXd residual;
    return problem_.Enter(configuration_, x_) && problem_.Evaluate(x_, residual, gaps_);
  }

  /// A path that ends within jumps is accepted on one side of each, short of the threshold.
  bool AcceptWithinJumps() {
    constexpr size_t kMaxJumps = 6;
    const Configuration from = configuration_;
    for (size_t sides = 0; sides < size_t{1} << std::min(jumps_.size(), kMaxJumps); ++sides) {
      configuration_ = from;
      for (size_t i = 0; i < jumps_.size(); ++i) {
        double& value = configuration_[jumps_[i].position];
        if ((sides >> i & 1) != 0) value = value != 0 ? 0 : 1;
      }
      if (Accept()) return true;
    }
    return false;
  }

  bool Accept() {
    const Trial& trial = search_.Try(configuration_);
    if (!trial.is_consistent() && !trial.is_tied) {
      const bool only_released =
          trial.is_admissible &&
          std::all_of(trial.inconsistent.begin(), trial.inconsistent.end(), [&](size_t k) { return latched_[k]; });
      if (only_released) {
        Configuration left = configuration_;
        for (const size_t k : trial.inconsistent) left[k] = search_.start()[k] != 0 ? 0 : 1;
        if (!search_.memory().released) search_.memory().released = left;
      }
      return false;
    }
    // A tied relation belongs to its held side; then a load may be shared.
    VectorXd residual;
    const VectorXd x = problem_.real().unknowns(problem_.slots());
    if (!problem_.Evaluate(x, residual, gaps_)) return false;
    Configuration held = configuration_;
    for (size_t k = 0; k < gaps_.size(); ++k) {
      if (!structure_.IsDiscrete(k) && std::fabs(gaps_[k]) <= kNearTie * OperandSize(k)) held[k] = search_.start()[k];
    }
    if (held != configuration_ && search_.Try(held).is_consistent()) return true;
    search_.Try(configuration_);
    return trial.is_consistent() || trial.is_tied;
  }

  MixedSearch& search_;
  MixedProblem& problem_ = search_.problem();
  const MixedStructure& structure_ = search_.structure();
  const AtJump at_jump_;
  std::vector<Jump> jumps_;  // that the path goes along
  Configuration configuration_;
  VectorXd x_, offset_, dx_, sizes_;
  double tau_ = 0, dtau_ = 0;
  int orientation_ = 0;
  std::vector<double> gaps_;
  std::vector<bool> latched_;
  std::optional<size_t> last_;
};

VectorXd StartPoint(MixedSearch& search) {
  const std::vector<double>& start = search.problem().start_unknowns();
  return VectorXd::Map(start.data(), static_cast<Index>(start.size())).unaryExpr([](double value) {
    return std::isfinite(value) ? value : 0.0;
  });
}

}  // namespace

bool PathFromStart(MixedSearch& search) {
  return search.structure().can_be_followed() && Path(search, AtJump::kStay).Follow(StartPoint(search));
}

bool PathFollowing(MixedSearch& search) {
  if (!search.structure().can_be_followed()) return false;
  RealPart& real = search.problem().real();
  const VectorXd start = StartPoint(search);
  const Index n = start.size();
  // A start in general position: no two relations are crossed at once.
  const auto generic = [&](Index j, double size) {
    return size * (0.5 + std::fmod(kIrrational * static_cast<double>(j + 1), 1.0));
  };
  VectorXd near = start, middle(n), above(n), below(n);
  const Box box = real.Bounds(search.problem().slots(), true);
  const bool has_box = box.lower.size() == n;
  const VectorXd sizes = real.Sizes(search.problem().slots(), start);
  for (Index j = 0; j < n; ++j) {
    const bool is_bounded = has_box && std::isfinite(box.upper[j] - box.lower[j]);
    const double size = sizes[j] > 0 ? sizes[j] : 1;
    const double width = is_bounded ? std::fabs(box.upper[j] - box.lower[j]) : size;
    near[j] += generic(j, 1e-3 * (1e-3 * width + std::fabs(start[j])));
    const double centre = is_bounded ? 0.5 * (box.upper[j] + box.lower[j]) : 0;
    middle[j] = centre + 0.1 * generic(j, width);
    above[j] = centre + kFar * generic(j, width);
    below[j] = centre - kFar * generic(j, width);
  }
  for (const AtJump at_jump : {AtJump::kStay, AtJump::kFill}) {
    if (at_jump == AtJump::kFill && !search.problem().block().is_linear) break;
    for (const VectorXd& from : {near, middle, above, below}) {
      if (Path(search, at_jump).Follow(from)) return true;
    }
  }
  return false;
}

}  // namespace stiction::runtime
