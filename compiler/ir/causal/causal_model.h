// SPDX-License-Identifier: BSD-3-Clause
// The CausalModel: the index-reduced Dae with chosen states and its equations sorted into blocks for three purposes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/support/small_list.h"

namespace stiction::ir {

/// The kind of solution of a block.
enum class BlockKind : uint8_t {
  kExplicit,   // one equation, one unknown (Real or discrete): unknown := `solution`
  kRelation,   // one relation: evaluated
  kLinear,     // Real equations, linear in the Real unknowns
  kNonlinear,  // Real equations
  kMixed       // Real equations together with relations and discrete unknowns: a coefficient or a mode depends on the
               // solution
};

/// One inner step of a block: variable := solution, an expression of tearing variables, earlier steps, earlier blocks.
struct Assignment {
  VariableId variable;
  ExprId solution;
  EquationId equation;
};

/// A strong component (MLS App. C; Tarjan 1972). Blocks are in evaluation order: each reads only what it and the blocks
/// before it define. Most have one unknown and one equation: there are three for each variable of the model.
struct Block {
  BlockKind kind = BlockKind::kExplicit;
  bool is_linear = false;  // the Real part, for given relations and discrete unknowns
  /// kExplicit in the initial system, from an initial equation `pre(v) = e` or `v = e` of a discrete v: assigns
  /// pre(unknowns[0]). Evaluated once; the event iteration that ends the initialization sets pre(v) as always.
  bool is_pre = false;
  /// In the initial system, with invariants: of the solutions that one which changes the start values least. Guesses
  /// (StartCondition) among its equations are none, and only make it square.
  bool is_least_change = false;
  ExprId solution;                  // kExplicit
  SmallList<VariableId> unknowns;   // Real (and, kMixed, discrete) unknowns
  SmallList<EquationId> equations;  // as many as unknowns. Ids < dae.equations.size() are model equations, the
                                    // others initial equations: dae.equations.size() + index
  SmallList<RelationId> relations;  // kRelation: one, unless `held`; kMixed: those of the loop
  SmallList<int32_t> held;          // indices of Dae::held_values. kRelation: one, unless `relations`; kMixed
  // After tear, of kLinear, kNonlinear, kMixed: the loop is  assignments(tearing); 0 = residuals(tearing, assigned).
  // Equations = residual equations + equations of the assignments (Real part). Untorn: all Real unknowns are tearing.
  SmallList<VariableId> tearing;
  SmallList<Assignment> assignments;  // in order
  SmallList<EquationId> residuals;    // as many as tearing
  SmallList<Assignment> discrete;     // kMixed: discrete unknowns := solution, in order of their dependencies
};

struct BlockSystem {
  std::vector<Block> blocks;
};

/// The reason for the value of an unknown of the initial system: choices of the initialisation are reported to the
/// modeller.
struct StartCondition {
  VariableId variable;
  bool chosen = false;    // not fixed in the model: the compiler took the start value to close the system
  bool is_guess = false;  // of a block of least change, in which it is no equation but where the solution begins
};

/// Constraints that no choice of states solves for all of the motion: x^2 + y^2 = 1. All variables they constrain are
/// states; along the other equations the residuals stay 0, and the simulation keeps them so (invariants of an
/// overdetermined ODE: Gear 1986, doi 10.1137/0907003).
struct InvariantSet {
  std::vector<EquationId> equations;  // of the model, ascending: of the initial system, but of no other
  std::vector<VariableId> states;  // ascending; a state is in one set at most. None: it follows from other constraints,
                                   // as far as numbers tell, and is checked at the start
};

/// A variable that has a derivative, and is no state.
struct DummyDerivative {
  VariableId derivative;
  EquationId constraint;  // by which the variable follows from states
};

struct CausalModel {
  Dae dae;                              // with the differentiated equations and dummy derivatives appended
  std::vector<VariableId> states;       // x, chosen
  std::vector<VariableId> derivatives;  // xdot[i] = der(states[i])
  std::vector<DummyDerivative> dummies;
  std::vector<InvariantSet> invariants;
  /// Parameters and constants in evaluation order: variable := binding (or start value).
  std::vector<Assignment> parameters;
  /// Between events: unknowns are xdot, y; given t, x, p, z, m, c, pre.
  BlockSystem continuous;
  /// At an event: unknowns are xdot, y, z, m, c; given t, x, p, pre.
  BlockSystem event;
  /// At the initial time: unknowns are x, xdot, y, z, m, c and parameters with fixed = false. Its blocks may use
  /// equation ids past the model's (initial equations; see Block::equations) and, after those, one equation
  /// `variable = start` for each of `start_conditions`.
  BlockSystem initial;
  std::vector<StartCondition> start_conditions;
  /// Initial equations and fixed start values that structurally over-determine the initial system: checked after it is
  /// solved. Numbered like Block::equations.
  std::vector<EquationId> redundant_initial;
  /// The equation of an id as numbered in Block::equations.
  DaeEquation Equation(EquationId id) const;
  /// Its sides, left and right; 0 and 0 of a guess.
  std::pair<ExprId, ExprId> Sides(EquationId id) const;
  /// The place of that equation.
  Span SpanOf(EquationId id) const;
};

}  // namespace stiction::ir
