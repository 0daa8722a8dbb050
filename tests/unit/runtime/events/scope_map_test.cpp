#include "runtime/events/scope_map.h"

#include <gtest/gtest.h>

#include "tests/unit/runtime/events/two_blocks.h"

namespace stiction::runtime {
namespace {

using test::kRelations;
using test::TwoBlocks;

TEST(EventScopes, EqualOnesAreMadeOnce) {
  const Program program = TwoBlocks(1);
  EventScopes scopes(program);
  const EventScope& scope = scopes.Of({0}, {});
  for (int32_t relation = 1; relation < kRelations; ++relation) EXPECT_EQ(&scopes.Of({relation}, {}), &scope);
  EXPECT_EQ(&scopes.Of({0, 1}, {}), &scope);
  EXPECT_NE(&scopes.Of({kRelations}, {}), &scope);
}

TEST(EventScopes, SlotsAreWatchedThatOnlyEventsChange) {
  using Use = LineRecorder::SlotUse;
  const Program program = TwoBlocks(1);
  const std::vector<Use> uses = EventScopes(program).SlotUses();
  const auto use_of = [&](Slot slot) { return uses[static_cast<size_t>(slot)]; };
  for (const RelationInfo& relation : program.relations) EXPECT_EQ(use_of(relation.value), Use::kWatched);
  for (const PreInfo& pre : program.pres) {
    EXPECT_EQ(use_of(pre.variable), Use::kWatched);
    EXPECT_EQ(use_of(pre.pre), Use::kWatched);
  }
  // The continuous system has the same equations.
  for (const BlockCode& block : program.event_system.blocks) {
    for (const Slot unknown : block.unknowns) EXPECT_EQ(use_of(unknown), Use::kRead);
  }
  EXPECT_EQ(use_of(program.terminal), Use::kNone);
}

TEST(ScopeForms, EqualElementsAreOfOneKind) {
  const Program program = TwoBlocks(0.5);  // another parameter is not another form
  EventScopes scopes(program);
  ScopeForms forms(program, std::vector<char>(program.initial_slots.size(), 0));
  const ScopeForm& first = forms.Of(scopes.Of({0}, {}));
  const ScopeForm& second = forms.Of(scopes.Of({kRelations}, {}));
  EXPECT_EQ(first.kind, second.kind);
  ScopeMap map(program);
  ASSERT_TRUE(map.Join(first, second));
  for (int32_t relation = 0; relation < kRelations; ++relation) {
    EXPECT_EQ(map.OfRelation(relation), relation + kRelations);
  }
  EXPECT_EQ(map.Of(program.states[0].slot), program.states[1].slot);
  EXPECT_EQ(map.Of(program.states[1].slot), -1);
  EXPECT_FALSE(map.Join(first, first));
}

TEST(ScopeForms, SlotsWithOtherMarksAreNotAlike) {
  const Program program = TwoBlocks(1);
  EventScopes scopes(program);
  std::vector<char> marks(program.initial_slots.size(), 0);
  marks[static_cast<size_t>(program.states[1].slot)] = 1;
  ScopeForms forms(program, marks);
  EXPECT_NE(forms.Of(scopes.Of({0}, {})).kind, forms.Of(scopes.Of({kRelations}, {})).kind);
}

TEST(ScopeForms, OtherCodeIsAnotherKind) {
  Program program = TwoBlocks(1);
  const BlockCode& last = program.event_system.blocks.back();
  for (int32_t i = last.assign.begin; i < last.assign.end; ++i) {
    Instruction& instruction = program.code[static_cast<size_t>(i)];
    if (instruction.op == OpCode::kAnd) instruction.op = OpCode::kOr;
  }
  EventScopes scopes(program);
  ScopeForms forms(program, std::vector<char>(program.initial_slots.size(), 0));
  EXPECT_NE(forms.Of(scopes.Of({0}, {})).kind, forms.Of(scopes.Of({kRelations}, {})).kind);
}

}  // namespace
}  // namespace stiction::runtime
