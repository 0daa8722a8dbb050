// SPDX-License-Identifier: BSD-3-Clause
// Tables over two abscissae: bilinear and constant by their formulas, Akima's surface by what it promises.
#include "runtime/external/table_2d.h"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/unit/runtime/external/tables.h"

namespace stiction::runtime {
namespace {

using testing::HasSubstr;

std::unique_ptr<Table2D> Make(const Matrix& table, Smoothness smoothness, Extrapolation extrapolation) {
  return Made<Table2D>(Table2D::Make(table, {"the table", smoothness, extrapolation}));
}

double At(const Table2D& table, double u1, double u2) { return Value(table.Evaluate(u1, u2)).value; }

Matrix RandomSurface(Numbers& numbers, size_t rows, size_t columns) {
  Matrix t{.rows = rows + 1, .columns = columns + 1};
  t.values.resize(t.rows * t.columns);
  double x = numbers.Between(-2, 2);
  for (size_t i = 1; i <= rows; ++i) t.values[i * t.columns] = x += numbers.Between(0.3, 1.5);
  x = numbers.Between(-2, 2);
  for (size_t j = 1; j <= columns; ++j) t.values[j] = x += numbers.Between(0.3, 1.5);
  for (size_t i = 1; i <= rows; ++i) {
    for (size_t j = 1; j <= columns; ++j) t.values[i * t.columns + j] = numbers.Between(-2, 2);
  }
  return t;
}

// The last row or column, from 1, whose abscissa is no more than u; at most the last but one.
size_t Cell(const std::vector<double>& x, double u) {
  size_t i = 0;
  while (i + 2 < x.size() && u >= x[i + 1]) ++i;
  return i;
}

struct Grid {
  std::vector<double> x, y;
  const Matrix& t;

