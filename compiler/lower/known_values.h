// SPDX-License-Identifier: BSD-3-Clause
// Variables whose values no equation determines: parameters, constants and top-level inputs.
#pragma once

#include <vector>

#include "compiler/lower/context.h"
#include "compiler/lower/expressions.h"

namespace stiction {

/// Lowers bindings and attributes. `fixed` becomes a literal where its value is known.
void LowerDeclarations(LowerContext& context, ExpressionLowering& lower);

/// A parameter without a binding takes its start value, with a warning (MLS 4.4.4), unless `fixed = false` lets the
/// initial equations determine it.
void CompleteParameters(LowerContext& context);

/// A top-level input that an equation of its own determines (`input Real u = 3`) is an
/// ordinary variable; the others keep their start value during the whole simulation, with a warning.
void CompleteInputs(const std::vector<ir::FlatEquation>& equations, LowerContext& context);

}  // namespace stiction
