#include "compiler/causalize/occurrences.h"

#include <algorithm>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

template <class T>
void SortUnique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

Occurrences FindOccurrences(const ir::ExprPool& pool, const std::vector<ir::ExprId>& expressions) {
  Occurrences found;
  for (const ir::ExprId expression : expressions) {
    symbolic::AnyNode(pool, expression, [&](ir::ExprId id) {
      const ir::ExprNode& node = pool[id];
      if (node.op == ir::Op::kVariable) found.variables.emplace_back(node.payload);
      if (node.op == ir::Op::kPre) found.pre.emplace_back(node.payload);
      if (node.op == ir::Op::kRelation) found.relations.emplace_back(node.payload);
      if (node.op == ir::Op::kHeld) found.held.push_back(node.payload);
      found.reads_time = found.reads_time || node.op == ir::Op::kTime || node.op == ir::Op::kInitial ||
                         node.op == ir::Op::kTerminal || node.op == ir::Op::kSampleTick || node.op == ir::Op::kDelayed;
      return false;
    });
  }
  SortUnique(found.variables);
  SortUnique(found.pre);
  SortUnique(found.relations);
  SortUnique(found.held);
  return found;
}

bool IsParameter(const ir::DaeVariable& variable) {
  return !variable.alias &&
         (variable.variability == ir::Variability::kParameter || variable.variability == ir::Variability::kConstant ||
          variable.causality == ir::Causality::kInput);
}

bool IsContinuousUnknown(const ir::DaeVariable& variable) {
  return !variable.alias && !IsParameter(variable) && variable.type == ir::ScalarType::kReal &&
         variable.variability == ir::Variability::kContinuous;
}

bool IsDiscreteUnknown(const ir::DaeVariable& variable) {
  return !variable.alias && !IsParameter(variable) && !IsContinuousUnknown(variable);
}

std::vector<ir::VariableId> ContinuousUnknowns(const ir::Dae& dae, const ir::DaeEquation& equation) {
  return ContinuousUnknowns(dae, equation.left, equation.right);
}

std::vector<ir::VariableId> ContinuousUnknowns(const ir::Dae& dae, ir::ExprId left, ir::ExprId right) {
  if (left == right) return {};
  std::vector<ir::VariableId> variables;
  for (const ir::ExprId side : {left, right}) {
    symbolic::AnyNode(*dae.pool, side, [&](ir::ExprId id) {
      const ir::ExprNode& node = (*dae.pool)[id];
      if (node.op == ir::Op::kVariable) variables.emplace_back(node.payload);
      return false;
    });
  }
  SortUnique(variables);
  std::erase_if(variables, [&dae](ir::VariableId v) { return !IsContinuousUnknown(dae.variables[v.index()]); });
  return variables;
}

ir::ExprId DefaultStart(ir::ExprPool& pool, const ir::DaeVariable& variable) {
  switch (variable.type) {
    case ir::ScalarType::kReal:
      return pool.Real(0);
    case ir::ScalarType::kInteger:
      return pool.Integer(0);
    case ir::ScalarType::kBoolean:
      return pool.Boolean(false);
    case ir::ScalarType::kString:
      return pool.String("");
    case ir::ScalarType::kEnumeration:
      return pool.EnumerationLiteral(variable.enumeration, 1);
  }
  return {};
}

}  // namespace stiction
