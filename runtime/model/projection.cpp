// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/projection.h"

#include <algorithm>
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <utility>

#include "runtime/blocks/explain.h"
#include "runtime/support/rounding_direction.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxIterations = 12;
constexpr double kConverged = 1e-6;  // violation
constexpr double kGain = 0.1;        // of an iteration: the Jacobian serves no longer
const double kDifference = std::sqrt(DBL_EPSILON);

}  // namespace

Projection::Projection(ContinuousSystem& system, double tolerance)
    : system_(system),
      tolerance_(tolerance),
      residuals_(system.program().invariants.size()),
      at_(system.state_count()) {
  const Program& program = system.program();
  for (size_t i = 0; i < program.invariants.size(); ++i) {
    const auto set = static_cast<size_t>(program.invariants[i].set);
    if (set >= sets_.size()) sets_.resize(set + 1);
    sets_[set].rows.push_back(i);
  }
  for (size_t i = 0; i < program.invariant_set_of_state.size(); ++i) {
    if (program.invariant_set_of_state[i] >= 0)
      sets_[static_cast<size_t>(program.invariant_set_of_state[i])].states.push_back(i);
  }
}

bool Projection::Evaluate(double t, const double* x) {
  const Program& program = system_.program();
  if (!kernel_) {
    std::vector<Slot> wanted;
    for (const InvariantInfo& invariant : program.invariants) wanted.push_back(invariant.residual);
    kernel_ = system_.MakeKernelOfComputed(wanted);
  }
  if (!is_fresh_) kernel_->Refresh(system_.slots());
  is_fresh_ = true;
  system_.SetPoint(t, x);
  if (!system_.Run(*kernel_, t, x) || !kernel_->Store(system_.slots())) {
    if (system_.Evaluate(t, x)) {
      system_.tape().ClearFailure();
      return false;
    }
    system_.tape().Run(program.invariant_code, system_.slots());
  }
  for (size_t i = 0; i < program.invariants.size(); ++i)
    residuals_[static_cast<Eigen::Index>(i)] = system_.slots()[program.invariants[i].residual];
  return residuals_.allFinite();
}

void Projection::NoteSizes(const double* x) {
  const std::vector<StateInfo>& states = system_.program().states;
  sizes_.resize(states.size(), 0);
  for (size_t i = 0; i < states.size(); ++i) {
    const double declared = states[i].nominal == kNoSlot ? 0 : std::abs(system_.slots()[states[i].nominal]);
    sizes_[i] = declared > 0 ? declared : std::max(sizes_[i], std::abs(x[i]));
  }
}

void Projection::Measure(const std::vector<double>& sizes) {
  sizes_.resize(sizes.size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i) sizes_[i] = std::max(sizes_[i], sizes[i]);
}

// Of a difference. What is 0 so far moves by a little of the others.
double Projection::Step(const Set& set, size_t state) const {
  const double largest = Largest(set);
  const double size = sizes_[state] > 0 ? sizes_[state] : largest > 0 ? largest : 1;
  return kDifference * size;
}

double Projection::Largest(const Set& set) const {
  double largest = 0;
  for (const size_t state : set.states) largest = std::max(largest, sizes_[state]);
  return largest;
}

// Of the residuals at x.
bool Projection::FindNoise(double t, const double* x) {
  noise_ = residuals_;
  bool is_computed = false;
  {
    const RoundingDirection rounding(FE_UPWARD);
    is_computed = Evaluate(t, x);
  }
  noise_ = (noise_ - residuals_).cwiseAbs();
  return is_computed && Evaluate(t, x);
}

