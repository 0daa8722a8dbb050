// SPDX-License-Identifier: BSD-3-Clause
// Search by series, over the series of a real system: x' = 1, so that x is the time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/events/locate/crossing_search.h"
#include "runtime/integrate/taylor/series_search.h"
#include "runtime/integrate/taylor/state_series.h"
#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

constexpr double kTolerance = 1e-6;
constexpr double kZone = 1e-2 * kTolerance;

/// One step from t with a series of at first `order` orders.
class SeriesStep : public DenseOutput, private ExpandedStep {
 public:
  /// @param slip of the solution with 0 orders, half of it with each one more
  SeriesStep(ContinuousSystem& system, StateSeries& states, double t, double width, int order, int highest = 20,
             double slip = 0)
      : system_(system), states_(states), highest_(highest), slip_(slip) {
    series_ = {t, width, 1, nullptr};
    double slope;
    EXPECT_FALSE(system.Derivatives(t, &t, &slope));
    states.MeasureBy({1}, 0);
    states.Begin(&t);
    ExtendSeries(order);
  }

  void Interpolate(double t, double* x) const override { x[0] = t + std::ldexp(slip_, -series_.order); }
  OwnSearch SearchItself(WatchedRelations& watched, ZeroCrossingSampler& sampler, double& end,
                         CrossingResult& result) override {
    return SeriesSearch(system_, watched, sampler, 0.1 * kTolerance).Search(*this, end, result);
  }
  double end() const { return series_.begin + series_.width; }

 private:
  const StepSeries& Series() const override { return series_; }
  DenseOutput& Dense() override { return *this; }
  bool ExtendSeries(int order) override {
    const int before = series_.order;
    for (; series_.order < std::min(order, highest_); ++series_.order) states_.Expand(series_.order);
    series_.coefficients = states_.End(series_.order);
    return series_.order > before;
  }
  void Shorten(double t) override { series_.width = t - series_.begin; }

  ContinuousSystem& system_;
  StateSeries& states_;
  int highest_;
  double slip_;
  StepSeries series_;
};

/// The point at t, before any step.
class Here : public DenseOutput {
 public:
  explicit Here(double t) : t_(t) {}
  void Interpolate(double, double* x) const override { x[0] = t_; }

 private:
  double t_;
};

using Expression = std::function<Slot(ProgramBuilder&, Slot x)>;

/// Watches `g(x) > 0` for each g, held false, and `g(x) < least` after each, if there is such a limit.
class Watched {
 public:
  explicit Watched(const std::vector<Expression>& functions, std::optional<double> least = std::nullopt)
      : program_(Build(functions, least)),
        slots_(program_.initial_slots),
        tape_(program_),
        system_(program_, slots_.data(), tape_, statistics_),
        scales_(program_, slots_.data(), kTolerance),
        search_(system_, scales_) {}

  void Start(double t) {
    system_.Refresh();
    const auto code = system_.AsStraightCode();
    ASSERT_TRUE(code);
    states_.emplace(code->kernel, code->states, code->wanted, code->time);
    Move(t);
    search_.Restart(t, nullptr);
  }

  /// The crossing in the step from where the search stands, which may end before t.
  std::optional<Crossing> To(double t, int order, int highest = 20, double slip = 0) {
    SeriesStep step(system_, *states_, at_, t - at_, order, highest, slip);
    const long before = system_.evaluations();
    const CrossingResult result = search_.Search(step, t);
    evaluations_ = system_.evaluations() - before;
    EXPECT_FALSE(result.error);
    if (!result.crossing) Move(step.end());
    if (result.crossing) step.Interpolate(result.crossing->time, &x_at_crossing_);
    return result.crossing;
  }

  /// A restart after the event of a crossing that lets a relation take its other value.
  /// @param slot takes this value besides, unless it is kNoSlot
  void Pass(const Crossing& crossing, Slot slot = kNoSlot, double value = 0) {
    HeldChanges changes;
    std::vector<Slot> touched;
    for (const int32_t relation : crossing.relations) {
      touched.push_back(program_.relations[static_cast<size_t>(relation)].value);
      slots_[static_cast<size_t>(touched.back())] = 1;
      changes.relations.push_back(relation);
    }
    if (slot != kNoSlot) {
      touched.push_back(slot);
      slots_[static_cast<size_t>(slot)] = value;
      changes.pres.push_back(0);
    }
    system_.RefreshTouched(touched);
    Move(crossing.time);
    search_.Restart(crossing.time, &crossing, &changes);
  }

  std::optional<Crossing> FlippedNow() { return search_.FlippedNow(Here(at_)); }

  /// The slot of the discrete variable that Level reads.
  Slot level() const { return program_.pres.front().variable; }
  CrossingSearch& search() { return search_; }
  double at() const { return at_; }
  /// As the step has it in the end.
  double x_at_crossing() const { return x_at_crossing_; }
  long evaluations() const { return evaluations_; }

