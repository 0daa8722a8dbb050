// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/pantelides.h"

#include <algorithm>
#include <map>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {
namespace {

// AUGMENTPATH of the paper without recursion; `colored_*` are the nodes seen, in order of their discovery.
class PathSearch {
 public:
  explicit PathSearch(const DifferentiationGraph& graph) : graph_(graph) {}

  bool Augment(int32_t start, std::vector<int32_t>& equation_of_variable) {
    ++search_;
    colored_equations.clear();
    colored_variables.clear();
    variable_mark_.resize(graph_.derivative_of_variable.size(), 0);
    struct Step {
      int32_t equation;
      size_t next = 0;
      int32_t via = -1;
    };
    std::vector<Step> path{{start}};
    colored_equations.push_back(start);
    bool fresh = true;
    while (!path.empty()) {
      Step& step = path.back();
      const std::vector<int32_t>& variables = graph_.variables_of_equation[Index(step.equation)];
      if (fresh) {
        for (const int32_t v : variables) {
          if (graph_.derivative_of_variable[Index(v)] >= 0 || equation_of_variable[Index(v)] >= 0) continue;
          step.via = v;
          for (const Step& s : path) equation_of_variable[Index(s.via)] = s.equation;
          return true;
        }
      }
      fresh = false;
      while (step.next < variables.size()) {
        const int32_t v = variables[step.next++];
        if (graph_.derivative_of_variable[Index(v)] >= 0 || variable_mark_[Index(v)] == search_) continue;
        variable_mark_[Index(v)] = search_;
        colored_variables.push_back(v);
        step.via = v;
        const int32_t next = equation_of_variable[Index(v)];
        colored_equations.push_back(next);
        path.push_back({next});
        fresh = true;
        break;
      }
      if (!fresh) path.pop_back();
    }
    return false;
  }

  std::vector<int32_t> colored_equations, colored_variables;

 private:
  const DifferentiationGraph& graph_;
  std::vector<int32_t> variable_mark_;
  int32_t search_ = 0;
};

}  // namespace

DifferentiationResult Pantelides(DifferentiationGraph& graph, const DifferentiateEquation& differentiate) {
  DifferentiationResult result;
  graph.derivative_of_equation.resize(graph.variables_of_equation.size(), -1);
  result.equation_of_variable.assign(graph.derivative_of_variable.size(), -1);
  const int32_t equation_count = static_cast<int32_t>(graph.variables_of_equation.size());
  std::vector<int32_t> order_of_equation(graph.variables_of_equation.size(), 0);
  PathSearch search(graph);
  for (int32_t k = 0; k < equation_count; ++k) {
    int32_t equation = k;
    while (graph.derivative_of_equation[Index(equation)] >= 0) equation = graph.derivative_of_equation[Index(equation)];
    while (!search.Augment(equation, result.equation_of_variable)) {
      std::vector<int32_t> equations = search.colored_equations;
      const std::vector<int32_t> variables = search.colored_variables;
      std::sort(equations.begin(), equations.end());
      std::map<int32_t, int32_t> variable_of_equation;
      for (const int32_t v : variables) variable_of_equation.emplace(result.equation_of_variable[Index(v)], v);
      for (const int32_t e : equations) {
        const auto matched = variable_of_equation.find(e);
        std::vector<int32_t> incident =
            differentiate(graph, e, matched == variable_of_equation.end() ? -1 : matched->second);
        if (incident.empty()) {
          result.failed_equation = e;
          return result;
        }
        const int32_t derivative = static_cast<int32_t>(graph.variables_of_equation.size());
        graph.variables_of_equation.push_back(std::move(incident));
        graph.derivative_of_equation[Index(e)] = derivative;
        graph.derivative_of_equation.push_back(-1);
        order_of_equation.push_back(order_of_equation[Index(e)] + 1);
        if (order_of_equation.back() > equation_count) {
          result.failed_equation = e;
          return result;
        }
      }
      result.equation_of_variable.resize(graph.derivative_of_variable.size(), -1);
      for (const int32_t v : variables) {
        const int32_t derivative = graph.derivative_of_variable[Index(v)];
        const int32_t e = result.equation_of_variable[Index(v)];
        if (derivative < 0) {  // it dropped out of its equation by differentiation
          result.failed_equation = e;
          return result;
        }
        result.equation_of_variable[Index(derivative)] = graph.derivative_of_equation[Index(e)];
        result.equation_of_variable[Index(v)] = -1;
      }
      equation = graph.derivative_of_equation[Index(equation)];
    }
  }
  return result;
}

}  // namespace stiction::graph
