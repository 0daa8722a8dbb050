// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/balance.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "runtime/program/value_texts.h"

namespace stiction::runtime {
namespace {

/// The variables that a residual adds up in this mode.
std::vector<Slot> Summands(const Program& program, const BlockCode& block, size_t row, const double* slots) {
  std::unordered_map<Slot, const Instruction*> definitions;
  for (int32_t i = block.residual.begin; i < block.residual.end; ++i) {
    const Instruction& instruction = program.code[static_cast<size_t>(i)];
    if (instruction.op < OpCode::kCall) definitions[instruction.dst] = &instruction;
  }
  std::unordered_set<Slot> variables;
  for (const VariableInfo& variable : program.variables) variables.insert(variable.slot);
  std::vector<Slot> summands, open = {block.residuals[row]};
  std::unordered_set<Slot> seen;
  while (!open.empty()) {
    const Slot slot = open.back();
    open.pop_back();
    if (!seen.insert(slot).second) continue;
    const auto definition = definitions.find(slot);
    if (variables.contains(slot)) {
      summands.push_back(slot);
    } else if (definition != definitions.end()) {
      const Instruction& i = *definition->second;
      const bool is_sum = i.op == OpCode::kAdd || i.op == OpCode::kSub;
      if (i.op == OpCode::kSelect) open.push_back(slots[i.a] != 0 ? i.b : i.c);
      if (is_sum || i.op == OpCode::kNeg || i.op == OpCode::kCopy) open.push_back(i.a);
      if (is_sum) open.push_back(i.b);
    }
  }
  return summands;
}

Quantity QuantityOf(const std::string& unit) {
  static const std::unordered_map<std::string, Quantity> kQuantities = {
      {"N", Quantity::kForce},    {"N.m", Quantity::kForce},         {"m", Quantity::kMotion},
      {"m/s", Quantity::kMotion}, {"rad", Quantity::kMotion},        {"rad/s", Quantity::kMotion},
      {"A", Quantity::kCurrent},  {"m/s2", Quantity::kAcceleration}, {"rad/s2", Quantity::kAcceleration},
      {"V", Quantity::kVoltage}};
  const auto found = kQuantities.find(unit);
  return found == kQuantities.end() ? Quantity::kUnknown : found->second;
}

// A connector is a potential and a flow variable.
std::vector<std::string> Nodes(const Program& program, const std::unordered_set<Slot>& flows, Quantity quantity,
                               const std::unordered_set<Slot>& undetermined) {
  struct Component {
    int children = 0;
    bool has_flow = false, is_undetermined = false;
  };
  std::vector<std::string> nodes;
  std::unordered_map<std::string, Component> components;
  for (const VariableInfo& variable : program.variables) {
    Component& component = components[std::string(ComponentOf(variable.name))];
    ++component.children;
    if (flows.contains(variable.slot) && QuantityOf(variable.declaration().unit) == quantity) {
      component.has_flow = true;
    } else {
      component.is_undetermined = undetermined.contains(variable.slot);
    }
  }
  for (const VariableInfo& variable : program.variables) {
    const std::string name(ComponentOf(variable.name));
    Component& component = components[name];
    if (name.empty() || component.children != 2 || !component.has_flow || !component.is_undetermined) continue;
    nodes.push_back(name);
    component.has_flow = false;
  }
  return nodes;
}

}  // namespace

Balance FindBalance(const Program& program, const BlockCode& block, const std::vector<size_t>& rows,
                    const double* slots, const std::unordered_set<Slot>& undetermined) {
  std::unordered_set<Slot> summands;
  for (const size_t row : rows) {
    for (const Slot slot : Summands(program, block, row, slots)) summands.insert(slot);
  }
  std::set<Quantity> quantities;
  for (const VariableInfo& variable : program.variables) {
    const Quantity quantity = QuantityOf(variable.declaration().unit);
    if (summands.contains(variable.slot) && quantity != Quantity::kUnknown) quantities.insert(quantity);
  }
  // Index reduction differentiates constraints.
  const bool is_differentiated = std::all_of(rows.begin(), rows.end(), [&](size_t row) {
    return row < block.equations.size() &&
           program.equations[static_cast<size_t>(block.equations[row])].source->derivation.starts_with("derivative of");
  });
  if (quantities.empty() && is_differentiated) quantities.insert(Quantity::kAcceleration);
  if (quantities.size() != 1) return {};
  const Quantity quantity = *quantities.begin();
  const bool is_of_flows = quantity == Quantity::kForce || quantity == Quantity::kCurrent;
  return {quantity, is_of_flows ? Nodes(program, summands, quantity, undetermined) : std::vector<std::string>{}};
}

}  // namespace stiction::runtime
