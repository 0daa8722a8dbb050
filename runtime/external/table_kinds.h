// SPDX-License-Identifier: BSD-3-Clause
// The choices of Modelica.Blocks.Types for tables, numbered as its enumerations.
#pragma once

#include <cstdint>
#include <string>

namespace stiction::runtime {

/// Modelica.Blocks.Types.Smoothness.
enum class Smoothness : uint8_t {
  kLinearSegments = 1,
  kContinuousDerivative,           // Akima 1970
  kConstantSegments,               // the value of the grid point before
  kMonotoneContinuousDerivative1,  // Fritsch and Butland 1984
  kMonotoneContinuousDerivative2,  // Steffen 1990
  kModifiedContinuousDerivative,   // modified Akima
};

/// Modelica.Blocks.Types.Extrapolation.
enum class Extrapolation : uint8_t {
  kHoldLastPoint = 1,
  kLastTwoPoints,  // on along the derivative at the end; constant segments: through the last two points
  kPeriodic,
  kNoExtrapolation,  // an error
};

/// Modelica.Blocks.Types.TimeEvents.
enum class TimeEvents : uint8_t { kAlways = 1, kAtDiscontinuities, kNoTimeEvents };

/// The method of interpolation of a table.
struct TableOptions {
  std::string name;  // for messages: "table 'tab1' of file 'a.txt'"
  Smoothness smoothness = Smoothness::kLinearSegments;
  Extrapolation extrapolation = Extrapolation::kLastTwoPoints;
};

/// A value with its first and second derivative by the abscissa.
struct Jet {
  double value = 0;
  double first = 0;
  double second = 0;
};

/// True if its pieces are cubic.
constexpr bool IsSpline(Smoothness smoothness) {
  return smoothness != Smoothness::kLinearSegments && smoothness != Smoothness::kConstantSegments;
}

}  // namespace stiction::runtime
