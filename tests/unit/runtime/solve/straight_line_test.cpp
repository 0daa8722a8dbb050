#include "runtime/solve/straight_line.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <span>

#include "runtime/solve/line_recorder.h"
#include "runtime/solve/system_solver.h"
#include "tests/unit/runtime/solve/friction_network.h"

namespace stiction::runtime {
namespace {

using test::FrictionNetwork;
using Kind = LineRecorder::SlotKind;
using Use = LineRecorder::SlotUse;

/// A body under a torque that moves between solves, held by one element; and the line of its solve.
struct Recorded {
  explicit Recorded(double torque)
      : network({2}, {torque}, {{1}}, {3}),
        tape(network.assembler.program),
        solver(network.assembler.program, network.system, tape, statistics),
        slots(network.assembler.program.initial_slots) {
    std::vector<Kind> kinds(slots.size(), Kind::kFixed);
    kinds[static_cast<size_t>(network.torque[0])] = kinds[static_cast<size_t>(network.sa[0])] = Kind::kMoving;
    for (const Slot held : {network.forward[0], network.backward[0]}) kinds[static_cast<size_t>(held)] = Kind::kHeld;
    std::vector<Use> uses(slots.size(), Use::kRead);
    uses[static_cast<size_t>(network.sa[0])] = uses[static_cast<size_t>(network.forward[0])] = Use::kWatched;
    LineRecorder recorder(kinds, uses);
    recorder.Begin(slots.data());
    solver.TellTo(&recorder);
    EXPECT_FALSE(solver.Solve(slots.data()));
    solver.TellTo(nullptr);
    recorded = recorder.End();
    start = network.assembler.program.initial_slots;
  }

  bool Fits(const std::vector<double>& values) const {
    return recorded->line.Fits(recorded->places.data(), values.data());
  }
  bool Run(const std::vector<double>& values) { return recorded->line.Run(recorded->places.data(), values.data()); }
  void Store(std::vector<double>& values, std::vector<double>* before = nullptr) const {
    recorded->line.Store(recorded->places.data(), values.data(), before);
  }

  /// The slots after a solve at another torque, from the same start.
  std::vector<double> SolvedAt(double torque) {
    std::vector<double> solved = start;
    solved[static_cast<size_t>(network.torque[0])] = torque;
    EXPECT_FALSE(solver.Solve(solved.data()));
    return solved;
  }

