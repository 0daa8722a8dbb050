// SPDX-License-Identifier: BSD-3-Clause
// spatialDistribution (MLS 3.7.4.2): what has been in a pipe comes out at its end.
#include <fmt/format.h>

#include <memory>

#include "compiler/lower/expressions.h"
#include "compiler/symbolic/build.h"

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::ScalarType;

namespace {

constexpr int64_t kTransportsOfTheRun = -1;  // as runtime/external/transports.h

// The function of x that gives the value at one end of a pipe. It is another one after each step.
ir::Function EndFunction(ir::ExprPool& pool, int32_t pipe, int32_t end, const Origin& origin) {
  ir::ExternalCall call;
  call.function = "stiction_moved";
  ir::FunctionStatement statement{.kind = ir::FunctionStatement::Kind::kExternal, .origin = origin};
  statement.conditions = {pool.Integer(kTransportsOfTheRun), pool.Integer(pipe), pool.Integer(end),
                          pool.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = 0})};
  for (int32_t k = 0; k < 4; ++k) {
    ir::ExternalArgument argument;
    argument.type = k < 3 ? ScalarType::kInteger : ScalarType::kReal;
    argument.is_object = k == 0;
    argument.value = k;
    call.arguments.push_back(std::move(argument));
  }
  ir::ExternalArgument result;
  result.is_output = true;
  result.slot = 1;
  call.result = std::move(result);
  statement.external = std::make_shared<const ir::ExternalCall>(std::move(call));
  ir::Function function;
  function.name = fmt::format("$moved[{},{}]", pipe + 1, end);
  function.slots = {{"x", ScalarType::kReal}, {"y", ScalarType::kReal}};
  function.input_count = function.output_count = 1;
  function.body.push_back(std::move(statement));
  function.origin = origin;
  return function;
}

}  // namespace

// One variable for each end; both results of one call share a pipe.
ExprId ExpressionLowering::Transport(const ExprNode& node) {
  ir::ExprPool& pool = context_.pool();
  const auto point_count = static_cast<int32_t>((node.args.size() - 4) / 2);
  const std::vector<ExprId> arguments(node.args.begin(), node.args.end());
  const auto [entry, is_new] = transports_.try_emplace(arguments, static_cast<int32_t>(context_.dae.transports.size()));
  const int32_t pipe = entry->second;
  if (is_new) {
    context_.dae.transports.push_back({static_cast<int32_t>(context_.dae.delays.size()), point_count});
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (k == 3) continue;
      if (k > 3 && variability_.Of(arguments[k]) > ir::Variability::kParameter) {
        context_.diagnostics
            .Error(
                DiagnosticKind::VariabilityMismatch, context_.origin.span,
                fmt::format("the initial distribution `{}` changes during the simulation", context_.Text(arguments[k])))
            .hint = "give `spatialDistribution` parameter expressions";
        return pool.Real(0);
      }
      context_.dae.delays.push_back({arguments[k], pool.Real(1), pool.Real(1), context_.origin, true});
    }
  }
  const auto function = static_cast<int32_t>(context_.dae.functions.size());
  const Origin origin{context_.origin.span, "spatialDistribution()"};
  context_.dae.functions.push_back(EndFunction(pool, pipe, node.output, origin));
  const ExprId moved =
      pool.Make({.op = Op::kCall, .type = ScalarType::kReal, .payload = function, .output = 0, .args = {arguments[2]}});
  const ExprId initial = pool.Make({.op = Op::kInitial, .type = ScalarType::kBoolean});
  const ExprId at_start = node.output == 0 ? arguments[4 + static_cast<size_t>(point_count)] : arguments.back();
  const ExprId inside = symbolic::If(pool, initial, at_start, moved);
  const ExprId forward = arguments[3];
  return Defined(fmt::format("$transport[{}].out{}", pipe + 1, node.output), "spatialDistribution()",
                 node.output == 0 ? symbolic::If(pool, forward, arguments[0], inside)
                                  : symbolic::If(pool, forward, inside, arguments[1]));
}

}  // namespace stiction
