// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/time_events.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

struct Queue {
  explicit Queue(Program the_program)
      : program(std::move(the_program)), slots(program.initial_slots), tape(program), events(program, tape) {}

  Program program;
  std::vector<double> slots;
  Tape tape;
  TimeEvents events;
};

Program WithSamples(std::vector<std::pair<double, double>> samples) {
  test::ProgramBuilder b;
  for (const auto& [start, interval] : samples) {
    b.program.samples.push_back({b.New(start), b.New(interval), b.New(0), "Test.mo:1:1"});
  }
  return b.program;
}

TEST(TimeEvents, TicksDoNotDrift) {
  Queue queue(WithSamples({{0, 0.1}}));
  ASSERT_FALSE(queue.events.Start(0, 10, queue.slots.data()));
  EXPECT_EQ(queue.events.TakeTicks(0).size(), 1u);
  double t = 0;
  for (int k = 1; k <= 100000; ++k) {
    t = queue.events.Next(t, queue.slots.data());
    ASSERT_EQ(t, k * 0.1);
    ASSERT_EQ(queue.events.TakeTicks(t).size(), 1u);
  }
}

TEST(TimeEvents, SimultaneousTicksAreOneEvent) {
  Queue queue(WithSamples({{0, 0.1}, {0, 0.3}}));  // 3 * 0.1 and 1 * 0.3 differ in the last bit
  ASSERT_FALSE(queue.events.Start(0, 10, queue.slots.data()));
  queue.events.TakeTicks(0);
  double t = 0;
  for (int k = 1; k <= 3; ++k) {
    t = queue.events.Next(t, queue.slots.data());
    EXPECT_EQ(queue.events.TakeTicks(t).size(), k == 3 ? 2u : 1u) << k;
  }
}

TEST(TimeEvents, ALateStartSkipsTicks) {
  Queue queue(WithSamples({{0, 0.25}}));
  ASSERT_FALSE(queue.events.Start(1, 10, queue.slots.data()));
  EXPECT_EQ(queue.events.TakeTicks(1).size(), 1u);
  EXPECT_EQ(queue.events.Next(1, queue.slots.data()), 1.25);
}

TEST(TimeEvents, ThresholdsAreStrictlyAhead) {
  test::ProgramBuilder b;
  const Slot threshold = b.New(2);
  const int32_t relation = b.Relation(OpCode::kGt, b.program.time, threshold, "time > 2");
  b.program.relations[relation].kind = RelationInfo::Kind::kTime;
  b.program.relations[relation].threshold = threshold;
  Queue queue(b.program);
  ASSERT_FALSE(queue.events.Start(0, 10, queue.slots.data()));
  EXPECT_EQ(queue.events.Next(0, queue.slots.data()), 2);
  EXPECT_EQ(queue.events.Next(2, queue.slots.data()), std::numeric_limits<double>::infinity());
}

TEST(TimeEvents, IntervalsWithoutEndAreRefused) {
  for (const double interval : {0.0, -1.0, 1e-12, 1e-300, 4.9e-324}) {
    Queue queue(WithSamples({{0, interval}}));
    EXPECT_TRUE(queue.events.Start(0, 1, queue.slots.data())) << interval;
  }
  Queue late(WithSamples({{-1e300, 1e-3}}));
  EXPECT_TRUE(late.events.Start(0, 1, late.slots.data()));
  Queue never(WithSamples({{2, 1e-12}}));
  EXPECT_FALSE(never.events.Start(0, 1, never.slots.data()));
}

}  // namespace
}  // namespace stiction::runtime
