// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/tangent_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/support/array_names.h"
#include "compiler/symbolic/tangent_body.h"

namespace stiction::symbolic {

using ir::ExprId;
using ir::Function;
using ir::FunctionId;
using ir::FunctionStatement;
using ir::Op;
using ir::ScalarType;

void FailTangent(DiagnosticKind kind, Span span, std::string message, std::string hint) {
  throw NoTangent{{Severity::kError, kind, span, std::move(message), {}, std::move(hint)}};
}

std::vector<int32_t> FirstSlots(const Function& function) {
  std::vector<int32_t> first;
  std::string last;
  for (size_t s = 0; s < function.slots.size(); ++s) {
    std::string name = WithoutSubscripts(function.slots[s].name);
    first.push_back(s > 0 && name == last ? first.back() : static_cast<int32_t>(s));
    last = std::move(name);
  }
  return first;
}

std::vector<bool> TangentFunctions::WithWholeArrays(const Function& function, std::vector<bool> marked) {
  const std::vector<int32_t> first = FirstSlots(function);
  std::vector<bool> any(function.slots.size(), false);
  for (size_t s = 0; s < marked.size(); ++s) {
    if (marked[s] && function.slots[s].type == ScalarType::kReal) any[static_cast<size_t>(first[s])] = true;
  }
  for (size_t s = 0; s < marked.size(); ++s) marked[s] = any[static_cast<size_t>(first[s])];
  return marked;
}

Function TangentFunctions::Partial(FunctionId of, int32_t input, Span use) {
  const Function function = functions_[of.index()];
  if (function.slots.empty()) {
    FailTangent(DiagnosticKind::NotYetSupported, use, "a function that is made of its own partial derivative",
                "write the derivative as a function of its own");
  }
  std::vector<bool> active(static_cast<size_t>(function.input_count), false);
  active[static_cast<size_t>(input)] = true;
  const FunctionId tangent = Tangent(of, active, use);
  Function partial;
  partial.input_count = function.input_count;
  partial.output_count = function.output_count;
  const auto interface = function.input_count + function.output_count;
  partial.slots.assign(function.slots.begin(), function.slots.begin() + interface);
  partial.origin = function.origin;
  FunctionStatement call;
  call.kind = FunctionStatement::Kind::kCallAssign;
  ir::ExprNode node{.op = Op::kCall, .type = ScalarType::kReal, .payload = tangent.value, .output = 0};
  for (int32_t s = 0; s < function.input_count; ++s) {
    node.args.push_back(
        pool_.Make({.op = Op::kLocal, .type = function.slots[static_cast<size_t>(s)].type, .payload = s}));
  }
  node.args.push_back(pool_.Real(1));
  call.value = pool_.Make(std::move(node));
  for (int32_t s = function.input_count; s < interface; ++s) {
    if (function.slots[static_cast<size_t>(s)].type != ScalarType::kReal) {
      FailTangent(DiagnosticKind::PartialDerivative, use,
                  fmt::format("the output `{}` of `{}` is no Real, and has no derivative (MLS 12.7.2)",
                              function.slots[static_cast<size_t>(s)].name, function.name),
                  "differentiate a function whose outputs are Reals");
    }
    call.targets.push_back({.slot = s, .extent = 1, .index = {}});
  }
  call.origin = function.origin;
  partial.body.push_back(std::move(call));
  return partial;
}

FunctionId TangentFunctions::Tangent(FunctionId of, const std::vector<bool>& active, Span use) {
  const auto known = known_.find({of, active});
  if (known != known_.end()) return known->second;
  const FunctionId id(static_cast<int64_t>(functions_.size()));
  known_.emplace(std::pair(of, active), id);
  functions_.emplace_back();
  Function made = TangentBody(pool_, functions_, *this, functions_[of.index()], active, use).Run();
  functions_[id.index()] = std::move(made);
  return id;
}

void TangentFunctions::Forget(FunctionId first) {
  if (functions_.size() > first.index()) functions_.resize(first.index());
  std::erase_if(known_, [first](const auto& entry) {
    return entry.first.first.value >= first.value || entry.second.value >= first.value;
  });
}

}  // namespace stiction::symbolic
