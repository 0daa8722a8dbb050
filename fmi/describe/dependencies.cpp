// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/describe/dependencies.h"

#include <algorithm>
#include <unordered_map>

#include "runtime/program/operands.h"

namespace stiction::fmi {

using runtime::BlockCode;
using runtime::Instruction;
using runtime::kNoSlot;
using runtime::Program;
using runtime::Slot;

Dependencies::Dependencies(const Program& program, const ExposedModel& model)
    : program_(program), of_slot_(program.initial_slots.size()) {
  for (const int32_t state : model.state_of) knowns_.push_back(static_cast<uint32_t>(state));
  for (size_t v = 0; v < model.variables.size(); ++v) {
    if (model.variables[v].is_input && model.variables[v].type == runtime::ValueType::kReal)
      knowns_.push_back(static_cast<uint32_t>(v));
  }
  for (size_t k = 0; k < knowns_.size(); ++k) {
    Set& set = of_slot_[static_cast<size_t>(model.variables[knowns_[k]].slot)];
    set.resize((knowns_.size() + 63) / 64);
    set[k / 64] |= uint64_t{1} << (k % 64);
  }
  for (const BlockCode& block : program.continuous_system.blocks) {
    Run(block.assign);
    // What is solved together depends on all that the equations read.
    Set all((knowns_.size() + 63) / 64);
    if (!block.unknowns.empty()) Read(block.residual, all);
    for (const Slot slot : block.unknowns) Put(slot, all);
    Run(block.residual);
    Run(block.discrete);
  }
  Run(program.indicators);
}

void Dependencies::Join(Slot slot, Set& into) const {
  if (slot == kNoSlot) return;
  const Set& set = of_slot_[static_cast<size_t>(slot)];
  for (size_t i = 0; i < set.size(); ++i) into[i] |= set[i];
}

void Dependencies::Read(runtime::Range code, Set& into) {
  for (const Instruction& i : runtime::CodeIn(program_, code)) {
    runtime::ForEachRead(program_, i, [&](Slot slot) { Join(slot, into); });
  }
}

// Both branches count, and what a jump leaves out.
void Dependencies::Run(runtime::Range code) {
  Set set;
  for (const Instruction& i : runtime::CodeIn(program_, code)) {
    set.assign((knowns_.size() + 63) / 64, 0);
    runtime::ForEachRead(program_, i, [&](Slot slot) { Join(slot, set); });
    runtime::ForEachWrite(program_, i, [&](Slot slot) {
      if (slot != kNoSlot) Put(slot, set);
    });
  }
}

void Dependencies::Put(Slot slot, const Set& set) {
  const bool is_empty = std::ranges::all_of(set, [](uint64_t bits) { return bits == 0; });
  of_slot_[static_cast<size_t>(slot)] = is_empty ? Set() : set;
}

std::vector<uint32_t> Dependencies::Of(Slot slot) const {
  const Set& set = of_slot_[static_cast<size_t>(slot)];
  std::vector<uint32_t> found;
  for (size_t k = 0; k < knowns_.size(); ++k) {
    if (k / 64 < set.size() && (set[k / 64] >> (k % 64) & 1) != 0) found.push_back(knowns_[k]);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace stiction::fmi
