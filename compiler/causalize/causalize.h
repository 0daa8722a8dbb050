// SPDX-License-Identifier: BSD-3-Clause
// Dae -> CausalModel: index reduction, state selection, and sorting into blocks.
#pragma once

#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Makes the system solvable step by step: checks that it is structurally regular, reduces its index to one
/// (Pantelides), selects the states (dummy derivatives), and sorts the equations of continuous time, of events and of
/// the initial time into strong components in evaluation order. The incidence is that of all modes together: a variable
/// occurs in an equation if it does so for any values of the relations, and nothing is solved for a variable whose
/// coefficient can vanish. Loops are not torn (see Tear).
/// @errors ModelUnbalanced, StructurallySingular, EquationUnmatched, VariableUndetermined, NotDifferentiable,
///   ConstraintsDependent, ParameterCycle, FixedNotEvaluable, NotYetSupported; warns StateSelectIgnored,
///   InitialUnderdetermined. After an error the block systems may be empty
/// @source MLS App. B and C; Pantelides 1988, doi 10.1137/0909014; Mattsson & Soederlind 1993, doi 10.1137/0914043
ir::CausalModel Causalize(ir::Dae dae, Diagnostics& diagnostics);

/// Only the first step of it: whether each unknown can have an equation of its own.
/// @errors ModelUnbalanced, StructurallySingular, EquationUnmatched, VariableUndetermined
void CheckStructure(ir::Dae dae, Diagnostics& diagnostics);

}  // namespace stiction
