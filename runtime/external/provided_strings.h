// SPDX-License-Identifier: BSD-3-Clause
// The functions on Strings of the Modelica Standard Library that its tables need to tell one file name from another.
#pragma once

#include <vector>

#include "runtime/external/provided.h"

namespace stiction::runtime {

/// Of Modelica.Utilities.Strings: length, substring, compare and Advanced.skipWhiteSpace. Characters are bytes.
std::vector<ProvidedFunction> ProvidedStrings();

}  // namespace stiction::runtime
