// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/alias_classes.h"

#include <cstdint>

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::Variability;
using ir::VariableId;

namespace {

struct Term {
  VariableId variable;
  bool negated = false;
};

/// The variables of a sum of at most two variables and zeros; nothing if it is of another form.
std::optional<std::vector<Term>> ReadSum(const ir::ExprPool& pool, ExprId left, ExprId right) {
  std::vector<Term> terms;
  std::vector<std::pair<ExprId, bool>> stack{{right, true}, {left, false}};
  while (!stack.empty()) {
    const auto [e, negated] = stack.back();
    stack.pop_back();
    const ExprNode& node = pool[e];
    if (node.op == Op::kVariable) {
      if (terms.size() == 2) return std::nullopt;
      terms.push_back({VariableId(node.payload), negated});
    } else if (node.op == Op::kNeg) {
      stack.emplace_back(node.args[0], !negated);
    } else if (node.op == Op::kAdd || node.op == Op::kSub) {
      stack.emplace_back(node.args[1], negated != (node.op == Op::kSub));
      stack.emplace_back(node.args[0], negated);
    } else if ((node.op != Op::kReal && node.op != Op::kInteger) || node.number != 0) {
      return std::nullopt;
    }
  }
  return terms;
}

bool IsUnknown(const ir::DaeVariable& v) { return v.variability > Variability::kParameter; }

}  // namespace

std::optional<AliasPair> ReadAlias(const ir::Dae& dae, const ir::DaeEquation& equation) {
  const ir::ExprPool& pool = *dae.pool;
  std::optional<AliasPair> pair;
  if (pool[equation.left].op == Op::kVariable && pool[equation.right].op == Op::kVariable) {
    pair = AliasPair{VariableId(pool[equation.left].payload), VariableId(pool[equation.right].payload), false};
  } else if (const auto terms = ReadSum(pool, equation.left, equation.right); terms && terms->size() == 2) {
    // v - w = 0 says v = w; v + w = 0 says v = -w.
    pair = AliasPair{(*terms)[0].variable, (*terms)[1].variable, (*terms)[0].negated == (*terms)[1].negated};
  }
  if (!pair || pair->a == pair->b) return std::nullopt;
  const ir::DaeVariable& a = dae.variables[pair->a.index()];
  const ir::DaeVariable& b = dae.variables[pair->b.index()];
  const bool alike = a.type == b.type && a.enumeration == b.enumeration && a.variability == b.variability;
  if (!alike || !IsUnknown(a) || a.integral || b.integral) return std::nullopt;
  return pair;
}

AliasClasses::AliasClasses(const ir::Dae& dae) : nodes_(dae.variables.size()) {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].parent = VariableId(static_cast<int64_t>(i));
    nodes_[i].has_input = dae.variables[i].causality == ir::Causality::kInput;
    nodes_[i].has_derivative = static_cast<bool>(dae.variables[i].derivative);
    const ir::DaeVariable& variable = dae.variables[i];
    const bool is_fixed = variable.attributes.fixed && (*dae.pool)[variable.attributes.fixed].op == ir::Op::kBoolean &&
                          (*dae.pool)[variable.attributes.fixed].number != 0;
    if (is_fixed && variable.variability == ir::Variability::kDiscrete) nodes_[i].start = variable.attributes.start;
  }
}

AliasClasses::Member AliasClasses::Root(VariableId v) {
  Member root{v, false};
  while (nodes_[root.variable.index()].parent != root.variable) {
    Node& node = nodes_[root.variable.index()];
    // Path halving: the grandparent becomes the parent.
    const Node& parent = nodes_[node.parent.index()];
    if (parent.parent != node.parent) {
      node.negated = node.negated != parent.negated;
      node.parent = parent.parent;
    }
    root.negated = root.negated != node.negated;
    root.variable = node.parent;
  }
  return root;
}

bool AliasClasses::Join(const AliasPair& pair) {
  Member a = Root(pair.a);
  Member b = Root(pair.b);
  if (a.variable == b.variable) return false;
  if (nodes_[a.variable.index()].size < nodes_[b.variable.index()].size) std::swap(a, b);
  Node& root = nodes_[a.variable.index()];
  Node& child = nodes_[b.variable.index()];
  if (root.has_input && (child.has_input || child.has_derivative)) return false;
  if (child.has_input && root.has_derivative) return false;
  if (root.start && child.start && root.start != child.start) return false;
  if (!root.start) root.start = child.start;
  child.parent = a.variable;
  child.negated = (a.negated != b.negated) != pair.negated;
  root.size += child.size;
  root.has_input = root.has_input || child.has_input;
  root.has_derivative = root.has_derivative || child.has_derivative;
  return true;
}

std::vector<std::vector<AliasClasses::Member>> AliasClasses::All() {
  std::vector<std::vector<Member>> classes;
  std::vector<int32_t> class_of_root(nodes_.size(), -1);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const VariableId v(static_cast<int64_t>(i));
    const Member root = Root(v);
    if (nodes_[root.variable.index()].size < 2) continue;
    int32_t& number = class_of_root[root.variable.index()];
    if (number < 0) {
      number = static_cast<int32_t>(classes.size());
      classes.emplace_back();
      classes.back().reserve(static_cast<size_t>(nodes_[root.variable.index()].size));
    }
    classes[static_cast<size_t>(number)].push_back({v, root.negated});
  }
  return classes;
}

}  // namespace stiction
