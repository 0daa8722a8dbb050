// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/merge.h"

#include <algorithm>
#include <tuple>

#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::Dae;
using ir::DaeVariable;
using ir::ExprId;
using ir::ScalarType;
using ir::Variability;
using ir::VariableId;
using Member = AliasClasses::Member;

bool IsFixed(const Dae& dae, const DaeVariable& v) {
  return v.attributes.fixed && symbolic::IsNumber(*dae.pool, v.attributes.fixed, 1);
}

int DerivativeCount(const Dae& dae, VariableId v) {
  int count = 0;
  while (dae.variables[v.index()].derivative) {
    v = dae.variables[v.index()].derivative;
    ++count;
  }
  return count;
}

Member Representative(const Dae& dae, const std::vector<Member>& members) {
  const auto rank = [&dae](const Member& member) {
    const DaeVariable& v = dae.variables[member.variable.index()];
    return std::tuple(v.causality == ir::Causality::kInput, DerivativeCount(dae, member.variable),
                      v.attributes.state_select, IsFixed(dae, v), !v.is_generated, -member.variable.value);
  };
  return *std::max_element(members.begin(), members.end(),
                           [&](const Member& a, const Member& b) { return rank(a) < rank(b); });
}

ExprId Signed(ir::ExprPool& pool, ExprId e, bool negated) { return negated && e ? symbolic::Neg(pool, e) : e; }

/// The start value of an alias as one of the representative.
ExprId StartOf(Dae& dae, const DaeVariable& alias, bool negated) {
  if (alias.attributes.start) return Signed(*dae.pool, alias.attributes.start, negated);
  switch (alias.type) {
    case ScalarType::kReal:
      return dae.pool->Real(0);
    case ScalarType::kInteger:
      return dae.pool->Integer(0);
    case ScalarType::kBoolean:
      return dae.pool->Boolean(false);
    case ScalarType::kString:
      return dae.pool->String("");
    case ScalarType::kEnumeration:
      return dae.pool->EnumerationLiteral(alias.enumeration, 1);
    case ScalarType::kClock:
      break;
  }
  return {};
}

/// The fixed start value of an alias holds beside the representative's own (of a discrete variable: for pre, MLS 8.6).
void AddInitialEquation(Dae& dae, VariableId target, ExprId start, const DaeVariable& alias) {
  const DaeVariable& variable = dae.variables[target.index()];
  ir::DaeEquation equation;
  equation.is_discrete = variable.variability == Variability::kDiscrete;
  equation.left = equation.is_discrete ? dae.pool->Pre(target, variable.type, variable.enumeration)
                                       : dae.pool->Variable(target, variable.type, variable.enumeration);
  equation.right = start;
  static const InternedText kFixedStart = "fixed start value of an alias";
  equation.origin = {alias.origin.span, kFixedStart};
  dae.initial_equations.push_back(equation);
}

void MergeStart(Dae& dae, VariableId target, const DaeVariable& alias, bool negated) {
  ir::Attributes& attributes = dae.variables[target.index()].attributes;
  const bool alias_fixed = IsFixed(dae, alias);
  if (alias_fixed && IsFixed(dae, dae.variables[target.index()])) {
    const ExprId start = StartOf(dae, alias, negated);
    if (start != StartOf(dae, dae.variables[target.index()], false)) AddInitialEquation(dae, target, start, alias);
  } else if (alias_fixed) {
    attributes.start = StartOf(dae, alias, negated);
    attributes.fixed = alias.attributes.fixed;
  } else if (!attributes.start && !IsFixed(dae, dae.variables[target.index()])) {
    attributes.start = Signed(*dae.pool, alias.attributes.start, negated);
  }
}

void MergeAttributes(Dae& dae, VariableId target, const DaeVariable& alias, bool negated) {
  MergeStart(dae, target, alias, negated);
  ir::Attributes& into = dae.variables[target.index()].attributes;
  const ir::Attributes& from = alias.attributes;
  if (!into.nominal) into.nominal = from.nominal;
  into.state_select = std::max(into.state_select, from.state_select);
  if (into.unit.empty()) into.unit = from.unit;
}

}  // namespace

void MergeClass(Dae& dae, const std::vector<Member>& members) {
  const Member representative = Representative(dae, members);
  for (const Member& member : members) {
    if (member.variable == representative.variable) continue;
    const bool negated = member.negated != representative.negated;
    VariableId target = representative.variable;
    VariableId eliminated = member.variable;
    while (eliminated) {
      DaeVariable& alias = dae.variables[eliminated.index()];
      MergeAttributes(dae, target, alias, negated);
      alias.alias = ir::Alias{target, negated};
      eliminated = alias.derivative;
      target = dae.variables[target.index()].derivative;
    }
  }
}

}  // namespace stiction
