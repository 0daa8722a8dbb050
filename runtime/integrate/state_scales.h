// Sizes that states count as at least in the error test of a method: absolute tolerance = tolerance * size.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/events/continuous_system.h"

namespace stiction::runtime {

/// The size of a state is its declared nominal value. Without one it is min(1, 20 H), where H is the largest |x_i| so
/// far: a state that has only been small is measured against itself, whatever its unit. Before it has moved, and until
/// it has gone that far, a look ahead along its derivative tells H: a body that leaves rest as t^4 has no size of
/// its own there. What rounding errors of the derivatives do to a state in a step is no error of the method: a state
/// that is nothing but rounding errors of larger ones does not count as small.
class StateScales {
 public:
  using Vector = std::vector<double>;

  /// @param tolerance of the method
  StateScales(ContinuousSystem& system, double tolerance);

  /// Begins at t after the start, an event or another method.
  /// @param x, f states and derivatives there, nx
  /// @param reach of a long step [s]
  /// @returns whether the system was evaluated at another point
  bool Begin(double t, const double* x, const double* f, double reach);
  /// A step of width h ended at x. @returns whether a size has changed
  bool Accept(const double* x, double h);

  const Vector& sizes() const { return sizes_; }
  const Vector& absolute() const { return absolute_; }  // tolerance * size

 private:
  bool Update();
  void LookAhead(double t, const double* x, const double* f, double h);
  void FindNoise(double t, const double* x, const double* f);

  ContinuousSystem& system_;
  double tolerance_;
  std::vector<size_t> undeclared_;  // states without a nominal value, ascending
  // By state
  Vector largest_, ahead_, noise_;  // noise_: of the derivative
  Vector sizes_, absolute_;
  Vector trial_, slope_;  // working memory
  double width_ = 0;      // of the last steps
  int64_t resets_ = 0;
  double time_ahead_ = 0;  // for which ahead_ still counts [s]
};

}  // namespace stiction::runtime