// Moves one state of each set by `factor` steps of a difference, where rounding errors of the others have hidden what
// it does so far.
// @pre shifted_ is the point, `before` its residuals
// @returns whether they hide one still; nothing where the system cannot be computed
std::optional<bool> Projection::DifferentiateBy(double factor, size_t k, double t, const Eigen::VectorXd& before) {
  constexpr double kResolved = 1e4;  // rounding errors
  std::vector<double> kept(sets_.size());
  const auto is_moved = [&](const Set& set) {
    if (k >= set.states.size() || !set.is_hidden.col(static_cast<Eigen::Index>(k)).any()) return false;
    return factor == 1 || factor * Step(set, set.states[k]) <= kDifference * Largest(set);
  };
  for (size_t i = 0; i < sets_.size(); ++i) {
    if (!is_moved(sets_[i])) continue;
    double& state = shifted_[sets_[i].states[k]];
    kept[i] = state;
    state += factor * Step(sets_[i], sets_[i].states[k]);
  }
  if (!Evaluate(t, shifted_.data())) return std::nullopt;
  bool is_any_hidden = false;
  for (size_t i = 0; i < sets_.size(); ++i) {
    Set& set = sets_[i];
    if (!is_moved(set)) continue;
    const double width = std::exchange(shifted_[set.states[k]], kept[i]) - kept[i];
    for (size_t r = 0; r < set.rows.size(); ++r) {
      const auto row = static_cast<Eigen::Index>(r), column = static_cast<Eigen::Index>(k);
      if (!set.is_hidden(row, column)) continue;
      const auto residual = static_cast<Eigen::Index>(set.rows[r]);
      const double change = residuals_[residual] - before[residual];
      set.jacobian(row, column) = change / width;
      set.is_hidden(row, column) = std::abs(change) <= kResolved * noise_[residual];
      is_any_hidden |= set.is_hidden(row, column);
    }
  }
  return is_any_hidden;
}

// @pre Evaluate ran at x. A state that is still far smaller than others of its set is moved further than others.
bool Projection::Differentiate(double t, const double* x) {
  constexpr double kFurther = 1e3, kFarthest = 1e30;
  if (!FindNoise(t, x)) return false;
  const Eigen::VectorXd before = residuals_;
  size_t most = 0;
  for (Set& set : sets_) {
    const auto rows = static_cast<Eigen::Index>(set.rows.size()),
               columns = static_cast<Eigen::Index>(set.states.size());
    set.jacobian.setZero(rows, columns);
    set.is_hidden.setConstant(rows, columns, true);
    most = std::max(most, set.states.size());
  }
  shifted_.assign(x, x + system_.state_count());
  for (size_t k = 0; k < most; ++k) {
    for (double factor = 1; factor <= kFarthest; factor *= kFurther) {
      const std::optional<bool> is_any_hidden = DifferentiateBy(factor, k, t, before);
      if (!is_any_hidden) return false;
      if (!*is_any_hidden) break;
    }
  }
  has_jacobian_ = true;
  return Evaluate(t, shifted_.data());
}

// What is no more than rounding errors violates nothing.
double Projection::ViolationOf() const {
  constexpr double kNoises = 4;
  double largest = 0;
  for (const Set& set : sets_) {
    for (size_t r = 0; r < set.rows.size(); ++r) {
      double reach = DBL_MIN;
      for (size_t k = 0; k < set.states.size(); ++k) {
        reach +=
            std::abs(set.jacobian(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(k))) * Weight(set.states[k]);
      }
      const auto row = static_cast<Eigen::Index>(set.rows[r]);
      largest = std::max(largest, (std::abs(residuals_[row]) - kNoises * noise_[row]) / reach);
    }
  }
  return largest;
}

std::optional<double> Projection::Violation(double t, const double* x) {
  NoteSizes(x);
  if (!Evaluate(t, x)) return std::nullopt;
  if (!has_jacobian_ && !Differentiate(t, x)) return std::nullopt;
  return ViolationOf();
}