  explicit Grid(const Matrix& table) : t(table) {
    for (size_t i = 1; i < t.rows; ++i) x.push_back(t(i, 0));
    for (size_t j = 1; j < t.columns; ++j) y.push_back(t(0, j));
  }
  double Bilinear(double u1, double u2) const {
    const size_t i = Cell(x, u1);
    const size_t j = Cell(y, u2);
    const double a = (u1 - x[i]) / (x[i + 1] - x[i]);
    const double b = (u2 - y[j]) / (y[j + 1] - y[j]);
    return (1 - a) * (1 - b) * t(i + 1, j + 1) + a * (1 - b) * t(i + 2, j + 1) + (1 - a) * b * t(i + 1, j + 2) +
           a * b * t(i + 2, j + 2);
  }
  double Constant(double u1, double u2) const {
    const size_t i = u1 >= x.back() ? x.size() - 1 : Cell(x, u1);
    const size_t j = u2 >= y.back() ? y.size() - 1 : Cell(y, u2);
    return t(i + 1, j + 1);
  }
  bool Holds(double u1, double u2) const { return u1 >= x[0] && u1 <= x.back() && u2 >= y[0] && u2 <= y.back(); }
};

double Wrapped(double u, const std::vector<double>& x) {
  const double period = x.back() - x.front();
  return u >= x.front() && u <= x.back() ? u : x.front() + std::fmod(u - x.front() + 100 * period, period);
}

TEST(Table2D, LooksUpAsDocumented) {
  const auto table = Make(Rows({{0, 1, 2, 3}, {1, 1, 3, 5}, {2, 2, 4, 6}}), Smoothness::kLinearSegments,
                          Extrapolation::kLastTwoPoints);
  EXPECT_EQ(At(*table, 1, 1), 1);
  EXPECT_EQ(At(*table, 2, 1.5), 3);
  EXPECT_THAT(table->minimum(), testing::ElementsAre(1, 1));
  EXPECT_THAT(table->maximum(), testing::ElementsAre(2, 3));
}

TEST(Table2D, BilinearAndConstantFollowTheirFormulas) {
  Numbers numbers(11);
  for (const Smoothness smoothness : {Smoothness::kLinearSegments, Smoothness::kConstantSegments}) {
    const bool linear = smoothness == Smoothness::kLinearSegments;
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      SCOPED_TRACE(testing::Message() << linear << ", " << static_cast<int>(extrapolation));
      const Matrix t = RandomSurface(numbers, 2 + numbers.Below(4), 2 + numbers.Below(4));
      const Grid grid(t);
      const auto table = Make(t, smoothness, extrapolation);
      const auto inside = [&](double u1, double u2) { return linear ? grid.Bilinear(u1, u2) : grid.Constant(u1, u2); };
      for (int point = 0; point < 300; ++point) {
        const double u1 = numbers.Between(grid.x.front() - 2, grid.x.back() + 2);
        const double u2 = numbers.Between(grid.y.front() - 2, grid.y.back() + 2);
        if (grid.Holds(u1, u2)) {
          EXPECT_NEAR(At(*table, u1, u2), inside(u1, u2), 1e-13);
          continue;
        }
        switch (extrapolation) {
          case Extrapolation::kHoldLastPoint:
            EXPECT_NEAR(
                At(*table, u1, u2),
                inside(std::clamp(u1, grid.x.front(), grid.x.back()), std::clamp(u2, grid.y.front(), grid.y.back())),
                1e-13);
            break;
          case Extrapolation::kLastTwoPoints:
            EXPECT_NEAR(At(*table, u1, u2), grid.Bilinear(u1, u2), 1e-11);
            break;
          case Extrapolation::kPeriodic:
            EXPECT_NEAR(At(*table, u1, u2), inside(Wrapped(u1, grid.x), Wrapped(u2, grid.y)), 1e-11);
            break;
          case Extrapolation::kNoExtrapolation:
            EXPECT_THAT(std::get<std::string>(table->Evaluate(u1, u2)), HasSubstr("is outside of its abscissae"));
        }
      }
    }
  }
}

TEST(Table2D, SurfaceGoesThroughItsNodesWithContinuousDerivatives) {
  Numbers numbers(12);
  const Matrix t = RandomSurface(numbers, 6, 5);
  const auto table = Make(t, Smoothness::kContinuousDerivative, Extrapolation::kLastTwoPoints);
  const double e = 1e-9;
  for (size_t i = 1; i < t.rows; ++i) {
    for (size_t j = 1; j < t.columns; ++j) {
      const double u1 = t(i, 0);
      const double u2 = t(0, j);
      EXPECT_NEAR(At(*table, u1, u2), t(i, j), 1e-13);
      const Jet2 low = Value(table->Evaluate(u1 - e, u2 - e));
      const Jet2 high = Value(table->Evaluate(u1 + e, u2 + e));
      EXPECT_NEAR(low.value, high.value, 1e-6);
      EXPECT_NEAR(low.d1, high.d1, 1e-6);
      EXPECT_NEAR(low.d2, high.d2, 1e-6);
      EXPECT_NEAR(low.d12, high.d12, 1e-6);
    }
  }
}

// At an inner node, written out as in the paper: c and d are the secants by u1 and u2, e the mixed ones.
TEST(Table2D, MixedDerivativeIsThatOfThePaper) {
  Numbers numbers(16);
  for (int round = 0; round < 20; ++round) {
    const Matrix t = RandomSurface(numbers, 5, 5);
    const auto table = Make(t, Smoothness::kContinuousDerivative, Extrapolation::kHoldLastPoint);
    const auto c = [&](size_t i, size_t j) { return (t(i + 1, j) - t(i, j)) / (t(i + 1, 0) - t(i, 0)); };
    const auto d = [&](size_t i, size_t j) { return (t(i, j + 1) - t(i, j)) / (t(0, j + 1) - t(0, j)); };
    const auto e = [&](size_t i, size_t j) { return (c(i, j + 1) - c(i, j)) / (t(0, j + 1) - t(0, j)); };
    const double wx2 = std::abs(c(4, 3) - c(3, 3));
    const double wx3 = std::abs(c(2, 3) - c(1, 3));
    const double wy2 = std::abs(d(3, 4) - d(3, 3));
    const double wy3 = std::abs(d(3, 2) - d(3, 1));
    const double mixed =
        (wx2 * (wy2 * e(2, 2) + wy3 * e(2, 3)) + wx3 * (wy2 * e(3, 2) + wy3 * e(3, 3))) / ((wx2 + wx3) * (wy2 + wy3));
    const Jet2 jet = Value(table->Evaluate(t(3, 0), t(0, 3)));
    EXPECT_NEAR(jet.d1, (wx2 * c(2, 3) + wx3 * c(3, 3)) / (wx2 + wx3), 1e-12);
    EXPECT_NEAR(jet.d2, (wy2 * d(3, 2) + wy3 * d(3, 3)) / (wy2 + wy3), 1e-12);
    EXPECT_NEAR(jet.d12, mixed, 1e-11);
  }
}

TEST(Table2D, SurfaceOfOneAbscissaIsAkimasCurve) {
  Numbers numbers(13);
  const Matrix curve = RandomTable(numbers, 7);
  Matrix t{.rows = 8, .columns = 4};
  t.values = {0, -1, 0.5, 3};
  for (size_t i = 0; i < 7; ++i) t.values.insert(t.values.end(), {curve(i, 0), curve(i, 1), curve(i, 1), curve(i, 1)});
  const int columns[] = {2};
  const TableOptions options{"the table", Smoothness::kContinuousDerivative, Extrapolation::kLastTwoPoints};
  const auto line = Made<Table1D>(Table1D::Make(curve, columns, options));
  const auto surface = Made<Table2D>(Table2D::Make(t, options));
  Matrix single{.rows = 8, .columns = 2};
  single.values = {0, 2};
  for (size_t i = 0; i < 7; ++i) single.values.insert(single.values.end(), {curve(i, 0), curve(i, 1)});
  const auto column = Made<Table2D>(Table2D::Make(single, options));
  for (int point = 0; point < 100; ++point) {
    const double u = numbers.Between(curve(0, 0) - 1, curve(6, 0) + 1);
    const Jet expected = Value(line->Evaluate(0, u));
    for (const Table2D* table : {surface.get(), column.get()}) {
      const Jet2 found = Value(table->Evaluate(u, numbers.Between(-3, 5)));
      EXPECT_NEAR(found.value, expected.value, 1e-12);
      EXPECT_NEAR(found.d1, expected.first, 1e-12);
      EXPECT_NEAR(found.d11, expected.second, 1e-11);
      EXPECT_NEAR(found.d2, 0, 1e-12);
    }
  }
}

TEST(Table2D, SurfaceReproducesABilinearFunction) {
  Numbers numbers(14);
  for (const Smoothness smoothness : {Smoothness::kLinearSegments, Smoothness::kContinuousDerivative}) {
    Matrix t = RandomSurface(numbers, 5, 6);
    const auto f = [](double a, double b) { return 1 + 2 * a - 3 * b + 0.5 * a * b; };
    for (size_t i = 1; i < t.rows; ++i) {
      for (size_t j = 1; j < t.columns; ++j) t.values[i * t.columns + j] = f(t(i, 0), t(0, j));
    }
    const auto table = Make(t, smoothness, Extrapolation::kLastTwoPoints);
    for (int point = 0; point < 100; ++point) {
      const double u1 = numbers.Between(t(1, 0) - 2, t(5, 0) + 2);
      const double u2 = numbers.Between(t(0, 1) - 2, t(0, 6) + 2);
      const Jet2 found = Value(table->Evaluate(u1, u2));
      EXPECT_NEAR(found.value, f(u1, u2), 1e-11);
      EXPECT_NEAR(found.d1, 2 + 0.5 * u2, 1e-11);
      EXPECT_NEAR(found.d2, -3 + 0.5 * u1, 1e-11);
      EXPECT_NEAR(found.d12, 0.5, 1e-11);
    }
  }
}

TEST(Table2D, DerivativesAgreeWithDifferences) {
  Numbers numbers(15);
  for (const Smoothness smoothness :
       {Smoothness::kLinearSegments, Smoothness::kContinuousDerivative, Smoothness::kConstantSegments}) {
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(smoothness) << ", " << static_cast<int>(extrapolation));
      const Matrix t = RandomSurface(numbers, 4, 5);
      const Grid grid(t);
      const auto table = Make(t, smoothness, extrapolation);
      const double e = 1e-5;
      const double out = extrapolation == Extrapolation::kNoExtrapolation ? -e : 2;
      const auto near = [&](double u, const std::vector<double>& x) {
        for (const double node : x) {
          for (const double k : {-2., -1., 0., 1., 2.}) {
            if (std::abs(u - node - k * (x.back() - x.front())) < 2 * e) return true;
          }
        }
        return false;
      };
      for (int point = 0; point < 200; ++point) {
        const double u1 = numbers.Between(grid.x.front() - out, grid.x.back() + out);
        const double u2 = numbers.Between(grid.y.front() - out, grid.y.back() + out);
        if (near(u1, grid.x) || near(u2, grid.y)) continue;
        const auto at = [&](double d1, double d2) { return Value(table->Evaluate(u1 + d1, u2 + d2)); };
        const Jet2 jet = at(0, 0);
        EXPECT_NEAR(jet.d1, (at(e, 0).value - at(-e, 0).value) / (2 * e), 1e-5);
        EXPECT_NEAR(jet.d2, (at(0, e).value - at(0, -e).value) / (2 * e), 1e-5);
        EXPECT_NEAR(jet.d11, (at(e, 0).d1 - at(-e, 0).d1) / (2 * e), 1e-5);
        EXPECT_NEAR(jet.d12, (at(0, e).d1 - at(0, -e).d1) / (2 * e), 1e-5);
        EXPECT_NEAR(jet.d22, (at(0, e).d2 - at(0, -e).d2) / (2 * e), 1e-5);
      }
    }
  }
}

