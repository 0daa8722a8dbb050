// SPDX-License-Identifier: BSD-3-Clause
// The operators of clocks and clocked variables (MLS 16.3 to 16.5, 16.10).
#pragma once

#include <string_view>

namespace stiction::flatten {

/// True of all but `sample`, which is another operator as well.
bool IsClockOperator(std::string_view name);

}  // namespace stiction::flatten
