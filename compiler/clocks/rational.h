// SPDX-License-Identifier: BSD-3-Clause
// Exact ratios: factors and shifts of clocks are compared for equality (MLS 16.7.5).
#pragma once

#include <cstdint>
#include <numeric>

namespace stiction::clocks {

/// Thrown where numerator or denominator needs more than 63 bits.
struct RatioTooLarge {};

/// numerator / denominator in lowest terms, the denominator positive.
class Ratio {
 public:
  Ratio(int64_t numerator = 0) : n_(numerator) {}  // NOLINT(google-explicit-constructor): a number is a ratio
  Ratio(int64_t numerator, int64_t denominator) : Ratio(Reduced(numerator, denominator)) {}

  int64_t numerator() const { return n_; }
  int64_t denominator() const { return d_; }
  bool IsInteger() const { return d_ == 1; }
  double value() const { return static_cast<double>(n_) / static_cast<double>(d_); }

  friend bool operator==(const Ratio&, const Ratio&) = default;
  friend bool operator<(const Ratio& a, const Ratio& b) { return (a - b).n_ < 0; }
  friend Ratio operator+(const Ratio& a, const Ratio& b) {
    return Reduced(static_cast<Wide>(a.n_) * b.d_ + static_cast<Wide>(b.n_) * a.d_, static_cast<Wide>(a.d_) * b.d_);
  }
  friend Ratio operator-(const Ratio& a, const Ratio& b) { return a + Ratio(-b.n_, b.d_); }
  friend Ratio operator*(const Ratio& a, const Ratio& b) {
    return Reduced(static_cast<Wide>(a.n_) * b.n_, static_cast<Wide>(a.d_) * b.d_);
  }
  friend Ratio operator/(const Ratio& a, const Ratio& b) {
    return Reduced(static_cast<Wide>(a.n_) * b.d_, static_cast<Wide>(a.d_) * b.n_);
  }

 private:
  __extension__ typedef __int128 Wide;

  static Ratio Reduced(Wide n, Wide d) {
    Wide a = n < 0 ? -n : n, b = d < 0 ? -d : d;
    while (b != 0) {
      const Wide rest = a % b;
      a = b;
      b = rest;
    }
    if (a == 0) a = 1;
    if (d < 0) a = -a;
    n /= a;
    d /= a;
    constexpr Wide kLargest = INT64_MAX;
    if (n > kLargest || n < -kLargest || d > kLargest) throw RatioTooLarge();
    Ratio result;
    result.n_ = static_cast<int64_t>(n);
    result.d_ = static_cast<int64_t>(d);
    return result;
  }

  int64_t n_ = 0, d_ = 1;
};

}  // namespace stiction::clocks
