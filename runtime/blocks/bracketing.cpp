// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/bracketing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "runtime/support/rounding_direction.h"

namespace stiction::runtime {
namespace {

constexpr double kFirstWidth = 1e-9, kLastWidth = 1e6;  // in sizes of the unknown
constexpr double kGrowth = 4;
constexpr double kSteps = 2;          // of rounding errors that a residual may jump by
constexpr double kContinuous = 1e-6;  // what the residual at the ends may keep of what it was

struct Point {
  double x = 0, residual = 0;
};
struct Bracket {
  Point low, high;
};

bool HaveOppositeSigns(const Point& a, const Point& b) { return (a.residual < 0) != (b.residual < 0); }

class Search {
 public:
  Search(RealEquations& equations, double* slots) : equations_(equations), slots_(slots) {}

  std::optional<Point> At(double x) {
    const bool is_finite = equations_.Evaluate(slots_, Eigen::VectorXd::Constant(1, x));
    equations_.context().tape.ClearFailure();
    if (!is_finite) return std::nullopt;
    return Point{x, equations_.residual()[0]};
  }

  /// The nearest interval with a change of sign.
  std::optional<Bracket> Around(const Point& from, double unit) {
    Point below = from, above = from;
    for (double width = kFirstWidth; width < kLastWidth; width *= kGrowth) {
      const std::optional<Point> left = At(from.x - width * unit), right = At(from.x + width * unit);
      if (right && HaveOppositeSigns(above, *right)) return Bracket{above, *right};
      if (left && HaveOppositeSigns(*left, below)) return Bracket{*left, below};
      below = left.value_or(below);
      above = right.value_or(above);
    }
    return std::nullopt;
  }

  /// Until no number lies between its ends, or what lies there is nothing beside `unit`.
  Bracket Narrowed(Bracket bracket, double unit) {
    for (;;) {
      const double middle = bracket.low.x + (bracket.high.x - bracket.low.x) / 2;
      if (!(bracket.low.x < middle && middle < bracket.high.x)) return bracket;
      if (bracket.high.x - bracket.low.x < std::numeric_limits<double>::min() / kContinuous * unit) return bracket;
      const std::optional<Point> point = At(middle);
      if (!point) return bracket;
      (HaveOppositeSigns(bracket.low, *point) ? bracket.high : bracket.low) = *point;
      if (point->residual == 0) return {*point, *point};
    }
  }

  /// The rounding errors of the residual at points beside x, not at x, where it may jump of itself.
  double NoiseAround(double x, double width) {
    constexpr int kPoints = 16;
    double noise = 0, distance = width / 3;
    for (int k = 0; k < kPoints; ++k, distance /= -3) {
      const std::optional<Point> nearest = At(x + distance);
      for (const int direction : {FE_UPWARD, FE_DOWNWARD}) {
        const RoundingDirection rounding(direction);
        const std::optional<Point> directed = At(x + distance);
        if (nearest && directed) noise = std::max(noise, std::fabs(directed->residual - nearest->residual));
      }
    }
    return noise;
  }

 private:
  RealEquations& equations_;
  double* slots_;
};

}  // namespace

RealStatus SolveByBracketing(RealEquations& equations, double* slots, double from) {
  Search search(equations, slots);
  const std::optional<Point> begin = search.At(from);
  if (!begin) return equations.Failed(RealStatus::kNotConverged);
  const double of_equation = equations.Differentiate(slots) ? equations.Sizes(slots)[0] : 0;
  const double unit = std::max(std::fabs(from), of_equation) > 0 ? std::max(std::fabs(from), of_equation) : 1;
  const std::optional<Bracket> bracket = search.Around(*begin, unit);
  if (bracket) {
    const Bracket narrow = search.Narrowed(*bracket, unit);
    const Point& best = std::fabs(narrow.low.residual) < std::fabs(narrow.high.residual) ? narrow.low : narrow.high;
    const double before = std::fabs(bracket->low.residual - bracket->high.residual);
    const double jump = std::fabs(narrow.low.residual - narrow.high.residual);
    const bool holds =
        jump <= kContinuous * before || jump <= kSteps * search.NoiseAround(best.x, bracket->high.x - bracket->low.x);
    if (holds && search.At(best.x)) return RealStatus::kSolved;
  }
  equations.Evaluate(slots, Eigen::VectorXd::Constant(1, from));
  return equations.Failed(RealStatus::kNotConverged);
}

}  // namespace stiction::runtime
