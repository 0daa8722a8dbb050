// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_starts.h"

#include <utility>

#include "compiler/ir/flat/fallback_value.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::emit {

using ir::ExprId;
using ir::VariableId;
using runtime::Slot;

void StartEmitter::EmitStarts() {
  to_.program.starts = to_.Section([this] {
    GuessFreeParameters();
    for (size_t v = 0; v < to_.dae.variables.size(); ++v) {
      const VariableId id(static_cast<int64_t>(v));
      const ir::DaeVariable& variable = to_.dae.variables[v];
      if (variable.alias || is_computed_[v] || IsFree(id)) continue;
      const ExprId start = ir::StartOf(*to_.dae.pool, variable);
      const Slot slot = to_.builder.Compile(start);
      to_.program.starts_of.push_back({to_.layout.Of(id), slot});
      std::vector<VariableId> needs = FreeIn(start);
      if (needs.empty()) continue;
      late_.emplace_back(start, slot);
      guesses_.emplace(id, SystemEmitter::Guess{start, slot, std::move(needs)});
    }
    for (const size_t i : to_.layout.state_order()) {
      const ir::DaeVariable& state = to_.dae.variables[to_.model.states[i].index()];
      const Slot nominal = CompileNominal(state.attributes.nominal);
      to_.program.states.push_back(
          {to_.layout.Of(to_.model.states[i]), to_.layout.Of(to_.model.derivatives[i]), nominal, state.name});
    }
    for (size_t i = 0; i < to_.dae.relations.size(); ++i) {
      const ir::Relation& relation = to_.dae.relations[i];
      if (relation.kind != ir::Relation::Kind::kState) continue;
      const ExprId left = NominalOf(relation.left);
      to_.program.relations[i].nominal = CompileNominal(left ? left : NominalOf(relation.right));
    }
  });
}

void StartEmitter::EmitLateValues() {
  if (late_.empty()) return;
  runtime::BlockCode code;
  code.assign = to_.Section([this] {
    for (const auto& [value, slot] : late_) to_.builder.CompileInto(value, slot);
  });
  to_.program.initial_system.blocks.push_back(std::move(code));
}

ExprId StartEmitter::NominalOf(ExprId operand) const {
  const ir::ExprNode* node = &(*to_.dae.pool)[operand];
  while (node->op == ir::Op::kToReal || node->op == ir::Op::kNoEvent || node->op == ir::Op::kNeg) {
    node = &(*to_.dae.pool)[node->args[0]];
  }
  if (node->op != ir::Op::kVariable) return {};
  const ir::DaeVariable& variable = to_.dae.variables[VariableId(node->payload).index()];
  return variable.variability >= ir::Variability::kDiscrete ? variable.attributes.nominal : ExprId{};
}

bool StartEmitter::IsFree(VariableId v) const {
  return to_.dae.variables[v.index()].variability <= ir::Variability::kParameter && !is_computed_[v.index()] &&
         !to_.dae.variables[v.index()].alias;
}

std::vector<VariableId> StartEmitter::FreeIn(ExprId e) const {
  std::vector<VariableId> variables = symbolic::Variables(*to_.dae.pool, e);
  std::erase_if(variables, [this](VariableId v) { return !IsFree(v); });
  return variables;
}

void StartEmitter::GuessFreeParameters() {
  std::vector<char> is_guessed(to_.dae.variables.size(), 0);
  const auto guess_of = [this](VariableId v) {
    const ir::DaeVariable& variable = to_.dae.variables[v.index()];
    return variable.binding ? variable.binding : ir::StartOf(*to_.dae.pool, variable);
  };
  for (size_t v = 0; v < to_.dae.variables.size(); ++v) {
    if (!IsFree(VariableId(static_cast<int64_t>(v)))) continue;
    std::vector<VariableId> stack{VariableId(static_cast<int64_t>(v))};
    while (!stack.empty()) {
      const VariableId id = stack.back();
      const size_t before = stack.size();
      if (is_guessed[id.index()] == 0) {
        is_guessed[id.index()] = 1;
        for (const VariableId needed : FreeIn(guess_of(id))) {
          if (is_guessed[needed.index()] == 0) stack.push_back(needed);
        }
      }
      if (stack.size() > before) continue;
      stack.pop_back();
      if (std::exchange(is_guessed[id.index()], char{2}) == 2) continue;
      const Slot slot = to_.builder.Compile(guess_of(id));
      to_.builder.Emit({runtime::OpCode::kCopy, to_.layout.Of(id), slot});
      to_.program.starts_of.push_back({to_.layout.Of(id), slot});
    }
  }
}

Slot StartEmitter::CompileNominal(ExprId nominal) {
  if (!nominal) return runtime::kNoSlot;
  const Slot slot = to_.builder.Compile(nominal);
  if (!FreeIn(nominal).empty()) late_.emplace_back(nominal, slot);
  return slot;
}

}  // namespace stiction::emit
