// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/gated_relations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;
using testing::ElementsAre;
using testing::IsEmpty;

/// An element that slides (mode 1) and comes to rest (mode 0); `sa` is its curve parameter.
struct Element {
  ProgramBuilder b;
  std::pair<Slot, Slot> mode = b.Discrete("mode", 1, ValueType::kInteger);
  Slot zero = b.New(0), one = b.New(1), hold = b.New(0.9);
  Slot sa = b.New(-1.3);
  BlockCode block;

  Element() {
    block.kind = BlockCode::Kind::kMixed;
    block.unknowns = {sa};
  }
  Slot Relation(OpCode op, bool held) {
    block.relations.push_back(b.Relation(op, sa, hold, "sa ? hold", held));
    return b.ValueOf(block.relations.back());
  }
  Slot IsMode(Slot value) { return b.Emit(OpCode::kEq, mode.second, value); }
  /// A discrete assignment of the block.
  void Assign(int32_t from, Slot target) {
    block.discrete = b.Until(from);
    block.discrete_targets = {target};
  }
  /// The equation of the block: residual = sa - (condition ? 1 : 0).
  void Equation(const std::function<Slot()>& value) {
    const int32_t from = b.From();
    block.residuals = {b.Emit(OpCode::kSub, sa, value())};
    block.residual = b.Until(from);
  }

  /// residual = sa - (pre(mode) == 1 or start ? 1 : 0)
  void SlidesOrStarts(Slot start) {
    Equation([&] { return b.Emit(OpCode::kSelect, b.Emit(OpCode::kOr, IsMode(one), start), one, zero); });
  }
  /// Expects that the one relation is opened, and begins as false.
  void ExpectOpenedAsFalse() {
    std::vector<double> configuration;
    EXPECT_THAT(Open(1, 0, configuration).decided, ElementsAre(0u));
    EXPECT_THAT(configuration, ElementsAre(0.0));
  }

  GatedRelations::Opened Open(double before, double after, std::vector<double>& configuration) {
    std::vector<double>& slots = b.program.initial_slots;
    slots[mode.second] = after;
    configuration.clear();
    for (const int32_t relation : block.relations) configuration.push_back(slots[b.ValueOf(relation)]);
    Tape tape(b.program);
    return GatedRelations(b.program, block).Open({{mode.second, before, after}}, tape, slots.data(), configuration);
  }
};

// startBack = pre(mode) == 0 and sa < hold: true behind the gate while it slid.
TEST(GatedRelations, AnAndThatOpensIsStillFalse) {
  Element element;
  const Slot start = element.b.New(0);
  const Slot relation = element.Relation(OpCode::kLt, true);
  const int32_t from = element.b.From();
  element.b.EmitTo(start, OpCode::kAnd, element.IsMode(element.zero), relation);
  element.Assign(from, start);
  element.SlidesOrStarts(start);
  std::vector<double> configuration;
  const GatedRelations::Opened opened = element.Open(1, 0, configuration);
  EXPECT_THAT(opened.decided, ElementsAre(0u));
  EXPECT_THAT(configuration, ElementsAre(0.0));
  EXPECT_EQ(element.b.program.initial_slots[relation], 0);
  EXPECT_EQ(element.b.program.initial_slots[start], 0);
}

// The same with a name for the relation: `pulls = sa < hold; startBack = pre(mode) == 0 and pulls`. The name is a
// variable that the relation decides all the time, but no equation.
TEST(GatedRelations, ANameForARelationDecidesNoEquation) {
  Element element;
  const auto pulls = element.b.Discrete("pulls", 1, ValueType::kBoolean);
  const Slot start = element.b.New(0);
  const Slot relation = element.Relation(OpCode::kLt, true);
  const int32_t from = element.b.From();
  element.b.EmitTo(pulls.first, OpCode::kCopy, relation);
  element.b.EmitTo(start, OpCode::kAnd, element.IsMode(element.zero), pulls.first);
  element.Assign(from, start);
  element.block.discrete_targets.push_back(pulls.first);
  element.SlidesOrStarts(start);
  element.ExpectOpenedAsFalse();
}

