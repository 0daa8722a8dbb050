// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/model_occurrences.h"

#include <array>

namespace stiction {
namespace {

template <class T>
uint32_t Append(std::vector<T>& all, const std::vector<T>& found) {
  const size_t begin = all.size();
  all.insert(all.end(), found.begin(), found.end());
  return static_cast<uint32_t>(begin);
}

template <class T>
uint32_t Count(const std::vector<T>& found) {
  return static_cast<uint32_t>(found.size());
}

}  // namespace

ModelOccurrences::ModelOccurrences(const ir::Dae& dae) : dae_(&dae), kinds_(dae) {
  of_equation_.reserve(dae.equations.size());
  of_relation_.reserve(dae.relations.size());
}

OccurrenceLists ModelOccurrences::In(ir::EquationId id) {
  const ir::DaeEquation& equation = dae_->equations[id.index()];
  return Kept(of_equation_, id.index(), equation.left, equation.right);
}

OccurrenceLists ModelOccurrences::InRight(ir::EquationId id) {
  return Kept(of_equation_, id.index(), {}, dae_->equations[id.index()].right);
}

OccurrenceLists ModelOccurrences::In(ir::RelationId id) {
  const ir::Relation& relation = dae_->relations[id.index()];
  ir::ExprId right = relation.right;
  if (relation.impulse) {
    right = dae_->pool->Binary(ir::Op::kAdd, right, dae_->pool->Variable(relation.impulse, ir::ScalarType::kReal));
  }
  return Kept(of_relation_, id.index(), relation.left, right);
}

OccurrenceLists ModelOccurrences::In(ir::ExprId left, ir::ExprId right) {
  const std::array<ir::ExprId, 2> sides{left, right};
  FindOccurrences(*dae_->pool, std::span(sides).subspan(left ? 0 : 1), last_);
  return {last_.variables, last_.pre, last_.relations, last_.held};
}

OccurrenceLists ModelOccurrences::Kept(std::vector<Entry>& entries, size_t index, ir::ExprId left, ir::ExprId right) {
  if (index >= entries.size()) entries.resize(index + 1);
  Entry& entry = entries[index];
  if (!entry.right || entry.left != left || entry.right != right) {
    In(left, right);
    entry.left = left;
    entry.right = right;
    entry.variables = Append(variables_, last_.variables);
    Append(variables_, last_.pre);
    entry.relations = Append(relations_, last_.relations);
    entry.held = Append(held_, last_.held);
    entry.variable_count = Count(last_.variables);
    entry.pre_count = Count(last_.pre);
    entry.relation_count = Count(last_.relations);
    entry.held_count = Count(last_.held);
  }
  const ir::VariableId* const variables = variables_.data() + entry.variables;
  return {{variables, entry.variable_count},
          {variables + entry.variable_count, entry.pre_count},
          {relations_.data() + entry.relations, entry.relation_count},
          {held_.data() + entry.held, entry.held_count}};
}

void ModelOccurrences::ContinuousUnknowns(ir::EquationId id, std::vector<ir::VariableId>& found) {
  found.clear();
  const ir::DaeEquation& equation = dae_->equations[id.index()];
  if (equation.left != equation.right) SelectContinuous(In(id).variables, found);
}

void ModelOccurrences::ContinuousUnknowns(ir::ExprId left, ir::ExprId right, std::vector<ir::VariableId>& found) {
  found.clear();
  if (left != right) SelectContinuous(In(left, right).variables, found);
}

void ModelOccurrences::SelectContinuous(std::span<const ir::VariableId> variables,
                                        std::vector<ir::VariableId>& found) const {
  for (const ir::VariableId v : variables) {
    if (kinds_.IsContinuous(v)) found.push_back(v);
  }
}

}  // namespace stiction
