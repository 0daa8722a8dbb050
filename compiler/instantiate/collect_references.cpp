// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/collect_references.h"

namespace stiction {
namespace {

void FromReference(const ast::ComponentReference& reference, UsedReferences& into) {
  into.push_back(&reference);
  for (const auto& part : reference.parts) {
    for (const ast::Subscript& s : part.subscripts) {
      if (s.expression) CollectReferences(*s.expression, into);
    }
  }
}

void FromPointer(const ast::ExpressionPtr& e, UsedReferences& into) {
  if (e) CollectReferences(*e, into);
}

template <class T>
void FromBranches(const std::vector<ast::Branch<T>>& branches, UsedReferences& into) {
  for (const auto& branch : branches) {
    FromPointer(branch.condition, into);
    for (const auto& inner : branch.body) CollectReferences(*inner, into);
  }
}

void FromIndices(const std::vector<ast::ForIndex>& indices, UsedReferences& into) {
  for (const ast::ForIndex& index : indices) FromPointer(index.range, into);
}

}  // namespace

void CollectReferences(const ast::Expression& e, UsedReferences& into) {
  if (e.kind == ast::ExpressionKind::kReference) FromReference(e.reference, into);
  for (const auto& operand : e.operands) FromPointer(operand, into);
  for (const ast::Argument& argument : e.arguments) FromPointer(argument.value, into);
  FromIndices(e.iterators, into);
  for (const auto& row : e.rows) {
    for (const auto& entry : row) FromPointer(entry, into);
  }
  for (const ast::Subscript& s : e.subscripts) FromPointer(s.expression, into);
}

void CollectReferences(const ast::Equation& e, UsedReferences& into) {
  FromPointer(e.left, into);
  FromPointer(e.right, into);
  FromBranches(e.branches, into);
  FromIndices(e.indices, into);
  for (const auto& inner : e.body) CollectReferences(*inner, into);
  if (e.kind == ast::EquationKind::kConnect) {
    FromReference(e.from, into);
    FromReference(e.to, into);
  }
}

void CollectReferences(const ast::Statement& s, UsedReferences& into) {
  FromPointer(s.target, into);
  FromPointer(s.value, into);
  FromBranches(s.branches, into);
  FromIndices(s.indices, into);
  for (const auto& inner : s.body) CollectReferences(*inner, into);
}

}  // namespace stiction
