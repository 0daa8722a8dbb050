// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "tests/unit/runtime/simulate/models.h"

namespace stiction::runtime {
namespace {

using test::PowerLoad;
using test::ProgramBuilder;
using test::SineLoad;
using test::SlidingBlock;

SimulationOptions Until(double stop, double tolerance = 1e-8) {
  SimulationOptions options;
  options.stop_time = stop;
  options.tolerance = tolerance;
  return options;
}

double Last(const SimulationResult& result, const std::string& name) {
  const Trajectory& trajectory = result.trajectory;
  for (size_t i = 0; i < trajectory.signals.size(); ++i) {
    if (trajectory.signals[i].name == name) return trajectory.at(trajectory.rows() - 1, i);
  }
  ADD_FAILURE() << "no signal " << name;
  return NAN;
}

/// Times at which the given text appears in the event log.
std::vector<double> TimesOf(const Program& program, SimulationOptions options, const std::string& what,
                            SimulationResult* result = nullptr) {
  std::vector<double> times;
  options.on_event = [&](const EventRecord& record) {
    for (const EventChange& change : record.changes) {
      if (change.what == what) times.push_back(record.time);
    }
  };
  SimulationResult done = Simulate(program, options);
  EXPECT_TRUE(done.report.success) << done.report.message;
  if (result != nullptr) *result = std::move(done);
  return times;
}

TEST(Simulate, BlockUnderRampBreaksAway) {
  const Program program = SlidingBlock(1, 0, SineLoad(0, 0, 0.5));
  SimulationResult result;
  const std::vector<double> breaks = TimesOf(program, Until(5), "sa > 1 became true", &result);
  ASSERT_EQ(breaks.size(), 1u);
  EXPECT_NEAR(breaks[0], 2, 1e-12);
  EXPECT_NEAR(Last(result, "v"), 2.25, 1e-7);
  EXPECT_NEAR(Last(result, "x"), 2.25, 1e-7);
  EXPECT_EQ(result.report.method, "taylor");
}

TEST(Simulate, BlockUnderSineSticksAndSlips) {
  const Program program = SlidingBlock(0.8, 0, SineLoad(0, 1, 0));
  SimulationResult result;
  const std::vector<double> stops = TimesOf(program, Until(10), "mode: 2 -> 0", &result);
  ASSERT_EQ(stops.size(), 2u);
  EXPECT_NEAR(stops[0], 2.887003905981, 1e-7);
  EXPECT_NEAR(stops[1], 2.887003905981 + 2 * std::numbers::pi, 1e-7);
  // `v > 0` is true right after the break-away and belongs to the same event.
  const std::vector<double> starts = TimesOf(program, Until(10), "mode: 0 -> 2");
  ASSERT_EQ(starts.size(), 2u);
  EXPECT_NEAR(starts[0], std::asin(0.8), 1e-12);
  EXPECT_NEAR(starts[1], std::asin(0.8) + 2 * std::numbers::pi, 1e-12);
}

class FrictionChain : public ::testing::TestWithParam<std::tuple<Method, Form>> {};

TEST_P(FrictionChain, EndStateIsThatOfATighterTolerance) {
  SimulationOptions options = Until(1);
  options.method = std::get<0>(GetParam());
  options.form = std::get<1>(GetParam());
  options.signals = {"x1", "v1", "x3"};
  const SimulationResult result = Simulate(test::Chain(3), options);
  ASSERT_TRUE(result.report.success) << result.report.message;
  SimulationOptions tight = Until(1, 1e-11);
  tight.signals = options.signals;
  const SimulationResult reference = Simulate(test::Chain(3), tight);
  for (const char* name : {"x1", "v1", "x3"}) EXPECT_NEAR(Last(result, name), Last(reference, name), 2e-7) << name;
}

INSTANTIATE_TEST_SUITE_P(Simulate, FrictionChain,
                         ::testing::Values(std::tuple{Method::kAuto, Form::kOde}, std::tuple{Method::kIda, Form::kOde},
                                           std::tuple{Method::kIda, Form::kDae}));

TEST(Simulate, BothIntegratorsAndFormsAgree) {
  const Program program = SlidingBlock(0.8, 0, SineLoad(0, 1, 0));
  SimulationOptions options = Until(10);
  const SimulationResult reference = Simulate(program, options);
  ASSERT_TRUE(reference.report.success) << reference.report.message;
  options.method = Method::kIda;
  const SimulationResult ode = Simulate(program, options);
  ASSERT_TRUE(ode.report.success) << ode.report.message;
  EXPECT_EQ(ode.report.method, "ida");
  options.form = Form::kDae;
  const SimulationResult dae = Simulate(program, options);
  ASSERT_TRUE(dae.report.success) << dae.report.message;
  EXPECT_NEAR(Last(ode, "x"), Last(reference, "x"), 1e-6);
  EXPECT_NEAR(Last(dae, "x"), Last(reference, "x"), 1e-6);
  const std::vector<double> stops = TimesOf(program, options, "mode: 2 -> 0");
  ASSERT_EQ(stops.size(), 2u);
  EXPECT_NEAR(stops[0], 2.887003905981, 1e-6);
}

TEST(Simulate, StopsOnTheFloor) {
  const double mu_g = 0.3 * 9.81;
  const Program program = SlidingBlock(mu_g, 3, SineLoad(0, 0, 0));
  Program sliding = program;
  sliding.initial_slots[sliding.pres[0].variable] = 2;  // mode starts Forward
  sliding.initial_slots[sliding.pres[0].pre] = 2;
  SimulationResult result;
  const std::vector<double> stops = TimesOf(sliding, Until(2), "mode: 2 -> 0", &result);
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_NEAR(stops[0], 1.01936799185, 1e-10);
  EXPECT_NEAR(Last(result, "x"), 1.52905198777, 1e-10);
}

TEST(Simulate, TangentialBreakAwayIsSeen) {
  const Program program = SlidingBlock(1, 0, PowerLoad(1, 3));
  SimulationResult result;
  const std::vector<double> breaks = TimesOf(program, Until(2), "sa > 1 became true", &result);
  ASSERT_EQ(breaks.size(), 1u);
  EXPECT_NEAR(breaks[0], 1, 1e-5);
  EXPECT_NEAR(Last(result, "v"), 0.25, 1e-6);
  EXPECT_NEAR(Last(result, "x"), 0.05, 1e-6);
}

TEST(Simulate, GrazingTheLimitDoesNotBreakAway) {
  const Program program = SlidingBlock(1, 0, PowerLoad(-1, 2));
  SimulationResult result;
  EXPECT_TRUE(TimesOf(program, Until(1.9), "sa > 1 became true", &result).empty());
  EXPECT_EQ(Last(result, "x"), 0);
}

TEST(Simulate, AllStuckStepsDoNotOutgrowTheInput) {  // peaks grow by 2 pi 1e-4 a period
  const Program program = SlidingBlock(1, 0, SineLoad(0, 0.99, 1e-4));
  // First t with 0.99 sin t + 1e-4 t = 1, near the 16th peak: 0.01 / 1e-4 = 100.
  double low = 0;
  for (int period = 0; low == 0; ++period) {
    const double peak = std::numbers::pi / 2 + 2 * std::numbers::pi * period;
    const double highest = peak + 1e-4 / 0.99;
    if (0.99 * std::sin(highest) + 1e-4 * highest <= 1) continue;
    double below = highest - 1;
    double above = highest;
    for (int i = 0; i < 80; ++i) {
      const double middle = (below + above) / 2;
      (0.99 * std::sin(middle) + 1e-4 * middle > 1 ? above : below) = middle;
    }
    low = above;
  }
  const std::vector<double> breaks = TimesOf(program, Until(105, 1e-4), "sa > 1 became true");
  ASSERT_FALSE(breaks.empty());
  EXPECT_NEAR(breaks[0], low, 1e-6);
}

TEST(Simulate, AHeldBlockDoesNotDrift) {
  const Program program = SlidingBlock(1, 0, SineLoad(0.99, 0, 0));
  for (Method method : {Method::kDopri5, Method::kIda}) {
    SimulationOptions options = Until(86400);
    options.method = method;
    const SimulationResult result = Simulate(program, options);
    ASSERT_TRUE(result.report.success) << result.report.message;
    for (size_t row = 0; row < result.trajectory.rows(); ++row) ASSERT_EQ(result.trajectory.at(row, 0), 0);
    EXPECT_EQ(result.report.state_events, 0);
  }
}

TEST(Simulate, RowsAreOnTheGridAndTwiceAtAnEvent) {
  SimulationOptions options = Until(3);
  options.interval = 0.5;
  const SimulationResult result = Simulate(SlidingBlock(1, 0, SineLoad(0, 0, 0.5)), options);
  ASSERT_TRUE(result.report.success) << result.report.message;
  std::vector<double> times = result.trajectory.times;
  for (double expected : {0.0, 0.5, 1.0, 1.5, 2.5, 3.0}) {
    EXPECT_EQ(std::count(times.begin(), times.end(), expected), 1) << expected;
  }
  for (size_t row = 1; row < times.size(); ++row) EXPECT_LE(times[row - 1], times[row]);
  const auto after = std::upper_bound(times.begin(), times.end(), 1.99999);
  EXPECT_EQ(after[0], after[1]);  // the break-away at 2
}

TEST(Simulate, UnknownSignalIsNamed) {
  SimulationOptions options = Until(1);
  options.signals = {"speed"};
  const SimulationResult result = Simulate(SlidingBlock(1, 0, SineLoad(0, 0, 0)), options);
  EXPECT_FALSE(result.report.success);
  EXPECT_EQ(result.report.reason, Reason::kUnknownSignal);
}

/// count := pre(count) + 1 when sample(start, interval)
Program Counter(double start, double interval) {
  ProgramBuilder b;
  const auto [tick_value, pre_tick] = b.Discrete("tick", 0, ValueType::kBoolean);
  const auto [count, pre_count] = b.Discrete("count", 0, ValueType::kInteger);
  const Slot tick = b.New(0), one = b.New(1);
  b.program.samples.push_back({b.New(start), b.New(interval), tick, "Test.mo:5:8"});
  const int32_t from = b.From();
  b.EmitTo(tick_value, OpCode::kCopy, tick);
  const Slot edge = b.Emit(OpCode::kAnd, tick_value, b.Emit(OpCode::kNot, pre_tick));
  b.EmitTo(count, OpCode::kSelect, edge, b.Emit(OpCode::kAdd, pre_count, one), pre_count);
  b.Explicit({&b.program.initial_system, &b.program.event_system}, from, {tick_value, count});
  return b.program;
}

TEST(Simulate, SampleTicksAtMultiples) {
  SimulationOptions options = Until(10);
  std::vector<double> ticks;
  options.on_event = [&](const EventRecord& record) {
    EXPECT_EQ(record.kind, EventKind::kTime);
    ticks.push_back(record.time);
  };
  const SimulationResult result = Simulate(Counter(0.1, 0.1), options);
  ASSERT_TRUE(result.report.success) << result.report.message;
  ASSERT_EQ(ticks.size(), 100u);
  for (size_t k = 0; k < ticks.size(); ++k) EXPECT_EQ(ticks[k], 0.1 + static_cast<double>(k) * 0.1);
  EXPECT_EQ(Last(result, "count"), 100);
  EXPECT_EQ(Last(result, "tick"), 0);
  EXPECT_EQ(result.report.time_events, 100);
}

TEST(Simulate, ASampleMayTickAtTheStart) {
  const SimulationResult result = Simulate(Counter(0, 1), Until(2.5));
  ASSERT_TRUE(result.report.success) << result.report.message;
  EXPECT_EQ(Last(result, "count"), 3);
}

TEST(Simulate, ASampleNeedsAPositiveInterval) {
  const SimulationResult result = Simulate(Counter(0, 0), Until(1));
  EXPECT_EQ(result.report.reason, Reason::kInitialization);
  EXPECT_NE(result.report.message.find("Test.mo:5:8"), std::string::npos);
}

/// A stone falls from h and bounces with restitution e: when h < 0 then reinit(v, -e pre(v)).
Program BouncingBall(double h0, double e) {
  ProgramBuilder b;
  const Slot h = b.State("h", h0);
  const Slot v = b.State("v", 0);
  const Slot zero = b.New(0);
  const auto [hit, pre_hit] = b.Discrete("hit", 0, ValueType::kBoolean);
  const int32_t below = b.Relation(OpCode::kLt, h, zero, "h < 0");
  int32_t from = b.From();
  b.EmitTo(h + 1, OpCode::kCopy, v);
  b.EmitTo(v + 1, OpCode::kCopy, b.New(-9.81));
  b.Explicit(b.All(), from, {h + 1, v + 1});
  b.RelationBlock(b.Events(), below, b.From());
  from = b.From();
  b.EmitTo(hit, OpCode::kCopy, b.ValueOf(below));
  b.Explicit(b.Events(), from, {hit});
  from = b.From();
  const Slot condition = b.Emit(OpCode::kAnd, hit, b.Emit(OpCode::kNot, pre_hit));
  const Slot value = b.Emit(OpCode::kMul, b.New(-e), v);
  b.program.actions = b.Until(from);
  b.program.reinits.push_back({v, value, condition, "Test.mo:6:5"});
  return b.program;
}

TEST(Simulate, ReinitReversesTheVelocity) {
  SimulationResult result;
  const std::vector<double> hits = TimesOf(BouncingBall(1, 0.5), Until(1.2), "h < 0 became true", &result);
  ASSERT_EQ(hits.size(), 3u);
  EXPECT_NEAR(hits[0], 0.451523640986, 1e-9);
  EXPECT_NEAR(hits[1], 0.903047281972, 1e-9);
  EXPECT_NEAR(hits[2], 1.12880910246, 1e-9);
}

TEST(Simulate, AnAccumulationPointOfEventsIsToldNotAHang) {
  const SimulationResult result = Simulate(BouncingBall(1, 0.5), Until(2, 1e-6));
  EXPECT_FALSE(result.report.success);
  EXPECT_EQ(result.report.reason, Reason::kChattering) << result.report.message;
  EXPECT_NEAR(result.report.time_reached, 1.3545709, 1e-3);
  EXPECT_NE(result.report.message.find("h < 0 (Test.mo:2:1)"), std::string::npos) << result.report.message;
  EXPECT_GT(result.trajectory.rows(), 300u);
}

/// der(x) = if x > 0 then -1 else 1: no solution after x reaches 0.
Program Relay() {
  ProgramBuilder b;
  const Slot x = b.State("x", 0.5);
  const int32_t above = b.Relation(OpCode::kGt, x, b.New(0), "x > 0");
  b.RelationBlock(b.Events(), above, b.From());
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kSelect, b.ValueOf(above), b.New(-1), b.New(1));
  b.Explicit(b.All(), from, {x + 1});
  b.program.continuous_system.blocks.front().rows = {{x + 1, -1, {}}};
  return b.program;
}

TEST(Simulate, ChatteringIsToldWithItsRelation) {
  for (Method method : {Method::kDopri5, Method::kIda}) {
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      SimulationOptions options = Until(1, tolerance);
      options.method = method;
      const SimulationResult result = Simulate(Relay(), options);
      EXPECT_EQ(result.report.reason, Reason::kChattering) << result.report.message;
      EXPECT_NEAR(result.report.time_reached, 0.5, 1e-3);
      for (const char* turn : {"x > 0 becomes true (Test.mo:2:1)", "x > 0 becomes false (Test.mo:2:1)"}) {
        EXPECT_NE(result.report.message.find(turn), std::string::npos) << result.report.message;
      }
    }
  }
}