// startBack = if pre(mode) == 0 then pulls else false, by jumps as around a call.
TEST(GatedRelations, AJumpIsAGate) {
  Element element;
  const Slot start = element.b.New(0);
  const Slot relation = element.Relation(OpCode::kLt, true);
  const int32_t from = element.b.From();
  const Slot rests = element.IsMode(element.zero);
  const int32_t at = element.b.From();
  std::vector<Instruction>& code = element.b.program.code;
  code.push_back({.op = OpCode::kJumpIfZero, .a = at + 3, .b = rests});
  element.b.EmitTo(start, OpCode::kCopy, relation);
  code.push_back({.op = OpCode::kJump, .a = at + 4});
  element.b.EmitTo(start, OpCode::kCopy, element.zero);
  element.Assign(from, start);
  element.SlidesOrStarts(start);
  element.ExpectOpenedAsFalse();
}

// startBack = off and sa < hold, where `off` is decided before the block: what it was before is its left limit.
TEST(GatedRelations, ADiscreteVariableFromElsewhereOpensAGate) {
  Element element;
  const auto off = element.b.Discrete("off", 1, ValueType::kBoolean);
  element.b.program.initial_slots[off.second] = 0;
  const Slot start = element.b.New(0);
  const Slot relation = element.Relation(OpCode::kLt, true);
  const int32_t from = element.b.From();
  element.b.EmitTo(start, OpCode::kAnd, off.first, relation);
  element.Assign(from, start);
  element.SlidesOrStarts(start);
  std::vector<double> configuration{1};
  Tape tape(element.b.program);
  double* const slots = element.b.program.initial_slots.data();
  element.b.program.initial_slots[element.mode.second] = 0;
  const auto opened = GatedRelations(element.b.program, element.block).Open({}, tape, slots, configuration);
  EXPECT_THAT(opened.decided, ElementsAre(0u));
  EXPECT_THAT(configuration, ElementsAre(0.0));
  EXPECT_EQ(slots[off.first], 1);
}

// stays = pre(mode) <> 0 or sa >= hold, the same the other way round: false behind the gate.
TEST(GatedRelations, AnOrThatOpensIsStillTrue) {
  Element element;
  const Slot stays = element.b.New(1);
  const Slot relation = element.Relation(OpCode::kGe, false);
  const int32_t from = element.b.From();
  element.b.EmitTo(stays, OpCode::kOr, element.b.Emit(OpCode::kNe, element.mode.second, element.zero), relation);
  element.Assign(from, stays);
  element.Equation([&] { return element.b.Emit(OpCode::kSelect, stays, element.zero, element.one); });
  std::vector<double> configuration;
  EXPECT_THAT(element.Open(1, 0, configuration).decided, ElementsAre(0u));
  EXPECT_THAT(configuration, ElementsAre(1.0));
}

// if pre(mode) == 1 then 1 elseif sa < hold then 1 else 0: no gate tells which of its branches is in effect.
TEST(GatedRelations, WhatAnEquationReadsInAnotherBranchIsUndecided) {
  Element element;
  const Slot relation = element.Relation(OpCode::kLt, true);
  element.Equation([&] {
    const Slot at_rest = element.b.Emit(OpCode::kSelect, relation, element.one, element.zero);
    return element.b.Emit(OpCode::kSelect, element.IsMode(element.one), element.one, at_rest);
  });
  std::vector<double> configuration;
  const GatedRelations::Opened opened = element.Open(1, 0, configuration);
  EXPECT_THAT(opened.decided, IsEmpty());
  EXPECT_THAT(opened.undecided, ElementsAre(0u));
  EXPECT_THAT(configuration, ElementsAre(1.0));
}

TEST(GatedRelations, WhatNoGateShutsKeepsItsValue) {
  Element element;
  const Slot relation = element.Relation(OpCode::kLt, true);
  element.Equation([&] {
    const Slot both = element.b.Emit(OpCode::kAdd, element.IsMode(element.one), relation);
    return element.b.Emit(OpCode::kMul, both, element.one);
  });
  std::vector<double> configuration;
  const GatedRelations::Opened opened = element.Open(1, 0, configuration);
  EXPECT_THAT(opened.decided, IsEmpty());
  EXPECT_THAT(opened.undecided, IsEmpty());
  EXPECT_THAT(configuration, ElementsAre(1.0));
}

}  // namespace
}  // namespace stiction::runtime
