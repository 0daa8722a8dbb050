// SPDX-License-Identifier: BSD-3-Clause
// Every smoothness and extrapolation against what it promises, by formulas that share nothing with the table's own.
#include <gmock/gmock.h>

#include <cmath>

#include "runtime/external/node_slopes.h"
#include "tests/unit/runtime/external/tables.h"

namespace stiction::runtime {
namespace {

using testing::HasSubstr;

constexpr int kSecond[] = {2};

std::unique_ptr<Table1D> Make(const Matrix& table, Smoothness smoothness, Extrapolation extrapolation) {
  return Made<Table1D>(Table1D::Make(table, kSecond, {"the table", smoothness, extrapolation}));
}

double At(const Table1D& table, double u) { return Value(table.Evaluate(0, u)).value; }

// Lagrange's straight line through nodes i and i + 1.
double Line(const Matrix& t, size_t i, double u) {
  return (t(i, 1) * (t(i + 1, 0) - u) + t(i + 1, 1) * (u - t(i, 0))) / (t(i + 1, 0) - t(i, 0));
}

size_t IntervalOf(const Matrix& t, double u) {
  size_t i = 0;
  while (i + 2 < t.rows && u >= t(i + 1, 0)) ++i;
  return i;
}

// The cubic Hermite polynomial in Bernstein's form; slopes as given.
double Bernstein(const Matrix& t, const std::vector<double>& slopes, double u) {
  const size_t i = IntervalOf(t, u);
  const double h = t(i + 1, 0) - t(i, 0);
  const double s = (u - t(i, 0)) / h;
  const double b0 = t(i, 1);
  const double b1 = b0 + h * slopes[i] / 3;
  const double b3 = t(i + 1, 1);
  const double b2 = b3 - h * slopes[i + 1] / 3;
  return b0 * std::pow(1 - s, 3) + 3 * b1 * s * std::pow(1 - s, 2) + 3 * b2 * s * s * (1 - s) + b3 * std::pow(s, 3);
}

// Slopes straight from the papers, at inner nodes with two neighbours on either side.
double SlopeByPaper(const Matrix& t, size_t i, Smoothness smoothness) {
  const auto m = [&](size_t k) { return (t(k + 1, 1) - t(k, 1)) / (t(k + 1, 0) - t(k, 0)); };
  const auto h = [&](size_t k) { return t(k + 1, 0) - t(k, 0); };
  const double m1 = m(i - 2);
  const double m2 = m(i - 1);
  const double m3 = m(i);
  const double m4 = m(i + 1);
  switch (smoothness) {
    case Smoothness::kContinuousDerivative:  // Akima 1970, equation (1)
      return (std::abs(m4 - m3) * m2 + std::abs(m2 - m1) * m3) / (std::abs(m4 - m3) + std::abs(m2 - m1));
    case Smoothness::kModifiedContinuousDerivative: {
      const double w1 = std::abs(m4 - m3) + std::abs(m4 + m3) / 2;
      const double w2 = std::abs(m2 - m1) + std::abs(m2 + m1) / 2;
      return w1 / (w1 + w2) * m2 + w2 / (w1 + w2) * m3;
    }
    case Smoothness::kMonotoneContinuousDerivative1: {  // Fritsch and Butland 1984, equation (5)
      const double alpha = (1 + h(i) / (h(i - 1) + h(i))) / 3;
      return m2 * m3 > 0 ? m2 * m3 / (alpha * m3 + (1 - alpha) * m2) : 0;
    }
    default: {  // Steffen 1990, equation (11)
      const double p = (m2 * h(i) + m3 * h(i - 1)) / (h(i - 1) + h(i));
      const auto sign = [](double v) { return v > 0 ? 1 : v < 0 ? -1 : 0; };
      return (sign(m2) + sign(m3)) * std::min({std::abs(m2), std::abs(m3), std::abs(p) / 2});
    }
  }
}

TEST(Table1D, ReadsNodesAndLooksUp) {
  const auto table =
      Make(Rows({{0, 0}, {1, 1}, {2, 4}, {4, 16}}), Smoothness::kLinearSegments, Extrapolation::kLastTwoPoints);
  EXPECT_EQ(At(*table, 1.0), 1);
  EXPECT_EQ(At(*table, 1.5), 2.5);
  EXPECT_EQ(At(*table, 2.0), 4);
  EXPECT_EQ(At(*table, -1.0), -1);
  EXPECT_EQ(At(*table, 5.0), 22);
  EXPECT_EQ(table->minimum(), 0);
  EXPECT_EQ(table->maximum(), 4);
}

TEST(Table1D, EverySmoothnessAndExtrapolationFollowsItsFormula) {
  Numbers numbers(1);
  for (const Smoothness smoothness : kAllSmoothness) {
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(smoothness) << ", " << static_cast<int>(extrapolation));
      for (int round = 0; round < 20; ++round) {
        const Matrix t = RandomTable(numbers, 2 + numbers.Below(7));
        const auto table = Make(t, smoothness, extrapolation);
        const size_t n = t.rows;
        const double low = t(0, 0);
        const double high = t(n - 1, 0);
        std::vector<double> x;
        std::vector<double> y;
        for (size_t i = 0; i < n; ++i) {
          x.push_back(t(i, 0));
          y.push_back(t(i, 1));
        }
        std::vector<double> slopes;
        if (IsSpline(smoothness)) slopes = NodeSlopes(x, y, smoothness);
        const auto inside = [&](double u) {
          if (smoothness == Smoothness::kLinearSegments) return Line(t, IntervalOf(t, u), u);
          if (smoothness == Smoothness::kConstantSegments) return u >= high ? y.back() : y[IntervalOf(t, u)];
          return Bernstein(t, slopes, u);
        };
        for (int point = 0; point < 30; ++point) {
          const double u = numbers.Between(low - 3, high + 3);
          if (u >= low && u <= high) {
            EXPECT_NEAR(At(*table, u), inside(u), 1e-13);
            continue;
          }
          const bool below = u < low;
          const size_t edge = below ? 0 : n - 1;
          switch (extrapolation) {
            case Extrapolation::kHoldLastPoint:
              EXPECT_EQ(At(*table, u), y[edge]);
              EXPECT_EQ(Value(table->Evaluate(0, u)).first, 0);
              break;
            case Extrapolation::kLastTwoPoints: {
              const double line =
                  IsSpline(smoothness) ? y[edge] + slopes[edge] * (u - x[edge]) : Line(t, below ? 0 : n - 2, u);
              EXPECT_NEAR(At(*table, u), line, 1e-12);
              break;
            }
            case Extrapolation::kPeriodic:
              EXPECT_NEAR(At(*table, u), inside(low + std::fmod(u - low + 100 * (high - low), high - low)), 1e-11);
              break;
            case Extrapolation::kNoExtrapolation:
              EXPECT_THAT(std::get<std::string>(table->Evaluate(0, u)), HasSubstr("NoExtrapolation"));
          }
        }
      }
    }
  }
}

