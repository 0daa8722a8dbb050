// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/pantelides.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

Pantelides::Pantelides(DifferentiationGraph& graph, DifferentiateEquation differentiate)
    : graph_(graph),
      differentiate_(std::move(differentiate)),
      equation_of_variable_(graph.derivative_of_variable.size(), -1),
      order_of_equation_(graph.variables_of_equation.size(), 0),
      most_(graph.variables_of_equation.size()) {
  graph_.derivative_of_equation.resize(most_, -1);
}

// AUGMENTPATH of the paper without recursion.
bool Pantelides::Augment(int32_t start) {
  ++search_;
  colored_equations_.clear();
  colored_variables_.clear();
  variable_mark_.resize(graph_.derivative_of_variable.size(), 0);
  struct Step {
    int32_t equation;
    size_t next = 0;
    int32_t via = -1;
  };
  std::vector<Step> path{{start}};
  colored_equations_.push_back(start);
  bool fresh = true;
  while (!path.empty()) {
    Step& step = path.back();
    const std::vector<int32_t>& variables = graph_.variables_of_equation[Index(step.equation)];
    if (fresh) {
      for (const int32_t v : variables) {
        if (graph_.derivative_of_variable[Index(v)] >= 0 || equation_of_variable_[Index(v)] >= 0) continue;
        step.via = v;
        for (const Step& s : path) equation_of_variable_[Index(s.via)] = s.equation;
        return true;
      }
    }
    fresh = false;
    while (step.next < variables.size()) {
      const int32_t v = variables[step.next++];
      if (graph_.derivative_of_variable[Index(v)] >= 0 || variable_mark_[Index(v)] == search_) continue;
      variable_mark_[Index(v)] = search_;
      colored_variables_.push_back(v);
      step.via = v;
      const int32_t next = equation_of_variable_[Index(v)];
      colored_equations_.push_back(next);
      path.push_back({next});
      fresh = true;
      break;
    }
    if (!fresh) path.pop_back();
  }
  return false;
}

// Matches an equation, or the derivative of it that can be.
int32_t Pantelides::Settle(int32_t equation) {
  while (graph_.derivative_of_equation[Index(equation)] >= 0) equation = graph_.derivative_of_equation[Index(equation)];
  while (!Augment(equation)) {
    std::vector<int32_t> equations = colored_equations_;
    const std::vector<int32_t> variables = colored_variables_;
    std::sort(equations.begin(), equations.end());
    std::map<int32_t, int32_t> variable_of_equation;
    for (const int32_t v : variables) variable_of_equation.emplace(equation_of_variable_[Index(v)], v);
    for (const int32_t e : equations) {
      const auto matched = variable_of_equation.find(e);
      std::vector<int32_t> incident =
          differentiate_(graph_, e, matched == variable_of_equation.end() ? -1 : matched->second);
      if (incident.empty()) return e;
      const int32_t derivative = static_cast<int32_t>(graph_.variables_of_equation.size());
      graph_.variables_of_equation.push_back(std::move(incident));
      graph_.derivative_of_equation[Index(e)] = derivative;
      graph_.derivative_of_equation.push_back(-1);
      order_of_equation_.push_back(order_of_equation_[Index(e)] + 1);
      if (static_cast<size_t>(order_of_equation_.back()) > most_) return e;
    }
    equation_of_variable_.resize(graph_.derivative_of_variable.size(), -1);
    for (const int32_t v : variables) {
      const int32_t derivative = graph_.derivative_of_variable[Index(v)];
      const int32_t e = equation_of_variable_[Index(v)];
      if (derivative < 0) return e;  // it dropped out of its equation by differentiation
      equation_of_variable_[Index(derivative)] = graph_.derivative_of_equation[Index(e)];
      equation_of_variable_[Index(v)] = -1;
    }
    equation = graph_.derivative_of_equation[Index(equation)];
  }
  return -1;
}

int32_t Pantelides::Run() {
  for (size_t k = 0; k < most_; ++k) {
    if (const int32_t failed = Settle(static_cast<int32_t>(k)); failed >= 0) return failed;
  }
  return -1;
}

int32_t Pantelides::Extend(int32_t variable) {
  equation_of_variable_.resize(graph_.derivative_of_variable.size(), -1);
  const int32_t equation = std::exchange(equation_of_variable_[Index(variable)], -1);
  return equation < 0 ? -1 : Settle(equation);
}

void Pantelides::TakeBack(size_t variables, size_t equations, std::vector<int32_t> equation_of_variable) {
  graph_.variables_of_equation.resize(equations);
  graph_.derivative_of_equation.resize(equations);
  graph_.derivative_of_variable.resize(variables);
  order_of_equation_.resize(equations);
  for (int32_t& e : graph_.derivative_of_equation) {
    if (e >= static_cast<int32_t>(equations)) e = -1;
  }
  for (int32_t& v : graph_.derivative_of_variable) {
    if (v >= static_cast<int32_t>(variables)) v = -1;
  }
  equation_of_variable_ = std::move(equation_of_variable);
}

}  // namespace stiction::graph