TEST(Simulate, AStiffModelIsHandedToRodas) {
  const SimulationResult result = Simulate(test::Relaxation(1e5, 1, true), Until(10, 1e-6));
  ASSERT_TRUE(result.report.success) << result.report.message;
  EXPECT_EQ(result.report.method.find("taylor, rodas from "), 0u) << result.report.method;
  EXPECT_NEAR(Last(result, "x"), std::sin(10.0), 2e-5);
  EXPECT_LT(result.report.steps, 5000);
}

/// x' = -r (x - sin t) + cos t with r = exp(5 + 6 sin t), x(0) = 1: x = sin t + exp(-R), R the integral of r. Stiff and
/// not stiff in turn, r between 0.4 and 6e4 1/s.
Program StiffNowAndThen() {
  ProgramBuilder b;
  const Slot x = b.State("x", 1);
  const Slot five = b.New(5), six = b.New(6);
  const int32_t from = b.From();
  const Slot sine = b.Emit(OpCode::kSin, b.program.time);
  const Slot rate = b.Emit(OpCode::kExp, b.Emit(OpCode::kAdd, five, b.Emit(OpCode::kMul, six, sine)));
  const Slot pull = b.Emit(OpCode::kMul, rate, b.Emit(OpCode::kSub, sine, x));
  b.EmitTo(x + 1, OpCode::kAdd, pull, b.Emit(OpCode::kCos, b.program.time));
  b.Explicit(b.All(), from, {x + 1});
  return b.program;
}

