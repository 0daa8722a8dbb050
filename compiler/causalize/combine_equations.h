// SPDX-License-Identifier: BSD-3-Clause
// Constraints between states that no matching sees, for only numbers tell: p + q = x1 and p + q = x2.
#pragma once

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Looks for linear combinations of equations in which all algebraic unknowns cancel, their coefficients being constant
/// or given by parameters. Where variables with derivatives are left, the combination replaces one of its equations, so
/// that index reduction differentiates it. Combinations of which nothing else is left stay: the run tells what they
/// are.
/// @pre CheckBalance holds @param occurrences of the same model; completed
/// @source the structural analysis of Pantelides' algorithm fails on such systems: Chowdhry, Krendl & Linninger 2004,
///   Symbolic numeric index analysis algorithm for differential algebraic equations, doi 10.1021/ie0341754
void CombineEquations(ir::Dae& dae, ModelOccurrences& occurrences);

}  // namespace stiction
