// Events that follow a line against the same events solved.
#include "runtime/events/event_lines.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "runtime/events/event_iteration.h"
#include "tests/unit/runtime/events/two_blocks.h"

namespace stiction::runtime {
namespace {

using test::kRelations;
using test::TwoBlocks;
using test::TwoBlocksUnderLoads;

struct Events {
  Events(const Program& of, bool with_lines)
      : program(of), slots(of.initial_slots), tape(of), iteration(of, slots.data(), tape, statistics) {
    iteration.UseLines(with_lines);
  }

  /// Of the first block.
  void SetLoadAndSpeed(double load, double speed) {
    SetState(0, load);
    SetState(2, speed);
  }
  void SetState(size_t state, double value) { slots[static_cast<size_t>(program.states[state].slot)] = value; }

  void Pass(int32_t relation, bool goes_back) {
    effects.Clear();
    ASSERT_FALSE(iteration.RunScoped({relation}, effects, true));
    Tell();
    if (goes_back) iteration.UndoScoped();
  }

  void Tell() {
    changed = iteration.FindChanges();
    iteration.TellScoped(effects);
  }

  /// What the rest of a simulation may see of it.
  std::vector<double> Seen() const {
    std::vector<double> seen;
    for (const VariableInfo& variable : program.variables) seen.push_back(slots[static_cast<size_t>(variable.slot)]);
    for (const PreInfo& pre : program.pres) seen.push_back(slots[static_cast<size_t>(pre.pre)]);
    for (const RelationInfo& relation : program.relations) seen.push_back(slots[static_cast<size_t>(relation.value)]);
    for (const auto& changes : {effects.relations, effects.discretes}) {
      for (const EventEffects::Change& change : changes) {
        seen.insert(seen.end(), {change.before, change.after, static_cast<double>(change.index)});
      }
    }
    for (const auto& numbers : {changed.relations, changed.pres}) {
      seen.push_back(static_cast<double>(numbers.size()));
      seen.insert(seen.end(), numbers.begin(), numbers.end());
    }
    for (const long count : {statistics.linear_solves, statistics.mixed_solves, statistics.mixed_trials,
                             statistics.fixed_point, statistics.pivoting, statistics.newton_iterations}) {
      seen.push_back(static_cast<double>(count));
    }
    return seen;
  }