TEST(Simulate, TheMethodChangesAsOftenAsTheStiffness) {
  SimulationOptions options = Until(31, 1e-7);  // five stiff phases
  const SimulationResult result = Simulate(StiffNowAndThen(), options);
  ASSERT_TRUE(result.report.success) << result.report.message;
  const Trajectory& trajectory = result.trajectory;
  for (size_t row = 0; row < trajectory.rows(); ++row) {
    if (trajectory.times[row] < 0.2) continue;
    ASSERT_NEAR(trajectory.at(row, 0), std::sin(trajectory.times[row]), 1e-6) << trajectory.times[row];
  }
  EXPECT_EQ(result.report.method.find("taylor, rodas from "), 0u) << result.report.method;
  EXPECT_NE(result.report.method.find(", taylor from "), std::string::npos) << result.report.method;
  // Five to rodas, four back between them and, where it is doubtful which is better, some more; r is small for so long
  // that rodas has no more than four fifths of the time.
  const size_t so_on = result.report.method.find(" and so on: ");
  ASSERT_NE(so_on, std::string::npos) << result.report.method;
  const int changes = std::stoi(result.report.method.substr(so_on + 12));
  EXPECT_GE(changes, 9);
  EXPECT_LE(changes, 40);
  const size_t share = result.report.method.find(", rodas for ");
  ASSERT_NE(share, std::string::npos) << result.report.method;
  EXPECT_LE(std::stoi(result.report.method.substr(share + 12)), 80) << result.report.method;
  options.method = Method::kDopri5;
  EXPECT_GT(Simulate(StiffNowAndThen(), options).report.steps, 10 * result.report.steps);
}

