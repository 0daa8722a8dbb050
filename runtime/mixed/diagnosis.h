// SPDX-License-Identifier: BSD-3-Clause
// Why a mixed search found no consistent configuration, in the words of the modeller.
#pragma once

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

/// The relations by text and place, what was tried, the nearest misses, the class of cause.
/// @pre no strategy has found a configuration
SolveError WhyUnsolved(MixedSearch& search);

}  // namespace stiction::runtime
