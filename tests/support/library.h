// SPDX-License-Identifier: BSD-3-Clause
// Whether the Modelica Standard Library is at hand.
#pragma once

namespace stiction::test {

inline constexpr const char* kNoLibrary = "MODELICAPATH names no directory with Modelica/package.mo";

bool HasLibrary();

}  // namespace stiction::test