// Where the method would change in the last step too.
TEST(Simulate, TheLastRowIsThatOfTheStopTime) {
  for (int i = 0; i < 400; ++i) {
    const double stop = 2 + 0.01 * i;
    const SimulationResult result = Simulate(StiffNowAndThen(), Until(stop, 1e-6));
    ASSERT_TRUE(result.report.success) << result.report.message;
    ASSERT_EQ(result.trajectory.times.back(), stop) << result.report.method;
  }
}

TEST(Simulate, AViolatedAssertionStops) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, b.New(1));
  b.Explicit(b.All(), from, {x + 1});
  from = b.From();
  const Slot condition = b.Emit(OpCode::kLt, x, b.New(0.5));
  b.program.assertion_code = b.Until(from);
  b.program.assertions.push_back({condition, {{"x is ", kNoSlot, {}}, {"", x, {}}}, false, "Test.mo:9:3"});
  const SimulationResult result = Simulate(b.program, Until(1));
  EXPECT_EQ(result.report.reason, Reason::kAssertion);
  EXPECT_NE(result.report.message.find("Test.mo:9:3"), std::string::npos) << result.report.message;
  EXPECT_LE(result.report.time_reached, 0.51);
  EXPECT_GT(result.trajectory.rows(), 200u);
  b.program.assertions[0].is_warning = true;
  const SimulationResult warned = Simulate(b.program, Until(1));
  EXPECT_TRUE(warned.report.success);
  EXPECT_EQ(warned.report.notes.size(), 1u);
}

}  // namespace
}  // namespace stiction::runtime
