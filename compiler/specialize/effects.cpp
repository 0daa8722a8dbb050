// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/effects.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction::flatten {

using ir::ExprId;
using ir::FunctionStatement;
using ir::Op;
using ir::ScalarType;

namespace {

ir::FunctionId EffectOf(ExpansionContext& context, ir::FunctionId id) {
  const auto [entry, added] = context.effects.try_emplace(id);
  if (!added) return entry->second;
  ir::FlatModel& flat = context.flat;
  ir::ExprPool& pool = *flat.pool;
  const ir::Function& called = flat.functions[id.index()];
  ir::Function effect;
  effect.name = fmt::format("$effect{}", context.effects.size());
  effect.origin = called.origin;
  effect.is_effect = true;
  effect.slots = {{"guard", ScalarType::kBoolean}, {"place", ScalarType::kInteger}};
  ir::ExprNode call{.op = Op::kCall,
                    .type = called.slots[static_cast<size_t>(called.input_count)].type,
                    .payload = id.value,
                    .output = 0};
  for (int32_t i = 0; i < called.input_count; ++i) {
    const ir::FunctionSlot& input = called.slots[static_cast<size_t>(i)];
    call.args.push_back(
        pool.Make({.op = Op::kLocal, .type = input.type, .payload = static_cast<int32_t>(effect.slots.size())}));
    effect.slots.push_back(input);
  }
  effect.input_count = static_cast<int32_t>(effect.slots.size());
  effect.output_count = 1;
  effect.slots.push_back({"done", ScalarType::kBoolean});
  FunctionStatement act{.kind = FunctionStatement::Kind::kCallAssign, .origin = effect.origin};
  act.targets.resize(static_cast<size_t>(called.output_count));
  act.value = pool.Make(std::move(call));
  FunctionStatement guarded{.kind = FunctionStatement::Kind::kIf, .origin = effect.origin};
  guarded.conditions = {pool.Make({.op = Op::kLocal, .type = ScalarType::kBoolean, .payload = 0})};
  guarded.bodies = {{std::move(act)}};
  effect.body.push_back(std::move(guarded));
  effect.body.push_back({.kind = FunctionStatement::Kind::kAssign,
                         .target = {.slot = effect.input_count, .extent = 1, .index = {}},
                         .value = pool.Boolean(true),
                         .origin = effect.origin});
  entry->second = ir::FunctionId(static_cast<int64_t>(flat.functions.size()));
  flat.functions.push_back(std::move(effect));
  return entry->second;
}

}  // namespace

std::vector<ExprId> CallsOf(const ir::ExprPool& pool, const std::vector<FlatValue>& results) {
  std::vector<ExprId> all, calls;
  for (const FlatValue& result : results) AppendScalars(result, all);
  for (const ExprId e : all) {
    if (pool[e].op == Op::kCall && pool[e].output == 0) calls.push_back(e);
  }
  return calls;
}

void AddEffects(ExpansionContext& context, const std::vector<FlatValue>& results, Span span,
                std::vector<ir::FlatEquation>& out) {
  ir::ExprPool& pool = *context.flat.pool;
  for (const ExprId call : CallsOf(pool, results)) {
    const ir::FunctionId effect = EffectOf(context, ir::FunctionId(pool[call].payload));
    std::vector<ExprId> arguments = {pool.Boolean(true), pool.Integer(++context.effect_places)};
    arguments.insert(arguments.end(), pool[call].args.begin(), pool[call].args.end());
    ir::FlatEquation equation;
    equation.kind = ir::FlatEquation::Kind::kAssert;
    equation.left = pool.Make(
        {.op = Op::kCall, .type = ScalarType::kBoolean, .payload = effect.value, .output = 0, .args = arguments});
    equation.right = pool.String("");
    equation.origin = {.span = span, .derivation = {}};
    out.push_back(std::move(equation));
  }
}

}  // namespace stiction::flatten
