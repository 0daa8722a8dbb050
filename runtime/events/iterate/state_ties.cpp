// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/state_ties.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "runtime/program/operands.h"
#include "runtime/program/relation.h"
#include "runtime/program/slot_kinds.h"

namespace stiction::runtime {
namespace {

constexpr double kMinDistance = 1e-300;  // where the tie is at 0

struct SignedState {
  int32_t state;
  double sign;
};

/// Slots that hold a state or its negative: the state's own, and those that are assigned from one of these.
std::unordered_map<Slot, SignedState> StatesByName(const Program& program) {
  std::unordered_map<Slot, SignedState> states;
  for (size_t i = 0; i < program.states.size(); ++i) states[program.states[i].slot] = {static_cast<int32_t>(i), 1};
  for (const BlockCode& block : program.event_system.blocks) {
    if (block.kind != BlockCode::Kind::kExplicit && block.kind != BlockCode::Kind::kRelation) continue;
    for (const Instruction& instruction : CodeIn(program, block.assign)) {
      if (instruction.op != OpCode::kCopy && instruction.op != OpCode::kNeg) continue;
      const auto from = states.find(instruction.a);
      if (from == states.end()) continue;
      const double sign = instruction.op == OpCode::kNeg ? -from->second.sign : from->second.sign;
      states[instruction.dst] = {from->second.state, sign};
    }
  }
  return states;
}

}  // namespace

StateTies::StateTies(const Program& program, const RelationScales& scales) : program_(program), scales_(scales) {
  const std::vector<SlotKind> kinds = KindsOfSlots(program);
  const std::unordered_map<Slot, SignedState> states = StatesByName(program);
  for (const RelationInfo& relation : program.relations) {
    Tie& tie = tie_of_.emplace_back();
    if (relation.kind != RelationInfo::Kind::kState) continue;
    for (const auto& [operand, other] : {std::pair(relation.left, relation.right), {relation.right, relation.left}}) {
      const auto state = states.find(operand);
      if (state != states.end() && kinds[static_cast<size_t>(other)] == SlotKind::kConstant) {
        const Slot slot = program.states[static_cast<size_t>(state->second.state)].slot;
        tie = {state->second.state, slot, other, state->second.sign, operand == relation.left};
      }
    }
  }
}

bool StateTies::FlipsAtTie(int32_t index, const double* slots) const {
  const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
  return HoldsAtTie(relation) != (slots[relation.value] != 0);
}

bool StateTies::FlipsWhenLeaving(int32_t index, double slope, const double* slots) const {
  const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
  const Tie& tie = tie_of_[static_cast<size_t>(index)];
  const bool rises = (slope * tie.sign > 0) == tie.is_left;  // left - right
  return (rises == HoldsAbove(relation)) != (slots[relation.value] != 0);
}

// By so little that only relations can tell.
double StateTies::Beyond(double tie, double slope) {
  const double distance = std::max(2 * TieWidth(tie, tie), kMinDistance);
  return tie + (slope > 0 ? distance : -distance);
}

const StateTies::Tie* StateTies::TieAt(int32_t relation, const double* slots) const {
  const Tie& tie = tie_of_[static_cast<size_t>(relation)];
  if (tie.state < 0 || !FlipsAtTie(relation, slots)) return nullptr;
  const double value = tie.Value(slots);
  return std::abs(slots[tie.slot] - value) <= 2 * scales_.ZoneOf(relation, value, value) ? &tie : nullptr;
}

void StateTies::FindTies(const Crossing& crossing, const double* slots, std::vector<Tie>& ties) const {
  ties.clear();
  for (const int32_t relation : crossing.relations) {
    const Tie* const tie = TieAt(relation, slots);
    if (tie == nullptr) continue;
    const bool is_known = std::ranges::any_of(ties, [&](const Tie& known) { return known.state == tie->state; });
    if (!is_known) ties.push_back(*tie);
  }
}

bool StateTies::IsTied(int32_t relation, const std::vector<Tie>& ties, const double* slots) const {
  const Tie& of = tie_of_[static_cast<size_t>(relation)];
  return of.state >= 0 && std::ranges::any_of(ties, [&](const Tie& tie) {
           return tie.state == of.state && tie.Value(slots) == of.Value(slots);
         });
}

void StateTies::FindExact(const std::vector<Tie>& ties, const Crossing& crossing, const double* slots,
                          ExactCrossing& exact) const {
  exact.relations.clear();
  exact.flipped.clear();
  for (const int32_t index : crossing.relations) {
    const bool is_tied = IsTied(index, ties, slots);
    if (is_tied && !FlipsAtTie(index, slots)) continue;
    exact.relations.push_back(index);
    if (is_tied) exact.flipped.push_back(index);
  }
}

}  // namespace stiction::runtime
