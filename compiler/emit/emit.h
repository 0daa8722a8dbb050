// SPDX-License-Identifier: BSD-3-Clause
// CausalModel -> Program: slots for all quantities, straight-line code for all equations.
#pragma once

#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"
#include "runtime/program/program.h"

namespace stiction {

/// Lays out one slot for each variable, pre value, relation and constant, and translates the equations of the three
/// block systems to instructions; common subexpressions are shared as far as the order of evaluation keeps them valid.
/// Jacobians are symbolic: the residuals' total derivatives by the tearing variables, and for the continuous system the
/// partial derivatives of every equation.
/// @param model torn; its expression pool gets the derivatives' nodes, its block systems are gone afterwards: their
/// memory is that of the next
/// @errors NotYetSupported for Strings that are computed
runtime::Program Emit(ir::CausalModel& model, const SourceMap& sources, Diagnostics& diagnostics);

}  // namespace stiction
