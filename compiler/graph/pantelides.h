// SPDX-License-Identifier: BSD-3-Clause
// Pantelides' algorithm: which equations must be differentiated, and how often, so that the highest derivatives can be
// solved for.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace stiction::graph {

/// A differential-algebraic system as index arrays. Variables and equations are numbered from 0.
struct DifferentiationGraph {
  std::vector<std::vector<int32_t>> variables_of_equation;  // every variable and derivative that occurs, distinct
  std::vector<int32_t> derivative_of_variable;              // its time derivative, -1: none occurs. Pantelides' list A
  std::vector<int32_t> derivative_of_equation;              // -1: not differentiated. Pantelides' list B
};

/// Differentiates an equation: appends derivatives of variables to `derivative_of_variable` as it needs them (with
/// `variables_of_equation` untouched) and gives the variables of the new equation. The derivative of `wanted`, the
/// variable that the equation is matched to (-1: none), has to be among them. An empty result means that the equation
/// cannot be differentiated so, and ends the algorithm.
using DifferentiateEquation =
    std::function<std::vector<int32_t>(DifferentiationGraph& graph, int32_t equation, int32_t wanted)>;

/// Extends the graph until every equation that is not differentiated itself is matched to a variable without
/// derivative.
/// @pre the system is structurally regular when each variable counts as one with its derivatives; else it would not
/// end,
///   and fails after differentiating an equation more often than there are equations
/// @source Pantelides 1988, The consistent initialization of differential-algebraic systems, doi 10.1137/0909014
class Pantelides {
 public:
  /// @param graph outlives this
  Pantelides(DifferentiationGraph& graph, DifferentiateEquation differentiate);

  /// All equations. @returns the one that could not be differentiated, or out of which a variable dropped; -1: none
  int32_t Run();

  /// The variable has got a derivative, the last one in the graph: what determined the variable has to determine that.
  /// @pre Run succeeded @returns as Run; then the graph is to be taken back
  int32_t Extend(int32_t variable);

  /// To where there were that many variables and equations, with this matching. @pre no derivative has got another one
  /// since
  void TakeBack(size_t variables, size_t equations, std::vector<int32_t> equation_of_variable);

  /// By variable: the equation matched to it, -1: none. Only highest derivatives are matched.
  const std::vector<int32_t>& equation_of_variable() const { return equation_of_variable_; }

 private:
  bool Augment(int32_t start);
  int32_t Settle(int32_t equation);

  DifferentiationGraph& graph_;
  DifferentiateEquation differentiate_;
  std::vector<int32_t> equation_of_variable_;
  std::vector<int32_t> order_of_equation_;                      // how often it was differentiated
  size_t most_;                                                 // equations at first
  std::vector<int32_t> colored_equations_, colored_variables_;  // the nodes that Augment saw, in order
  std::vector<int32_t> variable_mark_;                          // the last search that saw it
  int32_t search_ = 0;
};

}  // namespace stiction::graph
