// SPDX-License-Identifier: BSD-3-Clause
// Builds small Programs by hand, for tests of the runtime without a compiler.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/program/program.h"
#include "tests/support/add_equation.h"

namespace stiction::test {

using runtime::BlockCode;
using runtime::kNoSlot;
using runtime::OpCode;
using runtime::Program;
using runtime::Range;
using runtime::RelationInfo;
using runtime::Slot;

/// Writes code into a Program. Code goes to the end of Program::code: begin with `From`, end with `Until`.
class ProgramBuilder {
 public:
  ProgramBuilder() {
    program.model = "Test";
    program.time = New(0);
    program.initial = New(0);
    program.terminal = New(0);
  }

  Slot New(double value = 0) {
    program.initial_slots.push_back(value);
    return static_cast<Slot>(program.initial_slots.size() - 1);
  }

  Slot Variable(const std::string& name, double start = 0,
                runtime::VariableKind kind = runtime::VariableKind::kAlgebraic,
                runtime::ValueType type = runtime::ValueType::kReal) {
    const Slot slot = New(start);
    runtime::VariableInfo info;
    info.name = name;
    info.slot = slot;
    info.kind = kind;
    info.type = type;
    static const auto kDeclaration = std::make_shared<const runtime::Declaration>(
        runtime::Declaration{.literals = {}, .unit = {}, .comment = {}, .place = "Test.mo:1:1"});
    info.shared_declaration = kDeclaration;
    program.variables.push_back(info);
    return slot;
  }

  /// A state with a fixed start value; returns its slot, the derivative's is the next.
  Slot State(const std::string& name, double start) {
    const Slot state = Variable(name, start, runtime::VariableKind::kState);
    const Slot derivative = Variable("der(" + name + ")", 0, runtime::VariableKind::kDerivative);
    program.states.push_back({state, derivative, kNoSlot, name});
    return state;
  }

  /// A discrete variable; returns its slot and that of its pre value.
  std::pair<Slot, Slot> Discrete(const std::string& name, double start, runtime::ValueType type) {
    const Slot variable = Variable(name, start, runtime::VariableKind::kDiscrete, type);
    const Slot pre = New(start);
    program.pres.push_back({variable, pre, true, name});
    return {variable, pre};
  }

  /// left op right as a held Boolean; returns its number.
  int32_t Relation(OpCode op, Slot left, Slot right, const std::string& text, bool held = false) {
    RelationInfo relation;
    relation.op = op;
    relation.value = New(held ? 1 : 0);
    relation.left = left;
    relation.right = right;
    relation.text = text;
    relation.place = "Test.mo:2:" + std::to_string(program.relations.size() + 1);
    program.relations.push_back(relation);
    return static_cast<int32_t>(program.relations.size() - 1);
  }

  Slot ValueOf(int32_t relation) const { return program.relations[relation].value; }

  Slot Emit(OpCode op, Slot a, Slot b = kNoSlot, Slot c = kNoSlot) { return EmitTo(New(), op, a, b, c); }

  Slot EmitTo(Slot dst, OpCode op, Slot a, Slot b = kNoSlot, Slot c = kNoSlot) {
    program.code.push_back({op, dst, a, b, c});
    return dst;
  }

  int32_t From() const { return static_cast<int32_t>(program.code.size()); }
  Range Until(int32_t from) const { return {from, From()}; }

  /// An explicit block over code written since `from`, the same in all given systems.
  void Explicit(std::vector<runtime::System*> systems, int32_t from, std::vector<Slot> targets) {
    BlockCode block;
    block.assign = Until(from);
    block.targets = std::move(targets);
    block.equations.assign(block.targets.size(), AddEquation(program, "equation", "Test.mo:3:1"));
    for (runtime::System* system : systems) system->blocks.push_back(block);
  }

  /// A block that evaluates one relation, whose operands need the code since `from`.
  void RelationBlock(std::vector<runtime::System*> systems, int32_t relation, int32_t from) {
    BlockCode block;
    block.kind = BlockCode::Kind::kRelation;
    block.assign = Until(from);
    block.relations = {relation};
    for (runtime::System* system : systems) system->blocks.push_back(block);
  }

  std::vector<runtime::System*> All() {
    return {&program.initial_system, &program.event_system, &program.continuous_system};
  }
  std::vector<runtime::System*> Events() { return {&program.initial_system, &program.event_system}; }

  Program program;
};

}  // namespace stiction::test
