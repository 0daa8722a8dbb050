// SPDX-License-Identifier: BSD-3-Clause
// Flat models built by hand, a line an equation.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/flat/flat_model.h"

namespace stiction::test {

class FlatBuilder {
 public:
  using Body = std::vector<ir::FlatEquation>;
  using Branches = std::vector<std::pair<ir::ExprId, Body>>;

  FlatBuilder() { model.name = "M"; }

  ir::ExprPool& pool() { return *model.pool; }

  // Variables; what is returned is the leaf.
  ir::ExprId Variable(const std::string& name, ir::ScalarType type, ir::Variability variability,
                      ir::EnumerationId enumeration = {}) {
    ir::FlatVariable variable;
    variable.name = name;
    variable.type = type;
    variable.variability = variability;
    variable.enumeration = enumeration;
    const ir::VariableId id(static_cast<int64_t>(model.variables.size()));
    model.variables.push_back(variable);
    return pool().Variable(id, type, enumeration);
  }
  ir::ExprId Real(const std::string& name) {
    return Variable(name, ir::ScalarType::kReal, ir::Variability::kContinuous);
  }
  ir::ExprId Boolean(const std::string& name) {
    return Variable(name, ir::ScalarType::kBoolean, ir::Variability::kDiscrete);
  }
  ir::ExprId Integer(const std::string& name) {
    return Variable(name, ir::ScalarType::kInteger, ir::Variability::kDiscrete);
  }
  ir::ExprId Parameter(const std::string& name, double value) {
    const ir::ExprId leaf = Variable(name, ir::ScalarType::kReal, ir::Variability::kParameter);
    At(leaf).binding = Number(value);
    return leaf;
  }
  ir::ExprId Input(const std::string& name) {
    const ir::ExprId leaf = Real(name);
    At(leaf).causality = ir::Causality::kInput;
    return leaf;
  }
  ir::FlatVariable& At(ir::ExprId leaf) { return model.variables[static_cast<size_t>(pool()[leaf].payload)]; }
  static ir::VariableId IdOf(const ir::ExprPool& pool, ir::ExprId leaf) { return ir::VariableId(pool[leaf].payload); }

  // Expressions.
  ir::ExprId Number(double value) { return pool().Real(value); }
  ir::ExprId Op1(ir::Op op, ir::ExprId a) { return pool().Unary(op, a); }
  ir::ExprId Op2(ir::Op op, ir::ExprId a, ir::ExprId b) { return pool().Binary(op, a, b); }
  ir::ExprId Der(ir::ExprId e) { return Op1(ir::Op::kDer, e); }
  ir::ExprId Pre(ir::ExprId leaf) {
    const ir::ExprNode node = pool()[leaf];
    return pool().Pre(ir::VariableId(node.payload), node.type, node.enumeration);
  }
  ir::ExprId Initial() { return pool().Make({.op = ir::Op::kInitial, .type = ir::ScalarType::kBoolean}); }
  ir::ExprId Sample(double start, double interval) { return Op2(ir::Op::kSample, Number(start), Number(interval)); }

  // Equations: made, or made and added.
  static ir::FlatEquation Equal(ir::ExprId left, ir::ExprId right) {
    ir::FlatEquation equation;
    equation.kind = ir::FlatEquation::Kind::kEquality;
    equation.left = left;
    equation.right = right;
    return equation;
  }
  static ir::FlatEquation Make(ir::FlatEquation::Kind kind, ir::ExprId left, ir::ExprId right) {
    ir::FlatEquation equation = Equal(left, right);
    equation.kind = kind;
    return equation;
  }
  static ir::FlatEquation Branched(ir::FlatEquation::Kind kind, const Branches& branches) {
    ir::FlatEquation equation;
    equation.kind = kind;
    for (const auto& [condition, body] : branches) equation.branches.push_back({condition, body});
    return equation;
  }
  static ir::FlatEquation If(const Branches& branches) { return Branched(ir::FlatEquation::Kind::kIf, branches); }
  static ir::FlatEquation When(const Branches& branches) { return Branched(ir::FlatEquation::Kind::kWhen, branches); }
  void Add(ir::FlatEquation equation) { model.equations.push_back(std::move(equation)); }
  void Equation(ir::ExprId left, ir::ExprId right) { Add(Equal(left, right)); }
  void InitialEquation(ir::ExprId left, ir::ExprId right) { model.initial_equations.push_back(Equal(left, right)); }

  ir::FlatModel model;
};

}  // namespace stiction::test
