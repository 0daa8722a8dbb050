// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/model/start_values.h"

#include <map>

#include "runtime/execute/tape.h"
#include "runtime/program/operands.h"

namespace stiction::fmi {
namespace {

using runtime::Instruction;
using runtime::kNoSlot;
using runtime::OpCode;
using runtime::Program;
using runtime::Slot;
using runtime::VariableInfo;
using runtime::VariableKind;

class Separation {
 public:
  explicit Separation(Program& program) : program_(program), is_constant_(program.initial_slots.size(), 1) {
    const auto varies = [&](Slot slot) {
      if (slot != kNoSlot) is_constant_[static_cast<size_t>(slot)] = 0;
    };
    for (const Instruction& i : program.code) runtime::ForEachWrite(program, i, varies);
    for (const VariableInfo& v : program.variables) varies(v.slot);
    for (const runtime::StateInfo& s : program.states) varies(s.slot);
    for (const runtime::PreInfo& p : program.pres) {
      varies(p.variable);
      varies(p.pre);
    }
    for (const runtime::RelationInfo& r : program.relations) varies(r.value);
    for (const runtime::HeldInfo& h : program.held) varies(h.value);
    for (const runtime::SampleInfo& s : program.samples) varies(s.tick);
    for (const runtime::DelayInfo& d : program.delays) varies(d.value);
    for (const runtime::JumpInfo& j : program.jumps) varies(j.zone);
    for (const Slot slot : {program.time, program.initial, program.terminal, program.homotopy}) varies(slot);
  }

  std::vector<Slot> Run() {
    std::map<Slot, Instruction*> given;
    Note(program_.parameters, given);
    for (const runtime::BlockCode& block : program_.initial_system.blocks) {
      if (block.kind == runtime::BlockCode::Kind::kExplicit && !block.is_guess) Note(block.assign, given);
    }
    std::vector<Slot> own;
    for (const VariableInfo& v : program_.variables) {
      const auto found = given.find(v.slot);
      const bool may_be = v.kind == VariableKind::kState || v.kind == VariableKind::kInput || v.is_settable;
      own.push_back(found == given.end() || !may_be ? kNoSlot : OwnOf(*found->second));
    }
    GiveInputsValues(own);
    for (runtime::StartInfo& start : program_.starts_of) {
      if (const auto found = of_.find(start.variable); found != of_.end()) start.start = found->second;
    }
    return own;
  }

 private:
  // What is given as a constant.
  void Note(runtime::Range range, std::map<Slot, Instruction*>& given) {
    for (int32_t at = range.begin; at < range.end; ++at) {
      Instruction& i = program_.code[static_cast<size_t>(at)];
      if (i.op == OpCode::kCopy && is_constant_[static_cast<size_t>(i.a)] != 0) given.emplace(i.dst, &i);
    }
  }

  Slot OwnOf(Instruction& i) {
    const auto [own, is_new] = of_.try_emplace(i.dst, static_cast<Slot>(program_.initial_slots.size()));
    if (is_new) program_.initial_slots.push_back(double{program_.initial_slots[static_cast<size_t>(i.a)]});
    i.a = own->second;
    return own->second;
  }

  // The start value of an input may be computed from parameters: it counts as given with their values.
  void GiveInputsValues(std::vector<Slot>& own) {
    std::vector<double> slots;
    for (size_t v = 0; v < own.size(); ++v) {
      const VariableInfo& variable = program_.variables[v];
      if (variable.kind != VariableKind::kInput || own[v] != kNoSlot) continue;
      if (slots.empty()) {
        slots = program_.initial_slots;
        runtime::Tape tape(program_);
        tape.Run(program_.parameters, slots.data());
      }
      for (int32_t at = program_.parameters.begin; at < program_.parameters.end; ++at) {
        Instruction& i = program_.code[static_cast<size_t>(at)];
        if (i.op == OpCode::kCall || runtime::IsJump(i) || i.dst != variable.slot) continue;
        own[v] = static_cast<Slot>(program_.initial_slots.size());
        program_.initial_slots.push_back(slots[static_cast<size_t>(variable.slot)]);
        i = {OpCode::kCopy, variable.slot, own[v]};
      }
    }
  }

  Program& program_;
  std::vector<char> is_constant_;
  std::map<Slot, Slot> of_;  // by variable's slot
};

}  // namespace

std::vector<Slot> SeparateStartValues(Program& program) { return Separation(program).Run(); }

}  // namespace stiction::fmi
