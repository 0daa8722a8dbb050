// SPDX-License-Identifier: BSD-3-Clause
// The attributes min and max, as far as they can be compared when translating.
#pragma once

#include "compiler/lower/context.h"

namespace stiction {

/// Reports parameters and constants whose value lies outside of min and max (MLS 4.8.1), and bounds that exclude each
/// other. What is not known yet is compared during the simulation.
void CheckBounds(LowerContext& context);

}  // namespace stiction