TEST(Table1D, SlopesAreThoseOfThePapers) {
  Numbers numbers(2);
  for (const Smoothness smoothness : kAllSmoothness) {
    if (!IsSpline(smoothness)) continue;
    for (int round = 0; round < 50; ++round) {
      const Matrix t = RandomTable(numbers, 8);
      const auto table = Make(t, smoothness, Extrapolation::kHoldLastPoint);
      for (size_t i = 2; i + 2 < t.rows; ++i) {
        EXPECT_NEAR(Value(table->Evaluate(0, t(i, 0))).first, SlopeByPaper(t, i, smoothness), 1e-12);
      }
    }
  }
}

TEST(Table1D, SplinesGoThroughTheirNodesWithContinuousDerivative) {
  Numbers numbers(3);
  for (const Smoothness smoothness : kAllSmoothness) {
    if (!IsSpline(smoothness)) continue;
    for (const Extrapolation extrapolation : {Extrapolation::kLastTwoPoints, Extrapolation::kHoldLastPoint}) {
      const Matrix t = RandomTable(numbers, 9);
      const auto table = Make(t, smoothness, extrapolation);
      for (size_t i = 0; i < t.rows; ++i) {
        const double u = t(i, 0);
        EXPECT_NEAR(At(*table, u), t(i, 1), 1e-14);
        EXPECT_NEAR(At(*table, std::nextafter(u, -1e9)), t(i, 1), 1e-13);
        const bool kinks = extrapolation == Extrapolation::kHoldLastPoint && (i == 0 || i + 1 == t.rows);
        if (kinks) continue;
        const double e = 1e-9;
        EXPECT_NEAR(Value(table->Evaluate(0, u - e)).first, Value(table->Evaluate(0, u + e)).first, 1e-6);
      }
    }
  }
}

