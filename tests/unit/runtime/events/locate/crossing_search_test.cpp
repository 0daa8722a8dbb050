// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/crossing_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

struct Nothing : DenseOutput {
  void Interpolate(double, double*) const override {}
};

/// Watches `g(time) > 0`, written by `code`, held false, over steps of our own choice.
class Watched {
 public:
  explicit Watched(const std::function<Slot(ProgramBuilder&)>& code, double tolerance = 1e-6)
      : program_(Build(code)),
        slots_(program_.initial_slots),
        tape_(program_),
        system_(program_, slots_.data(), tape_, statistics_),
        scales_(program_, slots_.data(), tolerance),
        search_(system_, scales_) {}

  void Start(double t) {
    ASSERT_FALSE(system_.Evaluate(t, nullptr));
    system_.Refresh();
    search_.Restart(t, nullptr);
  }

  /// The crossing in the step to t.
  std::optional<Crossing> To(double t) {
    EXPECT_FALSE(system_.Evaluate(t, nullptr));
    Nothing no_states;
    return search_.Search(no_states, t).crossing;
  }

  std::optional<Crossing> FlippedNow() { return search_.FlippedNow(Nothing()); }

  CrossingSearch& search() { return search_; }
  long evaluations() const { return system_.evaluations(); }

 private:
  static Program Build(const std::function<Slot(ProgramBuilder&)>& code) {
    ProgramBuilder b;
    const int32_t from = b.From();
    const Slot g = code(b);
    b.program.indicators = b.Until(from);
    VariableInfo shown;  // else nothing would depend on it
    shown.name = "isPositive";
    shown.slot = b.ValueOf(b.Relation(OpCode::kGt, g, b.New(0), "g > 0"));
    b.program.variables.push_back(shown);
    return b.program;
  }

  Program program_;
  std::vector<double> slots_;
  Tape tape_;
  SolveStatistics statistics_;
  ContinuousSystem system_;
  RelationScales scales_;
  CrossingSearch search_;
};

/// c0 + c1 sin(omega t)
std::function<Slot(ProgramBuilder&)> Sine(double c0, double c1, double omega) {
  return [=](ProgramBuilder& b) {
    const Slot phase = b.Emit(OpCode::kMul, b.New(omega), b.program.time);
    return b.Emit(OpCode::kAdd, b.New(c0), b.Emit(OpCode::kMul, b.New(c1), b.Emit(OpCode::kSin, phase)));
  };
}

TEST(CrossingSearch, FindsASimpleCrossingToTheLastBits) {
  Watched watched(Sine(-0.5, 1, 1));
  watched.Start(0);
  const auto crossing = watched.To(1);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, std::numbers::pi / 6, 2e-15);
  EXPECT_GT(std::sin(crossing->time), 0.5);  // the right end: flipped there
  EXPECT_EQ(crossing->relations, std::vector<int32_t>{0});
  EXPECT_LT(watched.evaluations(), 25);
}

TEST(CrossingSearch, FindsTheFirstOfTwoCrossingsInsideAStep) {
  Watched watched(Sine(-0.999, 1, 1));  // above for 0.09 around pi/2; at both ends of the step below
  watched.Start(0);
  const auto crossing = watched.To(3);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->time, std::asin(0.999), 1e-12);
}

TEST(CrossingSearch, DoesNotFireBelowTheLimit) {
  Watched watched(Sine(-1 - 1e-9, 1, 1));
  watched.Start(0);
  EXPECT_FALSE(watched.To(3));
}

TEST(CrossingSearch, CapsStepsByTheTimeScaleOfTheIndicator) {
  Watched watched(Sine(-2, 1, 10));
  watched.Start(0);
  double t = 0;
  double h = 1e-3;
  double longest = 0;
  for (int i = 0; i < 50; ++i) {
    t += h;
    ASSERT_FALSE(watched.To(t));
    h = std::min(5 * h, watched.search().step_cap());
    longest = std::max(longest, h);
  }
  EXPECT_LT(longest, 2 * std::numbers::pi / 10);
  EXPECT_GT(longest, 0.02);
}

// Nothing is known of the size of what it compares: it flips as soon as it leaves its tie.
TEST(CrossingSearch, ARelationThatStartsTiedFlipsWhenItLeaves) {
  for (const double slope : {1e-12, 1e-3, 1e12}) {
    Watched watched([&](ProgramBuilder& b) { return b.Emit(OpCode::kMul, b.New(slope), b.program.time); });
    watched.Start(0);
    EXPECT_FALSE(watched.FlippedNow());
    const auto crossing = watched.To(1);
    ASSERT_TRUE(crossing) << slope;
    EXPECT_LT(crossing->time, 1e-15) << slope;
  }
}

TEST(CrossingSearch, RoundingErrorsAroundATieDoNotFire) {
  // g = (t + 1) - t - 1: some 1e-16 of either sign
  Watched watched([](ProgramBuilder& b) {
    const Slot one = b.New(1);
    const Slot sum = b.Emit(OpCode::kAdd, b.program.time, one);
    return b.Emit(OpCode::kSub, b.Emit(OpCode::kSub, sum, b.program.time), one);
  });
  watched.Start(0);
  for (double t = 0.01; t < 3; t += 0.013) EXPECT_FALSE(watched.To(t));
}

}  // namespace
}  // namespace stiction::runtime
