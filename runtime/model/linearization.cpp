// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/linearization.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "runtime/model/state_jacobian.h"
#include "runtime/program/check.h"
#include "runtime/program/value_texts.h"

namespace stiction::runtime {
namespace {

double ValueOf(const VariableInfo& variable, const std::vector<double>& slots) {
  const double value = slots[static_cast<size_t>(variable.slot)];
  if (!variable.negated) return value;
  return variable.type == ValueType::kBoolean ? (value == 0 ? 1.0 : 0.0) : -value;
}

LinearSignal SignalOf(const VariableInfo& variable, const std::vector<double>& slots) {
  return {variable.name, variable.declaration().unit, ValueOf(variable, slots)};
}

/// The program with inputs as states that stand still, and outputs as derivatives of states that nothing reads: its
/// Jacobian holds all four matrices.
class Extended {
 public:
  Extended(const Program& program, std::vector<double> slots) : program_(program), slots_(std::move(slots)) {
    program_.initial_slots.resize(slots_.size());
  }

  void AddState(Slot slot, Slot derivative) {
    StateInfo& state = program_.states.emplace_back();
    state.slot = slot == kNoSlot ? NewSlot() : slot;
    state.derivative = derivative == kNoSlot ? NewSlot() : derivative;
  }

  /// d derivative / d state, by rows.
  std::optional<LinearMatrix> Jacobian(Tape& tape) {
    StateJacobian jacobian(program_, Form::kOde, tape);
    std::vector<double> values;
    if (!jacobian.Compute(slots_.data(), values)) return std::nullopt;
    const size_t size = program_.states.size();
    LinearMatrix matrix(size, std::vector<double>(size, 0));
    for (size_t column = 0; column < size; ++column) {
      for (int64_t k = jacobian.column_begin()[column]; k < jacobian.column_begin()[column + 1]; ++k) {
        const auto row = static_cast<size_t>(jacobian.row_of()[static_cast<size_t>(k)]);
        matrix[row][column] = values[static_cast<size_t>(k)];
      }
    }
    return matrix;
  }

 private:
  Slot NewSlot() {
    slots_.push_back(0);
    program_.initial_slots.push_back(0);
    return static_cast<Slot>(slots_.size()) - 1;
  }

  Program program_;
  std::vector<double> slots_;
};

LinearMatrix Part(const LinearMatrix& whole, size_t row, size_t rows, size_t column, size_t columns) {
  LinearMatrix part;
  for (size_t i = row; i < row + rows; ++i) {
    const auto begin = whole[i].begin() + static_cast<std::ptrdiff_t>(column);
    part.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(columns));
  }
  return part;
}

void NoteMode(const Program& program, const std::vector<double>& slots, Linearization& result) {
  const ValueTexts texts(program, slots.data());
  std::set<Slot> seen;
  for (const VariableInfo& variable : program.variables) {
    if (variable.kind != VariableKind::kDiscrete || variable.type == ValueType::kString) continue;
    if (!seen.insert(variable.slot).second) continue;
    result.mode.push_back({variable.name, texts.Of(variable, slots[static_cast<size_t>(variable.slot)])});
  }
  for (const RelationInfo& relation : program.relations) {
    if (relation.kind != RelationInfo::Kind::kState) continue;
    const bool holds = slots[static_cast<size_t>(relation.value)] != 0;
    result.relations.push_back({relation.text, holds ? "true" : "false"});
  }
}

}  // namespace

std::optional<Linearization> Linearize(const Program& program, Tape& tape, const std::vector<double>& slots,
                                       double time, const std::vector<std::string>& outputs) {
  Linearization result;
  result.time = time;
  result.constraints = program.invariants.size();
  Extended extended(program, slots);
  for (const StateInfo& state : program.states) {
    const auto info = std::ranges::find_if(program.variables, [&](const VariableInfo& v) {
      return v.slot == state.slot && !v.negated && v.name == state.name;
    });
    const std::string unit = info == program.variables.end() ? std::string() : info->declaration().unit;
    result.states.push_back({state.name, unit, slots[static_cast<size_t>(state.slot)]});
    result.derivatives.push_back(slots[static_cast<size_t>(state.derivative)]);
  }
  for (const VariableInfo& variable : program.variables) {
    if (variable.kind != VariableKind::kInput || variable.type != ValueType::kReal || variable.negated) continue;
    extended.AddState(variable.slot, kNoSlot);
    result.inputs.push_back(SignalOf(variable, slots));
  }
  std::vector<bool> negated;
  for (const std::string& name : outputs) {
    const auto found = std::ranges::find(program.variables, name, &VariableInfo::name);
    RT_CHECK(found != program.variables.end(), "no variable {}", name);
    extended.AddState(kNoSlot, found->slot);
    negated.push_back(found->negated);
    result.outputs.push_back(SignalOf(*found, slots));
  }
  std::optional<LinearMatrix> whole = extended.Jacobian(tape);
  if (!whole) return std::nullopt;
  const size_t nx = result.states.size(), nu = result.inputs.size(), ny = result.outputs.size();
  for (size_t i = 0; i < ny; ++i) {
    for (double& value : (*whole)[nx + nu + i]) value = negated[i] && value != 0 ? -value : value;
  }
  result.a = Part(*whole, 0, nx, 0, nx);
  result.b = Part(*whole, 0, nx, nx, nu);
  result.c = Part(*whole, nx + nu, ny, 0, nx);
  result.d = Part(*whole, nx + nu, ny, nx, nu);
  NoteMode(program, slots, result);
  return result;
}

}  // namespace stiction::runtime
