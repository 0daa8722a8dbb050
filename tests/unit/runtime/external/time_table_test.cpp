// SPDX-License-Identifier: BSD-3-Clause
// Tables over time: values before, at and after events; when events come.
#include "runtime/external/time_table.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/unit/runtime/external/tables.h"

namespace stiction::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNone = std::numeric_limits<double>::max();
constexpr int kSecond[] = {2};

std::unique_ptr<TimeTable> Make(const Matrix& table, const TableOptions& options, const TimeTableOptions& time = {}) {
  return Made<TimeTable>(TimeTable::Make(table, kSecond, options, time));
}

// Between events: the next is still to come.
double At(const TimeTable& table, double t) {
  const double next = table.NextEvent(t);
  return Value(table.Evaluate(0, t, next, next)).value;
}

// At an event that is not handled yet, and after it is.
double BeforeEvent(const TimeTable& table, double event) { return Value(table.Evaluate(0, event, event, event)).value; }
double AfterEvent(const TimeTable& table, double event) {
  return Value(table.Evaluate(0, event, table.NextEvent(event), event)).value;
}

std::vector<double> EventsAfter(const TimeTable& table, double t, size_t count) {
  std::vector<double> events;
  while (events.size() < count) events.push_back(t = table.NextEvent(t));
  return events;
}

Matrix Documented() { return Rows({{0, 0}, {1, 0}, {1, 1}, {2, 4}, {3, 9}, {4, 16}}); }

TEST(TimeTable, LooksUpAsDocumented) {
  const auto table = Make(Documented(), {"the table"}, {.events = TimeEvents::kAtDiscontinuities});
  EXPECT_EQ(BeforeEvent(*table, 1), 0);
  EXPECT_EQ(AfterEvent(*table, 1), 1);
  EXPECT_EQ(At(*table, 1.5), 2.5);
  EXPECT_EQ(At(*table, 2.0), 4);
  EXPECT_EQ(At(*table, 5.0), 23);
}

TEST(TimeTable, EventsAreThoseAskedForAndTheEnds) {
  const auto events = [](Smoothness smoothness, TimeEvents kind) {
    const auto table =
        Make(smoothness == Smoothness::kContinuousDerivative ? Rows({{0, 0}, {1, 0}, {4, 1}}) : Documented(),
             {"the table", smoothness}, {.start_time = -1, .events = kind});
    return EventsAfter(*table, -2, 7);
  };
  EXPECT_THAT(events(Smoothness::kLinearSegments, TimeEvents::kAlways), ElementsAre(-1, 0, 1, 2, 3, 4, kNone));
  EXPECT_THAT(events(Smoothness::kLinearSegments, TimeEvents::kAtDiscontinuities),
              ElementsAre(-1, 0, 1, 4, kNone, kNone, kNone));
  EXPECT_THAT(events(Smoothness::kLinearSegments, TimeEvents::kNoTimeEvents),
              ElementsAre(-1, 0, 4, kNone, kNone, kNone, kNone));
  EXPECT_THAT(events(Smoothness::kConstantSegments, TimeEvents::kNoTimeEvents), ElementsAre(-1, 0, 1, 2, 3, 4, kNone));
  EXPECT_THAT(events(Smoothness::kContinuousDerivative, TimeEvents::kAlways),
              ElementsAre(-1, 0, 4, kNone, kNone, kNone, kNone));
}

TEST(TimeTable, StartTimeGatesAndShiftTimeMoves) {
  const auto table = Make(Documented(), {"the table"}, {.start_time = 11.5, .shift_time = 10});
  EXPECT_EQ(At(*table, 11.4), 0);
  EXPECT_EQ(table->NextEvent(0), 11.5);
  EXPECT_EQ(BeforeEvent(*table, 11.5), 0);
  EXPECT_EQ(AfterEvent(*table, 11.5), 2.5);
  EXPECT_THAT(EventsAfter(*table, 11.5, 4), ElementsAre(12, 13, 14, kNone));
  EXPECT_EQ(At(*table, 12.5), 6.5);
  EXPECT_EQ(table->minimum(), 0);
  EXPECT_EQ(table->maximum(), 4);
}

TEST(TimeTable, PeriodsRepeatValuesAndEvents) {
  const auto table = Make(Rows({{1, 0}, {2, 0}, {2, 5}, {3, 7}}),
                          {"the table", Smoothness::kLinearSegments, Extrapolation::kPeriodic}, {.start_time = -10});
  EXPECT_THAT(EventsAfter(*table, -3.5, 5), ElementsAre(-3, -2, -1, 0, 1));
  for (const double k : {-4., 0., 6., 1000.}) {
    EXPECT_EQ(At(*table, k + 1.5), 0);
    EXPECT_EQ(BeforeEvent(*table, k + 2), 0);
    EXPECT_EQ(AfterEvent(*table, k + 2), 5);
    EXPECT_EQ(At(*table, k + 2.5), 6);
    EXPECT_EQ(BeforeEvent(*table, k + 3), 7);
    EXPECT_EQ(AfterEvent(*table, k + 3), 0);
  }
}

