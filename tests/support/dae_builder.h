// SPDX-License-Identifier: BSD-3-Clause
// Builds small Daes by hand, in the notation of the equations:
//
//     DaeBuilder b("Block");
//     const E v = b.State("v"), a = b.Der(v), f = b.Real("f"), m = b.Parameter("m", 2);
//     b.Equation(m * a, 1 - f);
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "compiler/ir/dae/dae.h"
#include "compiler/symbolic/build.h"

namespace stiction::test {

/// An expression with operators.
struct E {
  ir::ExprPool* pool = nullptr;
  ir::ExprId id;
  ir::VariableId variable;  // of a variable's expression

  friend E operator+(E a, E b) { return {a.pool, symbolic::Add(*a.pool, a.id, b.id), {}}; }
  friend E operator-(E a, E b) { return {a.pool, symbolic::Sub(*a.pool, a.id, b.id), {}}; }
  friend E operator*(E a, E b) { return {a.pool, symbolic::Mul(*a.pool, a.id, b.id), {}}; }
  friend E operator/(E a, E b) { return {a.pool, symbolic::Div(*a.pool, a.id, b.id), {}}; }
  friend E operator-(E a) { return {a.pool, symbolic::Neg(*a.pool, a.id), {}}; }
  friend E operator+(E a, double b) { return a + Number(a, b); }
  friend E operator-(E a, double b) { return a - Number(a, b); }
  friend E operator-(double a, E b) { return Number(b, a) - b; }
  friend E operator*(double a, E b) { return Number(b, a) * b; }
  friend E operator&&(E a, E b) { return {a.pool, symbolic::And(*a.pool, a.id, b.id), {}}; }
  friend E operator||(E a, E b) { return {a.pool, symbolic::Or(*a.pool, a.id, b.id), {}}; }
  static E Number(E like, double value) { return {like.pool, like.pool->Real(value), {}}; }
};

class DaeBuilder {
 public:
  explicit DaeBuilder(std::string name) {
    dae.name = std::move(name);
    dae.pool = std::make_shared<ir::ExprPool>();
  }

  E Real(const std::string& name) { return Add(name, ir::ScalarType::kReal, ir::Variability::kContinuous); }
  E Boolean(const std::string& name) { return Add(name, ir::ScalarType::kBoolean, ir::Variability::kDiscrete); }
  E Integer(const std::string& name) { return Add(name, ir::ScalarType::kInteger, ir::Variability::kDiscrete); }
  E Parameter(const std::string& name, double value) {
    const E p = Add(name, ir::ScalarType::kReal, ir::Variability::kParameter);
    Var(p).binding = dae.pool->Real(value);
    return p;
  }
  /// The variable der(x), made on first use.
  E Der(E x) {
    if (!Var(x).derivative) {
      const E d = Add("der(" + Var(x).name + ")", ir::ScalarType::kReal, ir::Variability::kContinuous);
      Var(x).derivative = d.variable;
      Var(d).integral = x.variable;
    }
    return {dae.pool.get(), dae.pool->Variable(Var(x).derivative, ir::ScalarType::kReal), Var(x).derivative};
  }
  E Number(double value) { return {dae.pool.get(), dae.pool->Real(value), {}}; }
  E Time() { return {dae.pool.get(), dae.pool->Time(), {}}; }
  E Pre(E v) { return {dae.pool.get(), dae.pool->Pre(v.variable, Var(v).type), {}}; }
  E If(E c, E a, E b) { return {dae.pool.get(), symbolic::If(*dae.pool, c.id, a.id, b.id), {}}; }
  E Call(ir::Op op, E a) { return {dae.pool.get(), dae.pool->Unary(op, a.id), {}}; }
  /// The held value of left op right, with `text` as people read it.
  E Relation(E left, ir::Op op, E right, const std::string& text) {
    ir::Relation relation;
    relation.op = op;
    relation.left = left.id;
    relation.right = right.id;
    relation.text = text;
    dae.relations.push_back(relation);
    return {dae.pool.get(), dae.pool->Relation(ir::RelationId(static_cast<int64_t>(dae.relations.size()) - 1)), {}};
  }

  ir::EquationId Equation(E left, E right) {
    dae.equations.push_back(Make(left, right));
    return ir::EquationId(static_cast<int64_t>(dae.equations.size()) - 1);
  }
  ir::EquationId Assign(E variable, E right) {
    const ir::EquationId id = Equation(variable, right);
    dae.equations.back().is_discrete = true;
    return id;
  }
  void Initial(E left, E right) { dae.initial_equations.push_back(Make(left, right)); }
  void Fix(E v, double start) {
    Var(v).attributes.start = dae.pool->Real(start);
    Var(v).attributes.fixed = dae.pool->Boolean(true);
  }
  void Select(E v, ir::StateSelect select) { Var(v).attributes.state_select = select; }

  ir::DaeVariable& Var(E v) { return dae.variables[v.variable.index()]; }

  ir::Dae dae;

 private:
  E Add(const std::string& name, ir::ScalarType type, ir::Variability variability) {
    ir::DaeVariable variable;
    variable.name = name;
    variable.type = type;
    variable.variability = variability;
    dae.variables.push_back(std::move(variable));
    const ir::VariableId id(static_cast<int64_t>(dae.variables.size()) - 1);
    return {dae.pool.get(), dae.pool->Variable(id, type), id};
  }
  static ir::DaeEquation Make(E left, E right) {
    ir::DaeEquation equation;
    equation.left = left.id;
    equation.right = right.id;
    return equation;
  }
};

}  // namespace stiction::test
