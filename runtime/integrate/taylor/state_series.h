// SPDX-License-Identifier: BSD-3-Clause
// The Taylor series of the solution of xdot = f(t, x), where a kernel computes f.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/integrate/taylor/kernel_series.h"

namespace stiction::runtime {

/// x(t0 + s) = sum_k x_k s^k with x_{k+1} = f_k / (k + 1): the coefficients of the states stand among those of all
/// values of the kernel.
class StateSeries {
 public:
  /// @param kernel gets further values; outlives this
  /// @param states index of each state among the leaves of the kernel, kNoSlot: none reads it. nx
  /// @param wanted indices of their derivatives, and of further values whose coefficients are read
  /// @param time index of time, kNoSlot: none
  /// @pre KernelSeries::IsPossible(kernel)
  StateSeries(Kernel& kernel, const std::vector<int32_t>& states, const std::vector<int32_t>& wanted, int32_t time);

  /// Sizes of coefficients are in units of absolute_i + relative |x_i|. @param absolute nx
  void MeasureBy(const std::vector<double>& absolute, double relative);

  /// Makes room for orders 1 to k.
  void Reserve(int k) { series_.Reserve(k); }

  /// About the point that the kernel was run for last.
  /// @param x there, nx
  void Begin(const double* x);
  /// Coefficients of order k >= 1, in turn, of all values, and x_{k+1}.
  void Expand(int k) { series_.Run(k); }
  /// The same of orders first to last.
  void Expand(int first, int last) { series_.Run(first, last); }
  /// Ends the series with coefficients of order k of the states alone: those of other values that are read are set to
  /// 0.
  /// @returns coefficients of all values, [0 to k][index]
  const double* const* End(int k);
  /// The largest element of x_k; NaN if one is. @pre x_k is there, k >= 1
  double SizeOf(int k) const;
  /// True if the largest element of x_k and the same one of x_{k-1} and x_{k-2} tell of a motion that does not decay:
  /// e^{lambda s} has three coefficients of one sign in a row only where Re lambda >= 0, for two turns by more than a
  /// right angle each leave every half of the plane.
  /// @pre k >= 3, SizeOf(k) is finite
  bool LargestGrows(int k) const;

  /// True if in each element the terms of the last two orders at t0 + s are at most this part of a lower one, not of
  /// the element itself: small enough, whatever its unit, for what follows not to count, unless a larger motion of the
  /// same element hides it.
  bool HasDecayed(int order, double s, double part) const;

  /// x(t0 + s) from orders 0 to `order`, nx.
  void Evaluate(int order, double s, double* x) const;
  /// The same for some states; other elements of x are left.
  void Evaluate(int order, double s, const std::vector<int32_t>& states, double* x) const;

  /// One value at t0 + s from orders 0 to `order`. @param at its index in them
  static double ValueAt(const double* const* coefficients, int order, size_t at, double s);

  /// Distance of x'(t0 + s) of the series from these derivatives, measured by SizeOf. @param rates nx
  double SlopeError(int order, double s, const double* rates) const;

  /// Bound of the distance of x(t0 + s) of the series from the solution, due to the defects of the rates, which grow
  /// with s^order at least: their integral. Measured by SizeOf; infinite where unknown.
  double Defect(int order, double s);

  KernelSeries& of_kernel() { return series_; }
  const KernelSeries& of_kernel() const { return series_; }

 private:
  /// Values at consecutive indices, of every stride-th state from one on: many.
  struct Run {
    int32_t index, first, count;  // first: number of the first one in the order of indices
    int32_t state, stride;
  };
  /// One value that is in none of these.
  struct Single {
    int32_t index, number, state;
  };
  /// A rate, and the number of its state in the order of indices.
  struct Rate {
    int32_t index, number;
  };
  std::vector<SeriesIntegral> Integrals(Kernel& kernel, const std::vector<int32_t>& states,
                                        const std::vector<int32_t>& wanted);

  std::vector<int32_t> at_;        // index of each state
  std::vector<int32_t> added_;     // states that are no leaves
  std::vector<int32_t> order_;     // states by index
  std::vector<int32_t> computed_;  // indices of what is read beside states and derivatives
  std::vector<Run> runs_;
  std::vector<Single> singles_;
  std::vector<double> absolute_, inverse_scale_;  // in the order of indices
  double relative_ = 0;
  KernelSeries series_;
  std::vector<Rate> with_defect_;
};

}  // namespace stiction::runtime
