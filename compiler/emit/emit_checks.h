// SPDX-License-Identifier: BSD-3-Clause
// What a run checks: assertions, bounds of variables, initial equations that determine nothing.
#pragma once

#include "compiler/emit/emission.h"

namespace stiction::emit {

/// @param at_events those that are checked at events only, or the others
void EmitAssertions(Emission& to, bool at_events);
void EmitInitialChecks(Emission& to);
void EmitBounds(Emission& to);

}  // namespace stiction::emit