 private:
  static Program Build(const std::vector<Expression>& functions, std::optional<double> least) {
    ProgramBuilder b;
    const Slot x = b.State("x", 0);
    b.program.pres.push_back({b.New(0), b.New(0), true, "level"});
    int32_t from = b.From();
    b.EmitTo(x + 1, OpCode::kCopy, b.New(1));
    b.Explicit(b.All(), from, {x + 1});
    from = b.From();
    std::vector<Slot> values;
    for (const Expression& g : functions) values.push_back(g(b, x));
    b.program.indicators = b.Until(from);
    const auto watch = [&](OpCode comparison, Slot value, double limit) {
      VariableInfo shown;  // else nothing would depend on it
      shown.name = "relation" + std::to_string(b.program.variables.size());
      shown.slot = b.ValueOf(b.Relation(comparison, value, b.New(limit), "g"));
      b.program.variables.push_back(shown);
    };
    for (const Slot value : values) {
      watch(OpCode::kGt, value, 0);
      if (least) watch(OpCode::kLt, value, *least);
    }
    return b.program;
  }

  void Move(double t) {
    at_ = t;
    double slope;
    ASSERT_FALSE(system_.Derivatives(t, &t, &slope));
  }

  Program program_;
  std::vector<double> slots_;
  Tape tape_;
  SolveStatistics statistics_;
  ContinuousSystem system_;
  RelationScales scales_;
  CrossingSearch search_;
  std::optional<StateSeries> states_;
  double at_ = 0, x_at_crossing_ = 0;
  long evaluations_ = 0;
};

/// c0 + c1 x
Expression Line(double c0, double c1) {
  return [=](ProgramBuilder& b, Slot x) { return b.Emit(OpCode::kAdd, b.New(c0), b.Emit(OpCode::kMul, b.New(c1), x)); };
}

/// c0 + sin(omega x)
Expression Wave(double c0, double omega) {
  return [=](ProgramBuilder& b, Slot x) {
    return b.Emit(OpCode::kAdd, b.New(c0), b.Emit(OpCode::kSin, b.Emit(OpCode::kMul, b.New(omega), x)));
  };
}

/// c0 + (offset + x)^count
Expression Power(double offset, int count, double c0) {
  return [=](ProgramBuilder& b, Slot x) {
    const Slot base = b.Emit(OpCode::kAdd, b.New(offset), x);
    Slot power = base;
    for (int i = 1; i < count; ++i) power = b.Emit(OpCode::kMul, power, base);
    return b.Emit(OpCode::kAdd, b.New(c0), power);
  };
}

/// c0 + x + the discrete variable
Expression Level(double c0) {
  return [=](ProgramBuilder& b, Slot x) {
    return b.Emit(OpCode::kAdd, b.Emit(OpCode::kAdd, b.New(c0), x), b.program.pres.front().variable);
  };
}

/// c0 + x (c1 + c2 x)
Expression Quadratic(double c0, double c1, double c2) {
  return [=](ProgramBuilder& b, Slot x) {
    const Slot slope = b.Emit(OpCode::kAdd, b.New(c1), b.Emit(OpCode::kMul, b.New(c2), x));
    return b.Emit(OpCode::kAdd, b.New(c0), b.Emit(OpCode::kMul, x, slope));
  };
}

/// x (x - root)
Expression FallsAndComesBack(double root) {
  return [=](ProgramBuilder& b, Slot x) { return b.Emit(OpCode::kMul, x, b.Emit(OpCode::kSub, x, b.New(root))); };
}

TEST(SeriesSearch, FindsACrossingToTheLastBits) {
  Watched watched({Line(-0.3, 1)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.3, 1e-15);
  EXPECT_GT(crossing->time - 0.3, 0);  // the right end: flipped there
  EXPECT_LT(crossing->before, crossing->time);
  EXPECT_NEAR(crossing->before, 0.3, 1e-15);
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{0});
  EXPECT_EQ(watched.evaluations(), 0);
}

TEST(SeriesSearch, AQuietStepIsEvaluatedAtItsEndAndHasNoCap) {
  Watched watched({Line(-3, 1), Wave(-1.5, 2)});
  watched.Start(0);
  EXPECT_FALSE(watched.To(1, 12));
  EXPECT_EQ(watched.evaluations(), 1);
  EXPECT_EQ(watched.at(), 1);
  EXPECT_EQ(watched.search().step_cap(), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(watched.search().ExcursionOverZone(0), 3 / (2 * kZone), 1);  // |left| is 2 at the end
}

TEST(SeriesSearch, AnEventLeavesWhatItDoesNotConcern) {
  Watched watched({Line(-0.3, 1), Line(-0.5, 1), Line(-0.7, -1)});
  watched.Start(0);
  const auto first = watched.To(1, 4);
  ASSERT_TRUE(first);
  watched.Pass(*first);
  EXPECT_FALSE(watched.FlippedNow());
  const auto second = watched.To(1, 4);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->relations, std::vector<int32_t>{1});
  EXPECT_NEAR(second->time, 0.5, 1e-15);
  watched.Pass(*second);
  EXPECT_FALSE(watched.FlippedNow());
  EXPECT_FALSE(watched.To(1, 4));
}

