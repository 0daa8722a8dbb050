// SPDX-License-Identifier: BSD-3-Clause
// Keeps the states of a trajectory on the invariants of its equations.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Invariants c(t, x) = 0 hold along the solution, and errors of the integration let them drift. Solves, for each set,
///
///   min |W^-1 dx|  with  c(t, x + dx) = 0,  W = diag(tolerance * size_i)
///
/// where size_i is the declared nominal value of a state, else the largest |x_i| so far, so that units do not matter,
/// by Gauss-Newton with a Jacobian C of differences, which is kept while it serves.
/// @source Eich 1993, Convergence results for a coordinate projection method, doi 10.1137/0730076; Hairer & Wanner
/// 1996,
///   Solving Ordinary Differential Equations II, VII.2
class Projection {
 public:
  /// @param tolerance of the run @pre `system` outlives this
  Projection(ContinuousSystem& system, double tolerance);

  bool empty() const { return sets_.empty(); }

  /// An event may have changed what is held. @pre ContinuousSystem::Refresh was called after it
  void Refresh() { is_fresh_ = false; }

  /// The largest |c_r| / sum_i |C_ri| W_i; nothing if c cannot be computed there.
  std::optional<double> Violation(double t, const double* x);

  /// What the integrator knows of the sizes of states: one that is nothing but rounding errors of others is not small.
  /// @param sizes nx; 0: not known
  void Measure(const std::vector<double>& sizes);

  /// States that stay as they are from now on. @param held by state: 1 where it does; empty: nowhere
  void Hold(std::vector<char> held) { held_ = std::move(held); }

  /// @param x nx; changed
  /// @returns whether the invariants hold then, as well as what is held lets them
  /// @post the slots hold the values of x
  bool Project(double t, double* x);
  /// The same after some states were set, which stay as they are, and so do those of invariants without one of them:
  /// where speeds were set, positions stay. @param targets by state
  bool ProjectAround(double t, double* x, const std::vector<char>& targets);

  /// The equations that Project could not satisfy, with their places.
  std::string Unsatisfied() const;

 private:
  struct Set {
    std::vector<size_t> rows;                                      // of Program::invariants
    std::vector<size_t> states;                                    // numbers
    Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> is_hidden;  // entries, while they are computed
    Eigen::MatrixXd jacobian;                                      // C
  };

  bool Evaluate(double t, const double* x);
  bool Differentiate(double t, const double* x);
  void NoteSizes(const double* x);
  double Step(const Set& set, size_t state) const;
  double Largest(const Set& set) const;
  bool FindNoise(double t, const double* x);
  std::optional<bool> DifferentiateBy(double factor, size_t k, double t, const Eigen::VectorXd& before);
  double Weight(size_t state) const { return tolerance_ * sizes_[state]; }
  double ViolationOf() const;
  bool IsWithin(double t, const double* x);
  double Correct(double* x) const;

  ContinuousSystem& system_;
  double tolerance_;
  std::vector<Set> sets_;
  std::unique_ptr<SystemKernel> kernel_;  // of the residuals; made when first wanted
  bool is_fresh_ = false;                 // it knows what the last event changed
  bool has_jacobian_ = false;
  std::vector<char> held_;
  std::vector<double> sizes_;         // of the states
  Eigen::VectorXd noise_;             // rounding errors of residuals where the Jacobian was computed last
  Eigen::VectorXd residuals_;         // at the point evaluated last, by invariant
  std::vector<double> at_, shifted_;  // scratch
};

}  // namespace stiction::runtime
