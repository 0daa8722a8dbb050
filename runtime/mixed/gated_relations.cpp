// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/gated_relations.h"

#include <algorithm>

#include "runtime/mixed/mixed_structure.h"
#include "runtime/program/operands.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {
namespace {

bool IsRelation(OpCode op) { return op >= OpCode::kLt && op <= OpCode::kNe; }

/// True if the result is a truth value, given those that are.
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

/// True if a function calls an external one that is not declared pure, itself or by others.
bool MayAct(const Program& program, int32_t function, FlatSet<int32_t>& seen) {
  if (!seen.Insert(function).second) return false;
  const FunctionCode& code = program.functions[static_cast<size_t>(function)];
  return std::any_of(code.externals.begin(), code.externals.end(), [](const auto& call) { return !call.is_pure; }) ||
         std::any_of(code.calls.begin(), code.calls.end(),
                     [&](const Call& call) { return MayAct(program, call.function, seen); });
}

}  // namespace

// A jump and what it leads around are one step: its jumps are counted from the step's beginning.
GatedRelations::Step GatedRelations::StepAt(int32_t begin, int32_t& end) const {
  Step step;
  end = begin + 1;
  for (int32_t i = begin; i < end; ++i) {
    Instruction instruction = program_.code[static_cast<size_t>(i)];
    ForEachRead(program_, instruction, [&](Slot slot) { step.operands.push_back(slot); });
    ForEachWrite(program_, instruction, [&](Slot slot) { step.results.push_back(slot); });
    if (IsJump(instruction)) {
      end = std::max(end, instruction.a);
      instruction.a -= begin;
    } else if (instruction.op == OpCode::kCall) {
      FlatSet<int32_t> seen;
      step.may_act |= MayAct(program_, program_.calls[static_cast<size_t>(instruction.a)].function, seen);
    }
    step.code.push_back(instruction);
  }
  return step;
}

// Of the Real equations only truth values that follow from relations and discrete variables.
const GatedRelations::Logic& GatedRelations::Find() {
  if (logic_) return *logic_;
  Logic& logic = logic_.emplace();
  FlatSet<Slot> logical, written, inputs;
  for (const int32_t relation : block_.relations) {
    logical.Insert(program_.relations[static_cast<size_t>(relation)].value);
  }
  for (int32_t i = block_.discrete.begin, end = i; i < block_.discrete.end; i = end) {
    Step step = StepAt(i, end);
    if (step.code.size() > 1 && step.may_act) continue;  // in a when-clause: only its events shall call it
    if (step.code.size() > 1 || step.code[0].op == OpCode::kCall || IsLogical(step.code[0], logical)) {
      logical.InsertAll(step.results);
    }
    logic.steps.push_back(std::move(step));
  }
  FlatSet<Slot> continuous(block_.unknowns);
  for (int32_t i = block_.residual.begin, end = i; i < block_.residual.end; i = end) {
    Step step = StepAt(i, end);
    if (step.code.size() > 1 || step.code[0].op == OpCode::kCall || !IsLogical(step.code[0], logical) ||
        std::any_of(step.operands.begin(), step.operands.end(), [&](Slot s) { return continuous.Contains(s); })) {
      continuous.InsertAll(step.results);
      logic.equations.push_back(std::move(step.operands));
    } else {
      logical.InsertAll(step.results);
      logic.steps.push_back(std::move(step));
    }
  }
  for (const Step& step : logic.steps) written.InsertAll(step.results);
  for (const Step& step : logic.steps) {
    for (const Slot operand : step.operands) {
      if (!written.Contains(operand)) inputs.Insert(operand);
    }
  }
  logic.logical = logical.Sorted();
  logic.written = written.Sorted();
  logic.inputs = inputs.Sorted();
  for (const PreInfo& pre : program_.pres) {
    if (pre.is_discrete && inputs.Contains(pre.variable)) logic.given.push_back(&pre);
  }
  for (const int32_t relation : block_.relations) {
    logic.cones.push_back(ConeOf(program_.relations[static_cast<size_t>(relation)].value, logic));
  }
  return logic;
}

