#include "runtime/events/scope_forms.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runtime/events/two_blocks.h"

namespace stiction::runtime {
namespace {

using test::kRelations;
using test::TwoBlocks;
using test::TwoBlocksUnderLoads;

TEST(EventScopes, EqualOnesAreMadeOnce) {
  const Program program = TwoBlocks(1);
  EventScopes scopes(program);
  const EventScope& scope = scopes.Of({0}, {});
  for (int32_t relation = 1; relation < kRelations; ++relation) EXPECT_EQ(&scopes.Of({relation}, {}), &scope);
  EXPECT_EQ(&scopes.Of({0, 1}, {}), &scope);
  EXPECT_NE(&scopes.Of({kRelations}, {}), &scope);
}

TEST(EventScopes, WhatNoChangeReachesIsUpstream) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventScopes scopes(program);
  const EventScope& first = scopes.Of({0}, {});
  EXPECT_EQ(first.upstream.size(), 2u);
  for (const Instruction& instruction : first.upstream) {
    EXPECT_EQ(instruction.op, OpCode::kNeg);
    EXPECT_EQ(std::ranges::count(first.writes, instruction.dst), 0);
  }
  EXPECT_EQ(scopes.Of({kRelations}, {}).upstream.size(), 3u);
}

TEST(EventScopes, WhatIsUpstreamOfTheFirstPassHolds) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventScopes scopes(program);
  const EventScope &one = scopes.Of({0}, {}), &other = scopes.Of({kRelations}, {});
  const auto pre = std::ranges::find_if(one.discretes, [&](int32_t i) { return scopes.IsRead(i); });
  ASSERT_NE(pre, one.discretes.end());
  const EventScope &after_one = scopes.OfLater({*pre}, one), &after_other = scopes.OfLater({*pre}, other);
  EXPECT_TRUE(after_one.upstream.empty());
  EXPECT_TRUE(after_other.upstream.empty());
  EXPECT_EQ(after_one.items.size() + 2, after_other.items.size());
  EXPECT_EQ(&scopes.OfLater({*pre}, one), &after_one);
  // An event of both blocks has the same upstream, and more.
  EXPECT_EQ(&scopes.OfLater({*pre}, scopes.Of({0, kRelations}, {})), &after_one);
}

TEST(ScopeForms, ElementsUnderDifferentLoadsAreAlike) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventScopes scopes(program);
  ScopeForms forms(program, std::vector<char>(program.initial_slots.size(), 0));
  EXPECT_EQ(forms.Of(scopes.Of({0}, {})).kind, forms.Of(scopes.Of({kRelations}, {})).kind);
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
  ASSERT_EQ(first.relations.size(), static_cast<size_t>(kRelations));
  for (size_t k = 0; k < first.relations.size(); ++k) {
    EXPECT_EQ(second.relations[k], first.relations[k] + kRelations);
  }
  const int32_t place = forms.PlacesIn(first).slots.Find(program.states[0].slot);
  ASSERT_GE(place, 0);
  EXPECT_EQ(second.slots[static_cast<size_t>(place)], program.states[1].slot);
  EXPECT_EQ(forms.PlacesIn(first).slots.Find(program.states[1].slot), -1);
}

TEST(ScopeForms, JoinedFormsTellWhatScopesHaveInCommon) {
  const Program program = TwoBlocks(0.5);
  EventScopes scopes(program);
  ScopeForms forms(program, std::vector<char>(program.initial_slots.size(), 0));
  const EventScope &one = scopes.Of({0}, {}), &other = scopes.Of({kRelations}, {});
  const ScopeForm &first = forms.Of(one), &second = forms.Of(other);
  EXPECT_EQ(forms.Joined(first, one).kind, forms.Joined(second, other).kind);
  EXPECT_TRUE(forms.Joined(first, one).slots.own.empty());
  EXPECT_EQ(forms.Joined(first, one).slots.size(), first.slots.size());
  const ScopeForm& both = forms.Joined(first, other);
  EXPECT_EQ(both.relations[0], first.relations[0]);
  EXPECT_EQ(both.relations[first.relations.size()], second.relations[0]);
  EXPECT_NE(forms.Joined(first, one).kind, forms.Joined(first, other).kind);
  EXPECT_EQ(&forms.Joined(first, other), &forms.Joined(first, other));
  EXPECT_EQ(forms.Joined(first, other).kind, forms.Joined(second, one).kind);
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