  FrictionNetwork network;
  Tape tape;
  SolveStatistics statistics;
  SystemSolver solver;
  std::vector<double> slots, start;
  std::optional<LineRecorder::Recorded> recorded;
};

TEST(StraightLine, ComputesWhatTheSolverComputesToTheBit) {
  Recorded recorded(0.5);
  ASSERT_TRUE(recorded.recorded);
  for (const double torque : {0.5, 0.1, -2.7, 1 / 3.0}) {
    std::vector<double> slots = recorded.start;
    slots[static_cast<size_t>(recorded.network.torque[0])] = torque;
    ASSERT_TRUE(recorded.Fits(slots));
    ASSERT_TRUE(recorded.Run(slots));
    recorded.Store(slots);
    EXPECT_EQ(slots, recorded.SolvedAt(torque));
  }
}

TEST(StraightLine, FollowsAnElementThatMovesInTheSameWay) {
  Recorded recorded(5);  // more than the element holds
  ASSERT_TRUE(recorded.recorded);
  std::vector<double> slots = recorded.start;
  slots[static_cast<size_t>(recorded.network.torque[0])] = 7.7;
  ASSERT_TRUE(recorded.Run(slots));
  recorded.Store(slots);
  EXPECT_EQ(slots, recorded.SolvedAt(7.7));
  EXPECT_EQ(slots[static_cast<size_t>(recorded.network.forward[0])], 1);
}

TEST(StraightLine, ADecisionThatTurnsOutOtherwiseChangesNothing) {
  Recorded recorded(0.5);
  std::vector<double> slots = recorded.start;
  for (const double torque : {5.0, -5.0}) {
    slots[static_cast<size_t>(recorded.network.torque[0])] = torque;
    const std::vector<double> before = slots;
    EXPECT_TRUE(recorded.Fits(slots));
    EXPECT_FALSE(recorded.Run(slots));
    EXPECT_EQ(slots, before);
  }
}

TEST(StraightLine, AValueThatIsNotFiniteChangesNothing) {
  Recorded recorded(0.5);
  std::vector<double> slots = recorded.start;
  for (const double torque : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    slots[static_cast<size_t>(recorded.network.torque[0])] = torque;
    EXPECT_FALSE(recorded.Run(slots));
  }
}

// Not even where the decision was that the first one is not beyond the other.
TEST(StraightLine, ValuesThatAreNotFiniteAreNotCompared) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Slot place = 0;
  using Guard = StraightLine::Guard;
  for (const Guard::Kind kind : {Guard::Kind::kAbove, Guard::Kind::kBelow}) {
    for (const bool is_beyond : {false, true}) {
      StraightLine line(
          {.guards = {{.kind = kind, .expected = is_beyond, .a = 1, .b = 0}}, .values = {3, 0}, .first_load = 1});
      const auto runs_at = [&](double slot) { return line.Run(&place, &slot); };
      const bool is_above = kind == Guard::Kind::kAbove;
      EXPECT_EQ(runs_at(4), is_beyond == is_above);
      EXPECT_EQ(runs_at(2), is_beyond != is_above);
      EXPECT_EQ(runs_at(3), !is_beyond);
      for (const double slot : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
        EXPECT_FALSE(runs_at(slot));
      }
    }
  }
}

TEST(StraightLine, SuitsWhereWhatNeverChangesIsTheSame) {
  Recorded recorded(5);
  const auto suits = [&](const std::vector<double>& slots) {
    return recorded.recorded->line.Suits(recorded.recorded->places.data(), slots.data());
  };
  EXPECT_TRUE(suits(recorded.start));
  EXPECT_EQ(recorded.recorded->places.size(), recorded.recorded->line.place_count());
  std::vector<double> others = recorded.start;
  for (double& value : others) value += 1;
  EXPECT_FALSE(suits(others));
}

TEST(StraightLine, DoesNotFitOtherHeldValues) {
  Recorded recorded(0.5);
  std::vector<double> slots = recorded.start;
  slots[static_cast<size_t>(recorded.network.forward[0])] = 1;
  EXPECT_FALSE(recorded.Fits(slots));
}

TEST(StraightLine, ValuesBeforeAreKept) {
  Recorded recorded(0.5);
  std::vector<double> slots = recorded.start;
  ASSERT_TRUE(recorded.Run(slots));
  std::vector<double> before;
  recorded.Store(slots, &before);
  EXPECT_NE(slots, recorded.start);
  const std::span<const Slot> written = recorded.recorded->line.Written(recorded.recorded->places.data());
  for (size_t k = 0; k < written.size(); ++k) slots[static_cast<size_t>(written[k])] = before[k];
  EXPECT_EQ(slots, recorded.start);
}

TEST(StraightLine, TellsWhichSlotsAreWatched) {
  Recorded recorded(0.5);
  const std::span<const Slot> watched = recorded.recorded->line.Watched(recorded.recorded->places.data());
  EXPECT_EQ(std::vector<Slot>(watched.begin(), watched.end()), recorded.network.sa);
}

// Two elements: the search knows several ways, which a line does not.
TEST(StraightLine, CoupledElementsAreNotRecorded) {
  const FrictionNetwork network({1, 2}, {0.5, 0.2}, {{1, 0}, {-1, 1}}, {3, 3});
  Tape tape(network.assembler.program);
  SolveStatistics statistics;
  SystemSolver solver(network.assembler.program, network.system, tape, statistics);
  std::vector<double> slots = network.assembler.program.initial_slots;
  LineRecorder recorder(std::vector<Kind>(slots.size(), Kind::kHeld), std::vector<Use>(slots.size(), Use::kWatched));
  recorder.Begin(slots.data());
  solver.TellTo(&recorder);
  ASSERT_FALSE(solver.Solve(slots.data()));
  EXPECT_FALSE(recorder.End());
}

}  // namespace
}  // namespace stiction::runtime