TEST(SeriesSearch, AnEventThatMovesAnotherRelationIsSeen) {
  Watched watched({Line(-0.3, 1), Level(-5)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  watched.Pass(*crossing, watched.level(), 4.9);
  const auto now = watched.FlippedNow();
  ASSERT_TRUE(now);
  EXPECT_EQ(now->relations, std::vector<int32_t>{1});
  EXPECT_EQ(now->time, crossing->time);
}

TEST(SeriesSearch, AnEventThatMovesAnotherRelationCloserMovesItsCrossing) {
  Watched watched({Line(-0.3, 1), Level(-5)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  watched.Pass(*crossing, watched.level(), 4.5);
  EXPECT_FALSE(watched.FlippedNow());
  const auto next = watched.To(1, 4);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->relations, std::vector<int32_t>{1});
  EXPECT_NEAR(next->time, 0.5, 1e-15);
}

// A relation within its zone after an event is not armed, whatever it was before (docs/friction.md, section 7).
TEST(SeriesSearch, AnEventThatMovesARelationIntoItsZoneDisarmsIt) {
  Watched watched({Line(-0.3, 1), Level(-5)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  watched.Pass(*crossing, watched.level(), 4.7 - 0.5 * kZone);
  EXPECT_FALSE(watched.FlippedNow());
  const auto next = watched.To(1, 4);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->relations, std::vector<int32_t>{1});
  EXPECT_NEAR(next->time, 0.3 + 1.5 * kZone, 1e-12);
}

// Whose first orders say that it comes after the other one.
TEST(SeriesSearch, WhatMoreOrdersShowToComeFirstComesFirst) {
  Watched watched({Power(0.2, 10, -0.015), Line(-0.7, 1)});
  watched.Start(0);
  const auto crossing = watched.To(1, 5);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{0});
  EXPECT_NEAR(crossing->time, std::pow(0.015, 0.1) - 0.2, 1e-12);
}

// The other one needs more orders, and with them the solution is a little different.
TEST(SeriesSearch, WhatWasPlacedWithFewerOrdersIsPlacedAnew) {
  Watched watched({Line(-0.5, 1), Power(0.2, 10, -0.05)});
  watched.Start(0);
  const auto crossing = watched.To(0.6, 5, 20, 1e-4);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{0});
  EXPECT_GT(watched.x_at_crossing(), 0.5);
  EXPECT_NEAR(watched.x_at_crossing(), 0.5, 1e-12);
}

// Of few orders alone it stays below, and the last of them is larger than the one before.
TEST(SeriesSearch, TermsThatGrowAreNotTheLast) {
  for (const int count : {10, 16, 20}) {
    Watched watched({Power(0.2, count, -0.1)});
    watched.Start(0);
    std::optional<Crossing> crossing = watched.To(1, 5);
    for (int steps = 1; steps < 20 && !crossing && watched.at() < 1; ++steps) crossing = watched.To(1, 5);
    ASSERT_TRUE(crossing) << count;
    EXPECT_NEAR(crossing->time, std::pow(0.1, 1.0 / count) - 0.2, 1e-12) << count;
  }
}

TEST(SeriesSearch, CorrectsTheRootOfATruncatedSeries) {
  Watched watched({Wave(-0.5, 3)});
  watched.Start(0);
  const auto crossing = watched.To(0.2, 9, 9);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, std::asin(0.5) / 3, 1e-15);
  EXPECT_GT(std::sin(3 * crossing->time), 0.5);
}

TEST(SeriesSearch, GivesASeriesMoreOrders) {
  Watched watched({Wave(-0.999, 3)});
  watched.Start(0);
  const auto crossing = watched.To(1, 3);  // below at the end, and by three orders always
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, std::asin(0.999) / 3, 1e-12);
}

TEST(SeriesSearch, EndsAStepWhereItsSeriesEnds) {
  Watched watched({Wave(-0.9999, 100)});
  watched.Start(0.01);  // falls; comes back after most of a period
  std::optional<Crossing> crossing;
  int steps = 0;
  for (; !crossing && watched.at() < 1 && steps < 100; ++steps) crossing = watched.To(1, 5);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, std::asin(0.9999) / 100, 1e-10);
  EXPECT_LT(steps, 20);
}

