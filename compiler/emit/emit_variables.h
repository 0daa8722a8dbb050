// SPDX-License-Identifier: BSD-3-Clause
// The variables of a Program: names, kinds, where they are declared.
#pragma once

#include "compiler/emit/emission.h"

namespace stiction::emit {

void EmitVariables(Emission& to);

}  // namespace stiction::emit