TEST(Table2D, OneElementIsAConstantForAnyValues) {
  for (const Extrapolation extrapolation : kAllExtrapolation) {
    const auto table = Make(Rows({{0, 1e20}, {2, 7}}), Smoothness::kLinearSegments, extrapolation);
    EXPECT_EQ(At(*table, -5, 8), 7);
    EXPECT_THAT(table->maximum(), testing::ElementsAre(2, 1e20));
  }
}

TEST(Table2D, RefusesWhatIsNoTable) {
  const auto refused = [](const Matrix& table, Smoothness smoothness) {
    return Refused(Table2D::Make(table, {"the table", smoothness}));
  };
  EXPECT_EQ(refused(Rows({{0, 1}}), Smoothness::kLinearSegments),
            "the table is 1 x 2: it needs at least two rows and two columns, the first of each being the abscissae");
  EXPECT_THAT(refused(Rows({{0, 1, 1}, {2, 3, 4}}), Smoothness::kLinearSegments),
              HasSubstr("the abscissa 1 of column 3 is no greater than the abscissa 1 before"));
  EXPECT_THAT(refused(Rows({{0, 1}, {2, 3}, {1, 3}}), Smoothness::kLinearSegments), HasSubstr("1 of row 3"));
  EXPECT_THAT(refused(Rows({{0, 1}, {2, 3}}), Smoothness::kMonotoneContinuousDerivative2),
              HasSubstr("choose LinearSegments, ContinuousDerivative or ConstantSegments"));
}

}  // namespace
}  // namespace stiction::runtime