// A time that is scaled to seconds and back may miss its event by a bit; the event comes once nevertheless.
TEST(TimeTable, EventsComeOnceAlsoWhenTimeIsScaled) {
  const auto table = Make(Rows({{0, 0}, {0.1, 0}, {0.1, 1}, {0.2, 2}, {0.3, 3}}),
                          {"the table", Smoothness::kLinearSegments, Extrapolation::kPeriodic});
  for (const double scale : {3600.0, 0.001, 7.0}) {
    double scaled = 0;
    double event = 0;
    int count = 0;
    for (; count < 3000; ++count) {
      const double pre = event;
      event = table->NextEvent(scaled);
      ASSERT_GT(event, pre);
      const double t = event * scale;
      for (const double off : {-1e-16, 0.0, 1e-16}) {
        const double reached = t / scale * (1 + off);
        const double left = Value(table->Evaluate(0, reached, event, event)).value;
        const double right = Value(table->Evaluate(0, reached, table->NextEvent(reached), event)).value;
        const double expected_left[] = {3, 0, 2};
        const double expected_right[] = {0, 1, 2};
        EXPECT_NEAR(left, expected_left[(count + 1) % 3], 1e-9);
        EXPECT_NEAR(right, expected_right[(count + 1) % 3], 1e-9);
      }
      scaled = t / scale;
    }
    EXPECT_NEAR(scaled, 300, 1e-9);
  }
}

TEST(TimeTable, BeyondTheEndsFollowsTheExtrapolation) {
  const auto make = [](Smoothness smoothness, Extrapolation extrapolation) {
    return Make(Rows({{0, 1}, {1, 3}, {2, 4}}), {"the table", smoothness, extrapolation}, {.start_time = -9});
  };
  EXPECT_EQ(At(*make(Smoothness::kLinearSegments, Extrapolation::kHoldLastPoint), 7), 4);
  EXPECT_EQ(At(*make(Smoothness::kLinearSegments, Extrapolation::kHoldLastPoint), -2), 1);
  EXPECT_EQ(At(*make(Smoothness::kLinearSegments, Extrapolation::kLastTwoPoints), -2), -3);
  EXPECT_EQ(At(*make(Smoothness::kConstantSegments, Extrapolation::kLastTwoPoints), 4), 6);
  EXPECT_EQ(At(*make(Smoothness::kConstantSegments, Extrapolation::kLastTwoPoints), 1.9), 3);
  EXPECT_EQ(At(*make(Smoothness::kMonotoneContinuousDerivative2, Extrapolation::kLastTwoPoints), 4), 6);
  const auto no = make(Smoothness::kLinearSegments, Extrapolation::kNoExtrapolation);
  EXPECT_EQ(At(*no, 2), 4);
  EXPECT_EQ(BeforeEvent(*no, 0), 1);
  EXPECT_THAT(std::get<std::string>(no->Evaluate(0, 2.5, kNone, kNone)),
              HasSubstr("time - shiftTime = 2.5 is outside of its abscissae 0 ... 2"));
}

// Between events the derivatives are those of the curve, up to the event also beyond it.
TEST(TimeTable, DerivativesAgreeWithDifferences) {
  Numbers numbers(21);
  for (const Smoothness smoothness : kAllSmoothness) {
    for (const Extrapolation extrapolation : kAllExtrapolation) {
      const auto table = Make(RandomTable(numbers, 6), {"the table", smoothness, extrapolation}, {.start_time = -9});
      double t = table->minimum();
      for (int piece = 0; piece < 5; ++piece) {
        const double next = table->NextEvent(t);
        const double middle = next == kNone ? t + 0.123 : (t + next) * 0.5 + 0.001;
        if (next == kNone && extrapolation == Extrapolation::kNoExtrapolation) break;
        const auto at = [&](double time) { return Value(table->Evaluate(0, time, next, next)); };
        const double e = 1e-5;
        EXPECT_NEAR(at(middle).first, (at(middle + e).value - at(middle - e).value) / (2 * e), 1e-6);
        EXPECT_NEAR(at(middle).second, (at(middle + e).first - at(middle - e).first) / (2 * e), 1e-6);
        if (next == kNone) break;
        // The left limit at the event.
        EXPECT_NEAR(at(next).value, at(next - 1e-9).value, 1e-7);
        EXPECT_NEAR(at(next).first, at(next - 1e-9).first, 1e-6);
        t = next;
      }
    }
  }
}

TEST(TimeTable, OneRowStepsAtTheStartTime) {
  const auto table = Make(Rows({{5, 7}}), {"the table"}, {.start_time = 1});
  EXPECT_THAT(EventsAfter(*table, 0, 2), ElementsAre(1, kNone));
  EXPECT_EQ(At(*table, 0.5), 0);
  EXPECT_EQ(BeforeEvent(*table, 1), 0);
  EXPECT_EQ(AfterEvent(*table, 1), 7);
  EXPECT_EQ(At(*table, 99), 7);
}

TEST(TimeTable, TimesWithoutEndDoNotHang) {
  const auto table = Make(Documented(), {"the table", Smoothness::kLinearSegments, Extrapolation::kPeriodic});
  for (const double t : {1e300, HUGE_VAL, std::nan("")}) {
    table->NextEvent(t);
    table->Evaluate(0, t, 1, 1);
  }
  EXPECT_EQ(table->NextEvent(1e300), kNone);
}

TEST(TimeTable, RefusesWhatIsNoTable) {
  const auto refused = [](const Matrix& table, const TableOptions& options) {
    return Refused(TimeTable::Make(table, kSecond, options, {}));
  };
  EXPECT_THAT(refused(Documented(), {"the table", Smoothness::kContinuousDerivative}),
              HasSubstr("1 of row 3 is no greater"));
  EXPECT_THAT(refused(Rows({{1, 0}, {0, 1}}), {"the table"}), HasSubstr("has to be in increasing order"));
  EXPECT_THAT(refused(Rows({{1, 0}, {1, 1}}), {"the table", Smoothness::kLinearSegments, Extrapolation::kPeriodic}),
              HasSubstr("no period"));
}

}  // namespace
}  // namespace stiction::runtime