// @returns the largest change, in units of rounding errors of the state
double Projection::Correct(double* x) const {
  double largest = 0;
  for (const Set& set : sets_) {
    Eigen::VectorXd weights(static_cast<Eigen::Index>(set.states.size()));
    for (size_t k = 0; k < set.states.size(); ++k) {
      const bool is_held = !held_.empty() && held_[set.states[k]] != 0;
      weights[static_cast<Eigen::Index>(k)] = is_held ? 0 : Weight(set.states[k]);
    }
    Eigen::VectorXd residuals(static_cast<Eigen::Index>(set.rows.size()));
    for (size_t r = 0; r < set.rows.size(); ++r)
      residuals[static_cast<Eigen::Index>(r)] = residuals_[static_cast<Eigen::Index>(set.rows[r])];
    if (set.states.empty()) continue;
    const Eigen::MatrixXd scaled = set.jacobian * weights.asDiagonal();
    const Eigen::VectorXd change =
        weights.cwiseProduct(Eigen::VectorXd(scaled.completeOrthogonalDecomposition().solve(-residuals)));
    for (size_t k = 0; k < set.states.size(); ++k) {
      const double dx = change[static_cast<Eigen::Index>(k)];
      double& state = x[set.states[k]];
      state += dx;
      largest = std::max(largest, std::abs(dx) / (DBL_EPSILON * std::max(std::abs(state), DBL_MIN / DBL_EPSILON)));
    }
  }
  return largest;
}

// Where rounding errors keep an iteration from coming nearer, they are those of here.
bool Projection::IsWithin(double t, const double* x) {
  if (!Evaluate(t, x)) return false;
  return ViolationOf() <= 1 || (FindNoise(t, x) && ViolationOf() <= 1);
}

bool Projection::Project(double t, double* x) {
  constexpr double kRounding = 4;
  NoteSizes(x);
  if (!Evaluate(t, x) || (!has_jacobian_ && !Differentiate(t, x))) return false;
  double violation = ViolationOf();
  bool is_new = false;  // the Jacobian, at this x
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    if (violation <= kConverged) return true;
    at_.assign(x, x + system_.state_count());
    const double change = Correct(x);
    const bool is_computed = Evaluate(t, x);
    const double next = is_computed ? ViolationOf() : HUGE_VAL;
    if (next <= kGain * violation || (is_computed && change <= kRounding)) {
      is_new = false;
      violation = next;
      if (change <= kRounding) return IsWithin(t, x);
      continue;
    }
    if (is_new) {
      if (next >= violation) std::copy(at_.begin(), at_.end(), x);
      return IsWithin(t, x);
    }
    if (next >= violation) std::copy(at_.begin(), at_.end(), x);
    if (!Evaluate(t, x) || !Differentiate(t, x)) return false;
    violation = ViolationOf();
    is_new = true;
  }
  return IsWithin(t, x);
}

bool Projection::ProjectAround(double t, double* x, const std::vector<char>& targets) {
  NoteSizes(x);
  if (!Evaluate(t, x) || !Differentiate(t, x)) return false;
  std::vector<char> held = targets;
  for (const Set& set : sets_) {
    for (Eigen::Index row = 0; row < set.jacobian.rows(); ++row) {
      bool reads_target = false;
      for (size_t k = 0; k < set.states.size(); ++k) {
        if (set.jacobian(row, static_cast<Eigen::Index>(k)) != 0 && targets[set.states[k]] != 0) reads_target = true;
      }
      if (reads_target) continue;
      for (size_t k = 0; k < set.states.size(); ++k) {
        if (set.jacobian(row, static_cast<Eigen::Index>(k)) != 0) held[set.states[k]] = 1;
      }
    }
  }
  std::swap(held_, held);
  const bool holds = Project(t, x);
  std::swap(held_, held);
  return holds;
}

std::string Projection::Unsatisfied() const {
  std::string list;
  for (const InvariantInfo& invariant : system_.program().invariants) {
    list += "\n  " + Describe(system_.program(), invariant.equation);
  }
  return list;
}

}  // namespace stiction::runtime
