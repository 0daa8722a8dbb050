// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/function_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/specialize/effects.h"

namespace stiction::flatten {

using ast::StatementKind;
using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::ExprId;
using ir::FunctionStatement;
using ir::FunctionVariable;
using ir::Op;
using ir::ScalarType;

int32_t FunctionBodyBuilder::AddTemporary(const std::string& name, ScalarType type) {
  // No name of the modeller's begins like this.
  out_.slots.push_back({fmt::format("${}{}", name, ++temporaries_), type});
  return static_cast<int32_t>(out_.slots.size()) - 1;
}

namespace {

bool HasObjects(const ir::Type& type) {
  return type.kind == ir::Type::Kind::kObject ||
         std::ranges::any_of(type.members, [](const ir::TypeMember& member) { return HasObjects(member.type); });
}

}  // namespace

ir::Function FunctionBodyBuilder::Build() {
  const Construction none(expander_.context(), {});
  ir::FunctionBody body;
  if (out_.slots.size() > static_cast<size_t>(out_.input_count) &&
      out_.slots[static_cast<size_t>(out_.input_count)].name == "$done") {
    body.push_back({.kind = FunctionStatement::Kind::kAssign,
                    .target = {.slot = out_.input_count, .extent = 1, .index = {}},
                    .value = expander_.pool().Boolean(true),
                    .origin = out_.origin});
  }
  for (const int32_t declared : function_.declaration_order) {
    const auto v = static_cast<size_t>(declared);
    const FunctionVariable& variable = function_.variables[v];
    const bool declares_objects = variable.causality == ir::Causality::kNone && HasObjects(variable.type);
    out_.declares_objects = out_.declares_objects || declares_objects;
    const Construction construction(expander_.context(),
                                    declares_objects ? function_.name + "." + variable.name : std::string());
    AddAll(variable.member_values, body);
    if (variable.causality == ir::Causality::kInput || !variable.binding) continue;
    Assign(AssigneeOf(locals_[v]), expander_.Expand(*variable.binding), variable.binding->span, body);
  }
  AddAll(function_.body, body);
  if (function_.external) AddExternal(*function_.external, body);
  out_.body = std::move(body);
  return std::move(out_);
}

void FunctionBodyBuilder::AddAll(const std::vector<BoundStatement>& statements, ir::FunctionBody& out) {
  for (const BoundStatement& statement : statements) Add(statement, out);
}

void FunctionBodyBuilder::Add(const BoundStatement& statement, ir::FunctionBody& out) {
  const Origin origin{.span = statement.span, .derivation = {}};
  switch (statement.kind) {
    case StatementKind::kAssign: {
      const Assignee assignee = AssigneeOf(expander_, locals_, *statement.target);
      Assign(assignee, expander_.Expand(*statement.value), statement.span, out);
      return;
    }
    case StatementKind::kMultiAssign:
      AddMultiAssign(statement, out);
      return;
    case StatementKind::kCall:
      AddCall(statement, out);
      return;
    case StatementKind::kIf:
      AddIf(statement, out);
      return;
    case StatementKind::kFor:
      AddFor(statement, 0, out);
      return;
    case StatementKind::kWhile: {
      FunctionStatement loop{.kind = FunctionStatement::Kind::kWhile, .origin = origin};
      loop.conditions.push_back(expander_.ExpandScalar(*statement.branches.at(0).condition));
      loop.bodies.emplace_back();
      AddAll(statement.branches[0].body, loop.bodies.back());
      out.push_back(std::move(loop));
      return;
    }
    case StatementKind::kWhen:
      Fail(DiagnosticKind::NotYetSupported, statement.span, "`when` is not allowed in a function");
    case StatementKind::kBreak:
      out.push_back({.kind = FunctionStatement::Kind::kBreak, .origin = origin});
      return;
    case StatementKind::kReturn:
      out.push_back({.kind = FunctionStatement::Kind::kReturn, .origin = origin});
      return;
  }
}

void FunctionBodyBuilder::AddCall(const BoundStatement& statement, ir::FunctionBody& out) {
  const BoundExpression& call = *statement.value;
  const Origin origin{.span = statement.span, .derivation = {}};
  if (call.kind == BoundKind::kBuiltin && call.text == "assert") {
    if (call.operands.size() > 2) {
      // A warning does not stop the function; that it is not told either, CheckAssertionLevels says.
      const ir::ExprNode level = expander_.pool()[expander_.ExpandScalar(*call.operands[2])];
      if (level.op == Op::kEnumeration && level.number == 1) return;
    }
    FunctionStatement check{.kind = FunctionStatement::Kind::kAssert, .origin = origin};
    check.conditions.push_back(expander_.ExpandScalar(*call.operands.at(0)));
    check.value = expander_.ExpandScalar(*call.operands.at(1));
    out.push_back(std::move(check));
    return;
  }
  if (call.kind != BoundKind::kCall) {
    Fail(DiagnosticKind::NotYetSupported, call.span,
         fmt::format("`{}` as a statement of a function is not supported", call.text));
  }
  for (const ExprId node : CallsOf(expander_.pool(), expander_.ExpandCall(call))) {
    FunctionStatement assign{.kind = FunctionStatement::Kind::kCallAssign, .origin = origin};
    assign.targets.resize(1);
    assign.value = node;
    out.push_back(std::move(assign));
  }
}

void FunctionBodyBuilder::AddIf(const BoundStatement& statement, ir::FunctionBody& out) {
  FunctionStatement result{.kind = FunctionStatement::Kind::kIf, .origin = {.span = statement.span, .derivation = {}}};
  for (const auto& branch : statement.branches) {
    if (branch.condition) {
      const ExprId condition = expander_.ExpandScalar(*branch.condition);
      const ir::ExprNode& node = expander_.pool()[condition];
      if (node.op == Op::kBoolean && node.number == 0) continue;
      if (node.op != Op::kBoolean) {
        result.conditions.push_back(condition);
        result.bodies.emplace_back();
        ir::FunctionBody body;
        AddAll(branch.body, body);
        result.bodies.back() = std::move(body);
        continue;
      }
    }
    ir::FunctionBody body;
    AddAll(branch.body, body);
    if (result.conditions.empty()) {
      out.insert(out.end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
      return;
    }
    result.bodies.push_back(std::move(body));
    break;
  }
  if (!result.conditions.empty()) out.push_back(std::move(result));
}

}  // namespace stiction::flatten
