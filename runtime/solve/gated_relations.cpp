#include "runtime/solve/gated_relations.h"

#include <algorithm>

#include "runtime/evaluate/flat_set.h"

namespace stiction::runtime {
namespace {

bool IsRelation(OpCode op) { return op >= OpCode::kLt && op <= OpCode::kNe; }

/// Whether the result is a truth value, given those that are.
bool IsLogical(const Instruction& instruction, const FlatSet<Slot>& logical) {
  switch (instruction.op) {
    case OpCode::kNot:
    case OpCode::kAnd:
    case OpCode::kOr:
      return true;
    case OpCode::kCopy:
      return logical.Contains(instruction.a);
    case OpCode::kSelect:
      return logical.Contains(instruction.b) || logical.Contains(instruction.c);
    default:
      return IsRelation(instruction.op);
  }
}

/// The slots that an instruction reads: of a call its arguments, of a jump its condition.
std::vector<Slot> OperandsOf(const Program& program, const Instruction& instruction) {
  if (instruction.op == OpCode::kCall) return program.calls[static_cast<size_t>(instruction.a)].arguments;
  if (instruction.op == OpCode::kJump) return {};
  if (instruction.op == OpCode::kJumpIfZero) return {instruction.b};
  std::vector<Slot> operands;
  for (const Slot operand : {instruction.a, instruction.b, instruction.c}) {
    if (operand != kNoSlot) operands.push_back(operand);
  }
  return operands;
}

}  // namespace

std::vector<double> GatedRelations::ValuesOf(const std::vector<Slot>& of, const double* slots) {
  std::vector<double> values;
  values.reserve(of.size());
  for (const Slot slot : of) values.push_back(slots[slot]);
  return values;
}

// Of the Real equations only truth values that follow from relations and discrete variables.
const GatedRelations::Logic& GatedRelations::Find() {
  if (logic_) return *logic_;
  Logic& logic = logic_.emplace();
  FlatSet<Slot> logical;
  for (const int32_t relation : block_.relations) {
    logical.Insert(program_.relations[static_cast<size_t>(relation)].value);
  }
  const auto at = [&](int32_t i) -> const Instruction& { return program_.code[static_cast<size_t>(i)]; };
  for (int32_t i = block_.discrete.begin; i < block_.discrete.end; ++i) {
    if (at(i).op >= OpCode::kCall) return logic;
    logic.code.push_back(at(i));
    if (IsLogical(at(i), logical)) logical.Insert(at(i).dst);
  }
  FlatSet<Slot> continuous(block_.unknowns);
  for (int32_t i = block_.residual.begin; i < block_.residual.end; ++i) {
    const Instruction& instruction = at(i);
    if (instruction.op == OpCode::kCall) {
      continuous.InsertAll(program_.calls[static_cast<size_t>(instruction.a)].results);
      continue;
    }
    if (instruction.dst == kNoSlot) continue;  // a jump around calls
    bool is_continuous = !IsLogical(instruction, logical);
    for (const Slot operand : {instruction.a, instruction.b, instruction.c}) {
      is_continuous = is_continuous || (operand != kNoSlot && continuous.Contains(operand));
    }
    if (is_continuous) {
      continuous.Insert(instruction.dst);
    } else {
      logic.code.push_back(instruction);
      logical.Insert(instruction.dst);
    }
  }
  logic.logical = logical.Sorted();
  FlatSet<Slot> written, inputs;
  for (const Instruction& instruction : logic.code) written.Insert(instruction.dst);
  for (const Instruction& instruction : logic.code) {
    for (const Slot operand : {instruction.a, instruction.b, instruction.c}) {
      if (operand != kNoSlot && !written.Contains(operand)) inputs.Insert(operand);
    }
  }
  logic.written = written.Sorted();
  logic.inputs = inputs.Sorted();
  for (const int32_t relation : block_.relations) {
    logic.cones.push_back(ConeOf(program_.relations[static_cast<size_t>(relation)].value, logic));
  }
  logic.is_plain = true;
  return logic;
}

GatedRelations::Cone GatedRelations::ConeOf(Slot relation, const Logic& logic) const {
  Cone cone;
  FlatSet<Slot> reached, ends;
  reached.Insert(relation);
  const auto is_reached = [&](Slot slot) { return slot != kNoSlot && reached.Contains(slot); };
  for (const Instruction& instruction : logic.code) {
    if (!is_reached(instruction.a) && !is_reached(instruction.b) && !is_reached(instruction.c)) continue;
    cone.code.push_back(instruction);
    reached.Insert(instruction.dst);
  }
  for (const Slot target : block_.discrete_targets) {
    if (reached.Contains(target)) ends.Insert(target);
  }
  FlatSet<Slot> in_code(logic.written);
  for (int32_t i = block_.residual.begin; i < block_.residual.end; ++i) {
    const Instruction& instruction = program_.code[static_cast<size_t>(i)];
    if (instruction.dst != kNoSlot && in_code.Contains(instruction.dst)) continue;
    for (const Slot operand : OperandsOf(program_, instruction)) {
      if (is_reached(operand)) ends.Insert(operand);
    }
  }
  cone.ends = ends.Sorted();
  return cone;
}

bool GatedRelations::IsShut(size_t k, Tape& tape, double* slots, std::vector<Gate>& gates) {
  const Cone& cone = logic_->cones[k];
  double& relation = slots[program_.relations[static_cast<size_t>(block_.relations[k])].value];
  const double held = relation;
  const auto outputs = [&] {
    std::vector<double> values;
    for (const Instruction& instruction : cone.code) values.push_back(slots[instruction.dst]);
    return values;
  };
  const auto run = [&](double value) {
    relation = value;
    tape.Run(cone.code, slots);
  };
  run(held);
  const std::vector<double> as_held = outputs(), ends_as_held = ValuesOf(cone.ends, slots);
  run(held != 0 ? 0 : 1);
  const std::vector<double> otherwise = outputs();
  FlatSet<Slot> differ;
  differ.Insert(program_.relations[static_cast<size_t>(block_.relations[k])].value);
  for (size_t i = 0; i < cone.code.size(); ++i) {
    const Instruction& instruction = cone.code[i];
    bool reads = false;
    for (const Slot operand : {instruction.a, instruction.b, instruction.c}) {
      reads = reads || (operand != kNoSlot && differ.Contains(operand));
    }
    if (as_held[i] != otherwise[i]) {
      differ.Insert(instruction.dst);
    } else if (reads && std::binary_search(logic_->logical.begin(), logic_->logical.end(), instruction.dst)) {
      gates.push_back({instruction.dst, as_held[i]});
    }
  }
  bool is_shut = ValuesOf(cone.ends, slots) == ends_as_held;
  if (!is_shut && ValuesOf(block_.discrete_targets, slots) == as_discrete_) {
    // An equation reads it, but perhaps in a branch that is not in effect.
    tape.Run(block_.residual, slots);
    is_shut = ValuesOf(block_.residuals, slots) == as_residual_;
  }
  run(held);
  tape.ClearFailure();
  return is_shut;
}

GatedRelations::Opened GatedRelations::Open(const PreChanges& changes, Tape& tape, double* slots,
                                            std::vector<double>& configuration) {
  const Logic& logic = Find();
  if (!logic.is_plain) return {};
  const auto is_input = [&](const PreChange& change) {
    return std::binary_search(logic.inputs.begin(), logic.inputs.end(), change.pre);
  };
  if (std::none_of(changes.begin(), changes.end(), is_input)) return {};
  const std::vector<double> written = ValuesOf(logic.written, slots);
  // What all relations decide with the left limits before the changes, or after.
  const auto look = [&](bool before) {
    for (size_t i = 0; i < written.size(); ++i) slots[logic.written[i]] = written[i];
    for (const PreChange& change : changes) slots[change.pre] = before ? change.before : change.after;
    tape.Run(logic.code, slots);
    tape.Run(block_.residual, slots);
    as_discrete_ = ValuesOf(block_.discrete_targets, slots);
    as_residual_ = ValuesOf(block_.residuals, slots);
  };
  look(true);
  std::vector<std::pair<size_t, std::vector<Gate>>> shut;
  for (size_t k = 0; k < logic.cones.size(); ++k) {
    std::vector<Gate> gates;
    if (!logic.cones[k].ends.empty() && IsShut(k, tape, slots, gates)) shut.emplace_back(k, std::move(gates));
  }
  look(false);
  Opened opened;
  for (const auto& [k, gates] : shut) {
    std::vector<Gate> now;
    if (IsShut(k, tape, slots, now)) continue;
    // The value with which more of its gates are what they were.
    double& relation = slots[program_.relations[static_cast<size_t>(block_.relations[k])].value];
    const double held = relation;
    size_t as_before[2] = {};
    for (const int value : {0, 1}) {
      relation = value;
      tape.Run(logic.cones[k].code, slots);
      for (const Gate& gate : gates) as_before[value] += slots[gate.output] == gate.value ? 1 : 0;
    }
    relation = held;
    tape.Run(logic.cones[k].code, slots);
    if (as_before[0] == as_before[1]) {
      opened.undecided.push_back(k);
    } else {
      opened.decided.push_back(k);
      configuration[k] = as_before[1] > as_before[0] ? 1 : 0;
    }
  }
  for (size_t i = 0; i < written.size(); ++i) slots[logic.written[i]] = written[i];
  for (const size_t k : opened.decided) {
    slots[program_.relations[static_cast<size_t>(block_.relations[k])].value] = configuration[k];
  }
  return opened;
}

}  // namespace stiction::runtime