TEST(Table1D, DerivativesAgreeWithDifferences) {
  Numbers numbers(4);
  for (const Smoothness smoothness : kAllSmoothness) {
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      const Matrix t = RandomTable(numbers, 6);
      const auto table = Make(t, smoothness, extrapolation);
      const bool outside = extrapolation != Extrapolation::kNoExtrapolation;
      const double e = 1e-5;
      const double period = t(5, 0) - t(0, 0);
      for (int point = 0; point < 200; ++point) {
        const double u = numbers.Between(t(0, 0) - (outside ? 2 : -e), t(5, 0) + (outside ? 2 : -e));
        bool near_node = false;
        for (size_t i = 0; i < t.rows; ++i) {
          for (const double k : {-2., -1., 0., 1., 2.}) near_node |= std::abs(u - t(i, 0) - k * period) < 2 * e;
        }
        if (near_node) continue;
        const Jet before = Value(table->Evaluate(0, u - e));
        const Jet after = Value(table->Evaluate(0, u + e));
        const Jet jet = Value(table->Evaluate(0, u));
        EXPECT_NEAR(jet.first, (after.value - before.value) / (2 * e), 1e-6);
        EXPECT_NEAR(jet.second, (after.first - before.first) / (2 * e), 1e-6);
      }
    }
  }
}

TEST(Table1D, StraightLinesAreReproducedByAllButConstants) {
  Numbers numbers(5);
  for (const Smoothness smoothness : kAllSmoothness) {
    if (smoothness == Smoothness::kConstantSegments) continue;
    Matrix t = RandomTable(numbers, 7);
    for (size_t i = 0; i < t.rows; ++i) t.values[2 * i + 1] = 3 - 2 * t(i, 0);
    const auto table = Make(t, smoothness, Extrapolation::kLastTwoPoints);
    for (int point = 0; point < 50; ++point) {
      const double u = numbers.Between(t(0, 0) - 2, t(6, 0) + 2);
      EXPECT_NEAR(At(*table, u), 3 - 2 * u, 1e-12);
    }
  }
}

TEST(Table1D, AkimaReproducesAParabolaOverEvenNodes) {
  Matrix t{.rows = 7, .columns = 2};
  for (int i = 0; i < 7; ++i) t.values.insert(t.values.end(), {0.5 * i, 1 + i * 0.5 * i * 0.5});
  const auto table = Make(t, Smoothness::kContinuousDerivative, Extrapolation::kHoldLastPoint);
  for (double u = 0; u <= 3; u += 0.05) EXPECT_NEAR(At(*table, u), 1 + u * u, 1e-13);
}

TEST(Table1D, MonotoneSplinesNeverLeaveTheirNodes) {
  Numbers numbers(6);
  for (const Smoothness smoothness :
       {Smoothness::kMonotoneContinuousDerivative1, Smoothness::kMonotoneContinuousDerivative2}) {
    for (int round = 0; round < 50; ++round) {
      const Matrix t = RandomTable(numbers, 8);
      const auto table = Make(t, smoothness, Extrapolation::kHoldLastPoint);
      for (size_t i = 0; i + 1 < t.rows; ++i) {
        const bool rises = t(i + 1, 1) >= t(i, 1);
        double last = t(i, 1);
        for (int k = 1; k <= 40; ++k) {
          const double y = At(*table, t(i, 0) + (t(i + 1, 0) - t(i, 0)) * k / 40.0);
          EXPECT_GE((rises ? 1 : -1) * (y - last), -1e-13);
          last = y;
        }
      }
    }
  }
}