GatedRelations::Cone GatedRelations::ConeOf(Slot relation, const Logic& logic) {
  Cone cone;
  FlatSet<Slot> reached, ends;
  reached.Insert(relation);
  const auto is_reached = [&](Slot slot) { return reached.Contains(slot); };
  for (size_t i = 0; i < logic.steps.size(); ++i) {
    const Step& step = logic.steps[i];
    if (std::none_of(step.operands.begin(), step.operands.end(), is_reached)) continue;
    cone.steps.push_back(i);
    reached.InsertAll(step.results);
  }
  for (const std::vector<Slot>& operands : logic.equations) {
    for (const Slot operand : operands) {
      if (is_reached(operand)) ends.Insert(operand);
    }
  }
  cone.ends = ends.Sorted();
  return cone;
}

void GatedRelations::Decide(size_t k, double value, Tape& tape, double* slots) const {
  slots[program_.relations[static_cast<size_t>(block_.relations[k])].value] = value;
  for (const size_t step : logic_->cones[k].steps) tape.Run(logic_->steps[step].code, slots);
}

bool GatedRelations::IsShut(size_t k, Tape& tape, double* slots, std::vector<Gate>& gates) const {
  const Cone& cone = logic_->cones[k];
  const Slot relation = program_.relations[static_cast<size_t>(block_.relations[k])].value;
  const double held = slots[relation];
  const auto outputs = [&] {
    std::vector<double> values;
    for (const size_t step : cone.steps) {
      for (const Slot result : logic_->steps[step].results) values.push_back(slots[result]);
    }
    return values;
  };
  Decide(k, held, tape, slots);
  const std::vector<double> as_held = outputs(), ends_as_held = ValuesOf(cone.ends, slots);
  Decide(k, held != 0 ? 0 : 1, tape, slots);
  const std::vector<double> otherwise = outputs();
  FlatSet<Slot> differ;
  differ.Insert(relation);
  size_t i = 0;
  for (const size_t at : cone.steps) {
    const Step& step = logic_->steps[at];
    const bool reads =
        std::any_of(step.operands.begin(), step.operands.end(), [&](Slot slot) { return differ.Contains(slot); });
    for (const Slot result : step.results) {
      if (as_held[i] != otherwise[i]) {
        differ.Insert(result);
      } else if (reads && std::binary_search(logic_->logical.begin(), logic_->logical.end(), result)) {
        gates.push_back({result, as_held[i]});
      }
      ++i;
    }
  }
  bool is_shut = ValuesOf(cone.ends, slots) == ends_as_held;
  if (!is_shut) {
    // An equation reads it, but perhaps in a branch that is not in effect.
    tape.Run(block_.residual, slots);
    is_shut = ValuesOf(block_.residuals, slots) == as_residual_;
  }
  Decide(k, held, tape, slots);
  tape.ClearFailure();
  return is_shut;
}

GatedRelations::Opened GatedRelations::Open(const ValueChanges& changes, Tape& tape, double* slots,
                                            std::vector<double>& configuration) {
  const Logic& logic = Find();
  const auto is_input = [&](const ValueChange& change) {
    return std::binary_search(logic.inputs.begin(), logic.inputs.end(), change.slot);
  };
  ValueChanges all;
  for (const PreInfo* given : logic.given) {
    const double before = slots[given->pre], after = slots[given->variable];
    if (before != after) all.push_back({given->variable, before, after});
  }
  if (all.empty() && std::none_of(changes.begin(), changes.end(), is_input)) return {};
  all.insert(all.end(), changes.begin(), changes.end());
  const std::vector<double> written = ValuesOf(logic.written, slots);
  // Evaluates the decisions of all relations with the left limits before the changes, or after.
  const auto look = [&](bool before) {
    for (size_t i = 0; i < written.size(); ++i) slots[logic.written[i]] = written[i];
    for (const ValueChange& change : all) slots[change.slot] = before ? change.before : change.after;
    for (const Step& step : logic.steps) tape.Run(step.code, slots);
    tape.Run(block_.residual, slots);
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
    const double held = slots[program_.relations[static_cast<size_t>(block_.relations[k])].value];
    size_t as_before[2] = {};
    for (const int value : {0, 1}) {
      Decide(k, value, tape, slots);
      for (const Gate& gate : gates) as_before[value] += slots[gate.output] == gate.value ? 1 : 0;
    }
    Decide(k, held, tape, slots);
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
