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

/// The result; the graph was extended by the differentiated equations and the new derivatives.
struct DifferentiationResult {
  std::vector<int32_t> equation_of_variable;  // by variable: the equation matched to it, -1: none. Only highest
                                              // derivatives are matched
  int32_t failed_equation = -1;               // could not be differentiated, or a variable dropped out of it
};

/// Extends the graph until every equation that is not differentiated itself is matched to a variable without
/// derivative.
/// @pre the system is structurally regular when each variable counts as one with its derivatives; else it would not
/// end,
///   and fails after differentiating an equation more often than there are equations
/// @source Pantelides 1988, The consistent initialization of differential-algebraic systems, doi 10.1137/0909014
DifferentiationResult Pantelides(DifferentiationGraph& graph, const DifferentiateEquation& differentiate);

}  // namespace stiction::graph