TEST(Table1D, ModifiedAkimaDoesNotOvershootAPlateau) {
  const Matrix t = Rows({{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 1}, {5, 1}, {6, 1}});
  const auto table = Make(t, Smoothness::kModifiedContinuousDerivative, Extrapolation::kHoldLastPoint);
  for (double u = 0; u <= 6; u += 0.01) {
    EXPECT_GE(At(*table, u), -1e-14);
    EXPECT_LE(At(*table, u), 1 + 1e-14);
  }
}

TEST(Table1D, WhatWasLookedUpBeforeChangesNothing) {
  Numbers numbers(7);
  const Matrix t = RandomTable(numbers, 30);
  for (const Smoothness smoothness : kAllSmoothness) {
    const auto used = Make(t, smoothness, Extrapolation::kPeriodic);
    for (int point = 0; point < 300; ++point) {
      const double u = point % 3 == 0 ? t(numbers.Below(30), 0) : numbers.Between(-30, 60);
      const Jet jet = Value(used->Evaluate(0, u));
      const Jet fresh = Value(Make(t, smoothness, Extrapolation::kPeriodic)->Evaluate(0, u));
      EXPECT_EQ(jet.value, fresh.value);
      EXPECT_EQ(jet.first, fresh.first);
    }
  }
}

TEST(Table1D, OneRowIsAConstantForAnyValue) {
  for (const Smoothness smoothness : kAllSmoothness) {
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      const auto table = Make(Rows({{1, 7}}), smoothness, extrapolation);
      for (const double u : {-1e300, 0.0, 1.0, 5.0}) EXPECT_EQ(At(*table, u), 7);
      EXPECT_EQ(Value(table->Evaluate(0, 3)).first, 0);
    }
  }
}

TEST(Table1D, ColumnsAreThoseAskedFor) {
  const int columns[] = {3, 1, 3};
  const auto table = Made<Table1D>(Table1D::Make(Rows({{0, 1, 2}, {1, 3, 6}}), columns, {"the table"}));
  ASSERT_EQ(table->count(), 3u);
  EXPECT_EQ(Value(table->Evaluate(0, 0.5)).value, 4);
  EXPECT_EQ(Value(table->Evaluate(1, 0.5)).value, 0.5);
}

TEST(Table1D, RefusesWhatIsNoTable) {
  const auto refused = [](const Matrix& table, std::vector<int> columns) {
    return Refused(Table1D::Make(table, columns, {"table 'a' of file 'b'"}));
  };
  EXPECT_EQ(
      refused(Matrix{.rows = 0, .columns = 2}, {2}),
      "table 'a' of file 'b' is 0 x 2: it needs at least one row and two columns, the abscissae and what belongs to "
      "them");
  EXPECT_THAT(refused(Rows({{0}, {1}}), {1}), HasSubstr("2 x 1"));
  EXPECT_EQ(refused(Rows({{0, 1}}), {3}), "table 'a' of file 'b' has 2 columns, but 'columns' asks for column 3");
  EXPECT_THAT(refused(Rows({{0, 1}}), {0}), HasSubstr("column 0"));
  EXPECT_EQ(
      refused(Rows({{0, 1}, {2, 1}, {2, 3}}), {2}),
      "table 'a' of file 'b': the abscissa 2 of row 3 is no greater than the abscissa 2 of row 2; the first column "
      "has to be strictly increasing");
  EXPECT_THAT(refused(Rows({{0, 1}, {-2, 1}}), {2}), HasSubstr("-2 of row 2 is less than the abscissa 0 of row 1"));
  EXPECT_THAT(refused(Rows({{0, 1}, {NAN, 1}}), {2}), HasSubstr("row 2 is no finite number"));
}

TEST(Table1D, OutOfRangeNamesTableValueAndRange) {
  const auto table = Make(Rows({{0, 0}, {2, 1}}), Smoothness::kLinearSegments, Extrapolation::kNoExtrapolation);
  EXPECT_EQ(
      std::get<std::string>(table->Evaluate(0, 3)),
      "the table: u = 3 is outside of its abscissae 0 ... 2, and extrapolation = NoExtrapolation forbids that; let "
      "the table reach further or choose another extrapolation");
  EXPECT_EQ(At(*table, 2), 1);
}

}  // namespace
}  // namespace stiction::runtime
