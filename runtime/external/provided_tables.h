// SPDX-License-Identifier: BSD-3-Clause
// The table functions of the Modelica Standard Library under their C names.
#pragma once

#include <vector>

#include "runtime/external/provided.h"

namespace stiction::runtime {

/// Every function that Modelica.Blocks.Tables.Internal and the ExternalCombi* classes of Modelica.Blocks.Types call, of
/// 4.1.0 and (init, init2, read) of the versions before it.
std::vector<ProvidedFunction> ProvidedTables();

}  // namespace stiction::runtime
