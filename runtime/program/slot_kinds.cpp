// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/slot_kinds.h"

#include "runtime/program/operands.h"

namespace stiction::runtime {

std::vector<SlotKind> KindsOfSlots(const Program& program) {
  std::vector<SlotKind> kinds(program.initial_slots.size(), SlotKind::kConstant);
  const auto mark = [&](Slot slot, SlotKind kind) {
    if (slot != kNoSlot) kinds[static_cast<size_t>(slot)] = kind;
  };
  const auto mark_written = [&](Range range, SlotKind kind) {
    for (const Instruction& i : CodeIn(program, range)) ForEachWrite(program, i, [&](Slot slot) { mark(slot, kind); });
  };
  const auto mark_system = [&](const System& system, SlotKind kind) {
    for (const BlockCode& block : system.blocks) {
      for (const Range range : {block.assign, block.residual, block.jacobian, block.discrete, block.operands}) {
        mark_written(range, kind);
      }
      for (const Slot unknown : block.unknowns) mark(unknown, kind);
    }
  };
  for (const Range range : {program.actions, program.assertion_code, program.thresholds}) {
    mark_written(range, SlotKind::kHeld);
  }
  mark_system(program.event_system, SlotKind::kHeld);
  // What both systems compute changes between events.
  mark_system(program.continuous_system, SlotKind::kComputed);
  for (const Range range : {program.indicators, program.invariant_code, program.delay_code}) {
    mark_written(range, SlotKind::kComputed);
  }
  for (const DelayInfo& delay : program.delays) mark(delay.value, SlotKind::kComputed);
  for (const RelationInfo& relation : program.relations) mark(relation.value, SlotKind::kHeld);
  for (const HeldInfo& held : program.held) mark(held.value, SlotKind::kHeld);
  for (const PreInfo& pre : program.pres) {
    mark(pre.pre, SlotKind::kHeld);
    if (pre.is_discrete) mark(pre.variable, SlotKind::kHeld);
  }
  for (const VariableInfo& variable : program.variables) {
    if (variable.kind == VariableKind::kInput) mark(variable.slot, SlotKind::kHeld);
  }
  for (const SampleInfo& sample : program.samples) mark(sample.tick, SlotKind::kHeld);
  for (const Slot phase : {program.initial, program.terminal, program.homotopy}) mark(phase, SlotKind::kHeld);
  mark(program.time, SlotKind::kIntegrated);
  for (const StateInfo& state : program.states) mark(state.slot, SlotKind::kIntegrated);
  return kinds;
}

}  // namespace stiction::runtime