  const Program& program;
  std::vector<double> slots;
  Tape tape;
  SolveStatistics statistics;
  EventIteration iteration;
  EventEffects effects;
  HeldChanges changed;
};

/// A block that breaks away, slides and stops, on both sides.
struct Step {
  double load, speed;
  int32_t relation;
};
constexpr Step kSteps[] = {{1.25, 0, 0},       {1.25, 1e-300, 2}, {0.5, 0, 2},  {-1.5, 0, 1},
                           {-1.5, -1e-300, 3}, {0.25, 0, 3},      {0.75, 0, 0}, {1.125, 0, 0}};

TEST(EventLines, AreTheSameAsSolving) {
  const Program program = TwoBlocks(1);
  Events solved(program, false), followed(program, true);
  for (int round = 0; round < 3; ++round) {
    for (size_t block = 0; block < 2; ++block) {
      for (const Step& step : kSteps) {
        for (const bool goes_back : {true, false}) {
          for (Events* events : {&solved, &followed}) {
            events->SetState(block, step.load * (1 + 0.01 * round));
            events->SetState(2 + block, step.speed);
            events->Pass(step.relation + kRelations * static_cast<int32_t>(block), goes_back);
          }
          EXPECT_EQ(solved.Seen(), followed.Seen()) << "round " << round << ", block " << block;
          EXPECT_TRUE(std::ranges::equal(solved.iteration.Evaluated(), followed.iteration.Evaluated()));
        }
      }
    }
  }
  EXPECT_EQ(solved.iteration.lines_followed(), 0);
  EXPECT_GT(followed.iteration.lines_followed(), 80);
}

TEST(EventLines, ServeElementsThatAreAlike) {
  const Program program = TwoBlocks(1);
  Events events(program, true);
  for (size_t block = 0; block < 2; ++block) {
    events.SetState(block, 1.25);
    events.Pass(kRelations * static_cast<int32_t>(block), false);
    EXPECT_EQ(events.iteration.lines_followed(), static_cast<long>(block));
  }
}

TEST(EventLines, ServeElementsUnderOtherLoads) {
  const Program program = TwoBlocksUnderLoads(2, 4);
  Events solved(program, false), followed(program, true);
  for (int round = 0; round < 2; ++round) {
    for (size_t block = 0; block < 2; ++block) {
      for (const Step& step : kSteps) {
        const long before = followed.iteration.lines_followed();
        for (Events* events : {&solved, &followed}) {
          events->SetState(block, step.load * (1 + 0.01 * round));
          events->SetState(2 + block, step.speed);
          events->Pass(step.relation + kRelations * static_cast<int32_t>(block), false);
        }
        EXPECT_EQ(solved.Seen(), followed.Seen()) << "round " << round << ", block " << block;
        if (block > 0) {
          EXPECT_EQ(followed.iteration.lines_followed(), before + 1);
        }
      }
    }
  }
}

TEST(EventLines, DoNotServeOneWithAnotherParameter) {
  const Program program = TwoBlocks(0.5);
  Events events(program, true);
  for (size_t block = 0; block < 2; ++block) {
    events.SetState(block, 1.25);
    events.Pass(kRelations * static_cast<int32_t>(block), false);
  }
  EXPECT_EQ(events.iteration.lines_followed(), 0);
}

TEST(EventLines, ContinueAnEvent) {
  const Program program = TwoBlocks(1);
  Events solved(program, false), followed(program, true);
  for (int round = 0; round < 3; ++round) {
    for (Events* events : {&solved, &followed}) {
      events->SetLoadAndSpeed(1.25, 0);
      events->Pass(0, false);
      events->SetState(2, 1e-300);
      ASSERT_FALSE(events->iteration.ContinueScoped({2}, events->effects));
      events->Tell();
    }
    EXPECT_EQ(solved.Seen(), followed.Seen());
    for (Events* events : {&solved, &followed}) {
      events->SetLoadAndSpeed(0.5, 0);
      events->effects.Clear();
      // The speed is at its tie: the relation has to be told that it flips.
      ASSERT_FALSE(events->iteration.RunScoped({2}, events->effects, true, {2}));
      events->Tell();
    }
    EXPECT_EQ(solved.Seen(), followed.Seen());
  }
  EXPECT_EQ(followed.iteration.lines_followed(), 6);
}

TEST(EventLines, WhatALaterLineChangesBackHasNotChanged) {
  const Program program = TwoBlocks(1);
  Events solved(program, false), followed(program, true);
  for (int round = 0; round < 5; ++round) {
    for (Events* events : {&solved, &followed}) {
      events->SetLoadAndSpeed(1.25, 0);
      ASSERT_FALSE(events->iteration.RunScoped({0}, events->effects, true));
      EXPECT_TRUE(std::ranges::count(events->iteration.FindChanges().relations, 0)) << "round " << round;
      events->SetState(0, 0.5);
      ASSERT_FALSE(events->iteration.ContinueScoped({0}, events->effects));
      events->Tell();
      events->effects.Clear();
    }
    EXPECT_EQ(solved.Seen(), followed.Seen()) << "round " << round;
    EXPECT_FALSE(std::ranges::count(followed.changed.relations, 0));
  }
  EXPECT_GT(followed.iteration.lines_followed(), 2);
}

/// Blocks under one load, which is computed in many steps from a state.
Program BlocksOfOneLoad(int32_t blocks, int steps) {
  test::ProgramBuilder b;
  const Slot state = b.State("u", 0);
  std::vector<Slot> speeds;
  for (int32_t i = 0; i < blocks; ++i) speeds.push_back(b.State("v" + std::to_string(i), 0));
  const int32_t from = b.From();
  b.EmitTo(state + 1, OpCode::kCopy, state);
  Slot load = state;
  for (int k = 0; k < steps; ++k) load = b.Emit(OpCode::kNeg, load);
  b.Explicit(b.All(), from, {state + 1, load});
  for (int32_t i = 0; i < blocks; ++i) test::AddFriction(b, 1, speeds[static_cast<size_t>(i)], load, std::to_string(i));
  return b.program;
}

/// Prepared scopes, and one that nothing foresees: those that are found from then on come after it.
struct Prepared {
  explicit Prepared(const Program& program)
      : scopes(program), slots(program.initial_slots), lines(program, scopes, slots.data(), statistics) {
    lines.Prepare();
    next = scopes.Of({0, kRelations}, {}).number;
  }
  bool Knows(int32_t relation) { return scopes.Of({relation}, {}).number < next; }

