// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/varying.h"

#include <algorithm>

#include "runtime/program/operands.h"

namespace stiction::runtime {
namespace {

void Propagate(const Program& program, Range range, std::unordered_set<Slot>& varying) {
  for (int32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = program.code[static_cast<size_t>(i)];
    bool varies = false;
    ForEachRead(program, instruction, [&](Slot operand) { varies = varies || varying.contains(operand); });
    if (varies) ForEachWrite(program, instruction, [&](Slot result) { varying.insert(result); });
  }
}

std::unordered_set<Slot> OwnSlots(const BlockCode& block) {
  std::unordered_set<Slot> slots(block.unknowns.begin(), block.unknowns.end());
  slots.insert(block.inner.begin(), block.inner.end());
  slots.insert(block.discrete_targets.begin(), block.discrete_targets.end());
  return slots;
}

const System* SystemOf(const Program& program, const BlockCode& block) {
  for (const System* system : {&program.initial_system, &program.event_system, &program.continuous_system}) {
    for (const BlockCode& candidate : system->blocks) {
      if (&candidate == &block) return system;
    }
  }
  return nullptr;
}

}  // namespace

std::unordered_set<Slot> VaryingSlotsWithin(const Program& program, const BlockCode& block, Range range) {
  std::unordered_set<Slot> varying = OwnSlots(block);
  Propagate(program, range, varying);
  return varying;
}

std::unordered_set<Slot> VaryingSlots(const Program& program, const BlockCode& block, Range range) {
  std::unordered_set<Slot> varying = OwnSlots(block);
  const System* const system = SystemOf(program, block);
  const BlockCode* const end = system == nullptr ? nullptr : system->blocks.data() + system->blocks.size();
  for (const BlockCode* later = end == nullptr ? end : &block + 1; later != end; ++later) {
    Propagate(program, later->assign, varying);
    Propagate(program, later->residual, varying);
    const bool varies = std::any_of(later->residuals.begin(), later->residuals.end(),
                                    [&](Slot residual) { return varying.contains(residual); });
    if (!varies) continue;
    varying.insert(later->unknowns.begin(), later->unknowns.end());
    varying.insert(later->inner.begin(), later->inner.end());
  }
  Propagate(program, range, varying);
  return varying;
}

std::vector<bool> ModeDependentColumns(const Program& program, const BlockCode& block) {
  std::unordered_set<Slot> varying(block.discrete_targets.begin(), block.discrete_targets.end());
  for (const RelationInfo& relation : program.relations) varying.insert(relation.value);
  for (const HeldInfo& held : program.held) varying.insert(held.value);
  for (const BlockCode& other : program.event_system.blocks) {
    varying.insert(other.discrete_targets.begin(), other.discrete_targets.end());
  }
  if (const System* system = SystemOf(program, block)) {
    for (const BlockCode& before : system->blocks) {
      if (&before == &block) break;
      Propagate(program, before.assign, varying);
    }
  }
  for (const Range range : {block.residual, block.jacobian}) {
    Propagate(program, range, varying);
    // Code that a condition of the mode lets run or not.
    for (int32_t i = range.begin; i < range.end; ++i) {
      const Instruction& jump = program.code[static_cast<size_t>(i)];
      if (jump.op != OpCode::kJumpIfZero || !varying.contains(jump.b)) continue;
      for (int32_t skipped = i + 1; skipped < std::min(jump.a, range.end); ++skipped) {
        ForEachWrite(program, program.code[static_cast<size_t>(skipped)], [&](Slot result) { varying.insert(result); });
      }
    }
    Propagate(program, range, varying);
  }
  std::vector<bool> columns(block.unknowns.size(), false);
  for (const BlockCode::Entry& entry : block.entries) {
    if (varying.contains(entry.slot)) columns[static_cast<size_t>(entry.column)] = true;
  }
  return columns;
}

}  // namespace stiction::runtime
