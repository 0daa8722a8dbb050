// SPDX-License-Identifier: BSD-3-Clause
// The operations of a kernel by the rules for their Taylor coefficients, and which of them an order needs.
#pragma once

#include <cstdint>
#include <numbers>
#include <vector>

#include "runtime/execute/kernel.h"

namespace stiction::runtime {

constexpr int kHighestSeriesOrder = 30;

/// log(k!), k <= kHighestSeriesOrder + 1.
double LogFactorial(int k);

enum class SeriesRule : uint8_t {
  kCopy,
  kNegate,
  kAdd,
  kSubtract,
  kScale,     // b varies, a does not
  kDivideBy,  // a varies, b does not
  kChoose,
  kProduct,
  kQuotient,
  kSquare,
  kReciprocal,
  kSqrt,
  kPower,  // the exponent does not vary
  kExp,
  kLog,
  kLog10,
  // Computed with another function beside it (HasBeside), from here on.
  kSin,  // with the cosine
  kCos,  // with the sine
  kSinOfLine,
  kCosOfLine,
  kSinh,
  kCosh,
  kTan,   // with 1 + tan^2
  kTanh,  // with 1 - tanh^2
  kAtan,  // with 1 + a^2
  kNone
};

/// Coefficients of an order follow from those of the same order alone.
inline bool IsSum(SeriesRule rule) { return rule <= SeriesRule::kChoose; }
/// Another function is computed with the value: its coefficients stand at SeriesOperation::beside.
inline bool HasBeside(SeriesRule rule) { return rule >= SeriesRule::kSin && rule < SeriesRule::kNone; }
/// The natural logarithm of a logarithm's base.
inline double LogOfBase(SeriesRule rule) { return rule == SeriesRule::kLog10 ? std::numbers::ln10 : 1; }
inline bool IsOfLine(SeriesRule rule) { return rule == SeriesRule::kSinOfLine || rule == SeriesRule::kCosOfLine; }

struct SeriesOperation {
  SeriesRule rule;
  int32_t dst, a, b, c;
  int32_t beside;  // index of the function that is computed with it
};

/// Equal operations side by side, or single ones one after the other.
struct SeriesSegment {
  SeriesRule rule;
  bool is_affine;
  int32_t first, count;  // of operations
  int32_t stride_a, stride_b, stride_c;
};

/// One value is the integral of another over time.
struct SeriesIntegral {
  int32_t integral, rate;  // indices
};

/// Stage 0 of a kernel.
class SeriesOperations {
 public:
  /// True if each operation is smooth, up to choices by what is held, and has a rule.
  static bool Exist(const Kernel& kernel);

  /// @param kernel gets room for the functions that are computed with others
  /// @param time index of the leaf that is time, kNoSlot: none
  /// @pre Exist(kernel)
  SeriesOperations(Kernel& kernel, int32_t time);

  const std::vector<SeriesOperation>& all() const { return all_; }

  /// Operations that compute the coefficients of some order.
  struct OfOrder {
    std::vector<SeriesOperation> operations;
    std::vector<SeriesIntegral> integrals;
  };
  /// Coefficients of order 1, or of any higher one, of the wanted values and of the integrals: without what is 0 there,
  /// and without what only moves a value, as adding a constant does.
  OfOrder From(int order, const std::vector<int32_t>& wanted, const std::vector<SeriesIntegral>& integrals) const;

 private:
  std::vector<char> MustStand(int order, const std::vector<int32_t>& wanted) const;
  int32_t DegreeOf(const SeriesOperation& operation) const;

  std::vector<SeriesOperation> all_;
  std::vector<int32_t> degree_;  // of each value in time, if it is a polynomial of it; else kNotPolynomial
};

/// Runs of equal rules and strides; the results of a kernel's operations stand side by side anyway.
std::vector<SeriesSegment> Segmentize(const std::vector<SeriesOperation>& operations);

}  // namespace stiction::runtime