  EventScopes scopes;
  std::vector<double> slots;
  SolveStatistics statistics;
  EventLines lines;
  size_t next = 0;
};

TEST(EventLines, FindScopesAheadOfTheEvents) {
  const Program program = TwoBlocks(1);
  Prepared prepared(program);
  for (int32_t relation = 0; relation < 2 * kRelations; ++relation) EXPECT_TRUE(prepared.Knows(relation));
  for (int32_t pre = 0; pre < static_cast<int32_t>(program.pres.size()); ++pre) {
    if (!prepared.scopes.IsRead(pre)) continue;
    EXPECT_LT(prepared.scopes.Of({}, {pre}).number, prepared.next);
  }
}

TEST(EventLines, LeaveScopesToTheEventsThatAreLongTogether) {
  constexpr int32_t kBlocks = 10;
  const Program program = BlocksOfOneLoad(kBlocks, 400);
  Prepared prepared(program);
  EXPECT_GT(prepared.next, 0u);
  EXPECT_FALSE(prepared.Knows(kBlocks * kRelations - 1));
}

/// Switches x > 0, all of which one relation reads a pass later, with a load that is computed in many steps.
Program SwitchesOfOneRelation(int32_t switches, int steps) {
  test::ProgramBuilder b;
  const Slot state = b.State("u", 0), zero = b.New(0);
  int32_t from = b.From();
  b.EmitTo(state + 1, OpCode::kCopy, state);
  Slot load = state;
  for (int k = 0; k < steps; ++k) load = b.Emit(OpCode::kNeg, load);
  b.Explicit(b.All(), from, {state + 1, load});
  std::vector<Slot> before;
  for (int32_t i = 0; i < switches; ++i) {
    const int32_t relation = b.Relation(OpCode::kGt, state, zero, "u > 0");
    b.RelationBlock(b.Events(), relation, b.From());
    const auto [on, pre] = b.Discrete("on" + std::to_string(i), 0, runtime::ValueType::kBoolean);
    from = b.From();
    b.EmitTo(on, OpCode::kCopy, b.ValueOf(relation));
    b.Explicit(b.Events(), from, {on});
    before.push_back(pre);
  }
  from = b.From();
  Slot sum = load;
  for (const Slot pre : before) sum = b.Emit(OpCode::kAdd, sum, pre);
  b.RelationBlock(b.Events(), b.Relation(OpCode::kGt, sum, zero, "sum > 0"), from);
  return b.program;
}

TEST(EventLines, LeaveScopesToTheEventsWhereLaterPassesAreLong) {
  constexpr int32_t kSwitches = 10;
  const Program program = SwitchesOfOneRelation(kSwitches, 400);
  Prepared prepared(program);
  EXPECT_TRUE(prepared.Knows(0));
  EXPECT_FALSE(prepared.Knows(kSwitches - 1));
}

}  // namespace
}  // namespace stiction::runtime
