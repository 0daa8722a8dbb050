// SPDX-License-Identifier: BSD-3-Clause
// Sizes that states count as at least in the error test of a method: absolute tolerance = tolerance * size.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// A smaller size is that of no quantity: what rounding errors have left of rounding errors. Weights of errors have
/// squares.
constexpr double kNothing = 1e-120;

/// The size of a state is its declared nominal value. Without one it is min(1, H), where H is the largest |x_i| so
/// far: a state that has only been small is measured against itself, whatever its unit. Before it has moved, and until
/// it has gone that far, a look ahead along its derivative tells H: a body that leaves rest as t^4 has no size of
/// its own there. What rounding errors of the derivatives do to a state in a step is no error of the method: a state
/// that is nothing but rounding errors of larger ones does not count as small.
/// The members beyond the usual number are one vector for each property of a state.
class StateScales {
 public:
  using Vector = std::vector<double>;

  /// @param tolerance of the method
  /// @param strictest of the tests that a step has to pass, as a part of the tolerance: a state that is nothing but
  /// rounding errors has to pass it
  StateScales(ContinuousSystem& system, double tolerance, double strictest = 1);

  /// Takes over the largest values of the states that another method has seen.
  void TakeHistory(const StateScales& other) { largest_ = other.largest_; }

  /// Begins at t after the start, an event or another method.
  /// @param x, f states and derivatives there, nx
  /// @param reach of a long step [s]
  /// @returns whether the system was evaluated at another point
  bool Begin(double t, const double* x, const double* f, double reach);
  /// True if Begin() is going to look for rounding errors: they change little from one mode to the other.
  bool LooksAtNoise() const { return !undeclared_.empty() && std::has_single_bit(resets_ + 1); }
  /// Of the derivatives by the states, in compressed sparse columns: an implicit method damps rounding errors as the
  /// solution does. The first columns and rows are those of the states.
  void TakeJacobian(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of,
                    const std::vector<double>& values);
  /// Rounding errors of this size were seen in a derivative.
  void NoteNoise(size_t state, double size) {
    if (std::isfinite(size)) noise_[state] = std::max(noise_[state], size);
  }
  /// A step of width h ended at x. @returns whether a size has changed
  bool Accept(const double* x, double h);
  /// To be called after Accept: now and then rounding errors are looked for at t, with the states x.
  /// @returns whether the system was evaluated at another point
  bool LookAgain(double t, const double* x);
  /// Steps from t, where the states are x, failed their error test: if many do, rounding errors may be why.
  /// @returns as LookAgain
  /// @param h width of the shortest of them
  bool Reject(double t, const double* x, double h, uint64_t failures = 1);

  const Vector& sizes() const { return sizes_; }
  const StateErrors& errors() const { return errors_; }
  const Vector& noise() const { return noise_; }  // rounding errors of the derivatives, as far as they were seen
  /// True if the state has a declared size, or has moved; the size of others is 1.
  bool IsKnown(size_t state) const { return errors_.sizes[state] > 0; }
  const Vector& absolute() const { return absolute_; }  // tolerance * size

 private:
  bool Update();
  void LookAhead(double t, const double* x, const double* f, double h);
  bool TryAhead(double t, const double* x, const double* f, double h);
  double OwnErrorIn(double width, size_t state) const;  // that rounding errors of the derivative itself make
  double ErrorIn(double width, size_t state) const;     // and those of the states it is computed from
  double Remembered(double width, size_t state) const;  // the part of it over which the state remembers an error
  void FindNoise(double t, const double* x);
  void FindNoiseAt(double t, const double* x);
  void CarryNoise(double t, const double* x);

  ContinuousSystem& system_;
  double tolerance_;
  double strictest_;
  std::vector<size_t> undeclared_;  // states without a nominal value, ascending
  // By state
  Vector largest_, ahead_;
  Vector noise_, carried_;  // rounding errors of the derivative: its own, and those of the states in it
  Vector drift_;            // what rounding errors of steps may have added up to
  StateErrors errors_;
  Vector damping_;        // rate at which the solution forgets an error [1/s], where the method follows it
  Vector steepest_;       // derivative here and ahead
  Vector steepness_now_;  // derivative here, and as far ahead as times differ at least
  Vector sizes_, absolute_;
  Vector trial_, slope_, other_slope_;  // working memory
  Vector kept_slots_;
  std::vector<int> turns_;     // so far, one after the other
  double width_ = 0;           // of the last steps
  double width_of_sizes_ = 0;  // when the sizes were last looked at
  uint64_t resets_ = 0, steps_ = 0;
  uint64_t samples_ = 0;   // of signs so far: two states that one hides from each other move apart in the next
  uint64_t failures_ = 0;  // since Begin
  uint64_t looks_at_ = 0;  // so many failures
  double reach_ = 0;       // of a long step [s]
  double horizon_ = 0;     // the longest reach so far [s]
  double resolution_ = 0;  // by which times differ at least [s]
  double time_ahead_ = 0;  // for which ahead_ still counts [s]
};

}  // namespace stiction::runtime
