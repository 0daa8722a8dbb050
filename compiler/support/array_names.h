// SPDX-License-Identifier: BSD-3-Clause
// Names of elements of arrays.
#pragma once

#include <string>

namespace stiction {

/// "a[2,1].x" -> "a[].x": elements of one array have one such name.
std::string WithoutSubscripts(const std::string& name);

}  // namespace stiction
