// SPDX-License-Identifier: BSD-3-Clause
// Names of signals with `*` and `?` in them.
#pragma once

#include <string_view>

namespace stiction::runtime {

/// `*` stands for any characters, `?` for one; brackets for themselves: they are indices of arrays.
bool FitsPattern(std::string_view pattern, std::string_view name);

/// True if it can stand for other names than itself.
bool IsPattern(std::string_view text);

}  // namespace stiction::runtime
