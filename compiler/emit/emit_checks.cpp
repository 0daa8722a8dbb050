// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/emit_checks.h"

#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include "compiler/emit/emit_message.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::emit {

using ir::ExprId;
using ir::VariableId;
using runtime::kNoSlot;
using runtime::Slot;

namespace {

ExprId Greater(ir::ExprPool& pool, ExprId a, ExprId b) {
  return symbolic::Build(pool, {.op = ir::Op::kMax, .type = ir::ScalarType::kReal, .args = {a, b}});
}

/// The sum of the magnitudes of an equation's terms, at least the greatest nominal value of its variables.
ExprId SizeOfTerms(const ir::Dae& dae, const ir::DaeEquation& equation) {
  ir::ExprPool& pool = *dae.pool;
  ExprId sum = pool.Real(0);
  std::vector<ExprId> terms{equation.right, equation.left};
  while (!terms.empty()) {
    const ExprId term = terms.back();
    terms.pop_back();
    const ir::ExprNode& node = pool[term];
    if (node.op == ir::Op::kAdd || node.op == ir::Op::kSub || node.op == ir::Op::kNeg || node.op == ir::Op::kToReal) {
      terms.insert(terms.end(), node.args.begin(), node.args.end());
    } else {
      sum = symbolic::Add(pool, sum, symbolic::Build(pool, {.op = ir::Op::kAbs, .type = node.type, .args = {term}}));
    }
  }
  ExprId nominal;
  for (const ExprId side : {equation.left, equation.right}) {
    for (const VariableId v : symbolic::Variables(pool, side)) {
      const ExprId of_variable = dae.variables[v.index()].attributes.nominal;
      if (of_variable) nominal = nominal ? Greater(pool, nominal, of_variable) : of_variable;
    }
  }
  return Greater(pool, sum, nominal ? nominal : pool.Real(1));
}

/// @returns no slot for a bound that bounds nothing
Slot BoundSlot(Emission& to, ExprId bound) {
  constexpr double kBeyondAll = 1e60;  // Modelica.Constants.inf and the like
  if (!bound) return kNoSlot;
  const ir::ExprNode& node = (*to.dae.pool)[bound];
  const bool is_number = node.op == ir::Op::kReal || node.op == ir::Op::kInteger;
  if (is_number && std::fabs(node.number) >= kBeyondAll) return kNoSlot;
  return to.builder.Compile(bound);
}

}  // namespace

void EmitAssertions(Emission& to, bool at_events) {
  for (const ir::Assertion& assertion : to.dae.assertions) {
    if (assertion.at_events != at_events) continue;
    const Slot condition = to.builder.Compile(assertion.condition);
    to.program.assertions.push_back({condition, EmitMessage(to.dae, to.builder, assertion.message),
                                     assertion.is_warning, to.describer.Place(assertion.origin), at_events,
                                     static_cast<runtime::AssertionInfo::Rule>(assertion.rule)});
  }
}

void EmitBounds(Emission& to) {
  std::set<std::tuple<Slot, bool, ExprId, ExprId>> seen;
  for (size_t v = 0; v < to.dae.variables.size(); ++v) {
    const ir::DaeVariable& variable = to.dae.variables[v];
    const ir::Attributes& a = variable.attributes;
    if ((!a.min && !a.max) || variable.is_generated) continue;
    const VariableId id(static_cast<int64_t>(v));
    runtime::BoundsInfo info;
    info.variable = to.layout.Of(id);
    info.negated = to.layout.IsNegated(id);
    if (!seen.emplace(info.variable, info.negated, a.min, a.max).second) continue;
    info.min = BoundSlot(to, a.min);
    info.max = BoundSlot(to, a.max);
    if (info.min == kNoSlot && info.max == kNoSlot) continue;
    if (a.nominal) info.nominal = to.builder.Compile(a.nominal);
    info.is_parameter = variable.variability <= ir::Variability::kParameter;
    info.is_real = variable.type == ir::ScalarType::kReal;
    info.name = variable.name;
    if (variable.type == ir::ScalarType::kEnumeration) {
      info.literals = LiteralsOf(to.dae, variable.type, variable.enumeration);
    }
    info.place = to.describer.Place(variable.origin);
    to.program.bounds.push_back(std::move(info));
  }
}

void EmitInitialChecks(Emission& to) {
  for (const ir::EquationId id : to.model.redundant_initial) {
    const ir::DaeEquation equation = to.model.Equation(id);
    runtime::CheckInfo check;
    const Slot left = to.builder.Compile(equation.left);
    check.left = left;
    check.right = to.builder.Compile(equation.right);
    if ((*to.dae.pool)[equation.left].type == ir::ScalarType::kReal) {
      check.size = to.builder.Compile(SizeOfTerms(to.dae, equation));
    }
    check.equation = to.describer.Equation(id);
    for (const ExprId side : {equation.left, equation.right}) {
      const ir::ExprNode& node = (*to.dae.pool)[side];
      if (!check.discrete.empty() || (node.op != ir::Op::kVariable && node.op != ir::Op::kPre)) continue;
      const ir::DaeVariable& variable = to.dae.variables[static_cast<size_t>(node.payload)];
      if (variable.variability != ir::Variability::kDiscrete) continue;
      check.discrete = variable.name;
      check.literals = LiteralsOf(to.dae, variable.type, variable.enumeration);
    }
    to.program.checks.push_back(std::move(check));
  }
}

}  // namespace stiction::emit