TEST(SeriesSearch, DoesNotFireBelowTheLimit) {
  Watched watched({Wave(-1 - 1e-9, 3)});
  watched.Start(0);
  EXPECT_FALSE(watched.To(1, 20));
}

// Nothing is known of the size of what it compares.
TEST(SeriesSearch, ARelationThatStartsTiedFiresWhenItLeaves) {
  for (const double slope : {1e-12, 1e-3, 1e12}) {
    Watched watched({Line(0, slope)});
    watched.Start(0);
    const auto crossing = watched.To(1, 4);
    ASSERT_TRUE(crossing) << slope;
    EXPECT_LT(crossing->time, 1e-20) << slope;
  }
}

TEST(SeriesSearch, ATieThatStaysIsNone) {
  Watched watched({Line(0, 0), Line(0, -1)});
  watched.Start(0);
  EXPECT_FALSE(watched.To(1, 4));
  EXPECT_FALSE(watched.To(2, 4));
}

TEST(SeriesSearch, ARelationIsArmedInsideAStep) {
  Watched watched({FallsAndComesBack(0.4)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.4, 5e-15);  // not where it leaves its zone
  EXPECT_GT(watched.search().ExcursionOverZone(0), 0.03 / kZone);
}

TEST(SeriesSearch, WhatFlipsTogetherIsOneCrossing) {
  Watched watched({Line(-0.5, 1), Line(-0.3 - 1e-3, 1), Line(-0.6, 2), Line(-0.3, 1)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.3, 2e-15);
  EXPECT_EQ(crossing->relations, (std::vector<int32_t>{2, 3}));
}

TEST(SeriesSearch, WhatIsWithinItsZoneFlipsWithAnother) {
  Watched watched({Line(-0.5, 1), Line(-0.3 - 1e-9, 1), Line(-0.3, 1)});
  watched.Start(0);
  const auto crossing = watched.To(1, 4);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.3 + 1e-9, 1e-11);
  EXPECT_EQ(crossing->relations, (std::vector<int32_t>{1, 2}));
}

TEST(SeriesSearch, WhatATruncatedSeriesTellsALittleLateFlipsTogetherToo) {
  const double root = std::asin(0.5) / 3;
  Watched watched({Line(-root, 1), Wave(-0.5, 3)});
  watched.Start(0);
  const auto crossing = watched.To(1, 5, 12);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, root, 2e-15);
  EXPECT_EQ(crossing->relations, (std::vector<int32_t>{0, 1}));
}

// A value that ends above its range and was below it before.
TEST(SeriesSearch, TheOtherSideOfARangeIsLookedAtToo) {
  Watched watched({Quadratic(-0.1, -1, 1.6)}, -0.2);
  watched.Start(0);
  const auto crossing = watched.To(1, 5);
  ASSERT_TRUE(crossing);
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{1});
  EXPECT_NEAR(crossing->time, 0.125, 1e-14);  // -0.1 - t + 1.6 t^2 = -0.2
}

TEST(SeriesSearch, FindsTheFirstOfMany) {
  std::vector<Expression> lines;
  for (int i = 0; i < 100; ++i) lines.push_back(Line(-1 - (i * 37 % 100), 1));
  Watched watched(lines);
  watched.Start(0);
  EXPECT_FALSE(watched.To(0.9, 4));
  const auto crossing = watched.To(1.5, 4);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 1, 2e-15);
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{0});
}

TEST(SeriesSearch, WhatHasNoSeriesIsSampled) {
  Watched watched({[](ProgramBuilder& b, Slot x) {  // sqrt(x) - 0.5 from x = 0
    return b.Emit(OpCode::kSub, b.Emit(OpCode::kSqrt, x), b.New(0.5));
  }});
  watched.Start(0);
  const auto crossing = watched.To(1, 6);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.25, 1e-12);
  EXPECT_GT(watched.evaluations(), 0);
}

TEST(SeriesSearch, WhatSamplesHaveArmedIsArmed) {
  Watched watched({FallsAndComesBack(0.4), [](ProgramBuilder& b, Slot x) {  // sqrt(x) - 2 from x = 0
                     return b.Emit(OpCode::kSub, b.Emit(OpCode::kSqrt, x), b.New(2));
                   }});
  watched.Start(0);
  EXPECT_FALSE(watched.To(0.2, 6));
  EXPECT_GT(watched.evaluations(), 0);
  EXPECT_FALSE(watched.To(0.4 - 0.5 * kZone, 6));
  EXPECT_EQ(watched.evaluations(), 1);
  const auto crossing = watched.To(0.4 + 0.5 * kZone, 6);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, 0.4, 5e-15);
}

}  // namespace
}  // namespace stiction::runtime
