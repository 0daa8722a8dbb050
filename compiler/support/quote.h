// SPDX-License-Identifier: BSD-3-Clause
// String literals of Modelica (MLS 2.3.3).
#pragma once

#include <string>
#include <string_view>

namespace stiction {

/// `text` as a string literal: in quotes, with escapes.
std::string Quote(std::string_view text);

}  // namespace stiction
