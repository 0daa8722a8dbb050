// SPDX-License-Identifier: BSD-3-Clause
// Functions that are longer than a screen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiction::test {

struct LongFunction {
  int line = 0;           // of its first line, from 1
  int length = 0;         // lines between its braces
  std::string signature;  // the first line
  bool has_reason = false;
};

/// Functions of a source with more than `most` lines between their braces. The comment above may give the reason:
/// "Longer than a screen: ...".
/// @pre the source is formatted: a brace that ends a body stands alone, below the first line of what it ends
std::vector<LongFunction> FindLongFunctions(std::string_view text, int most);

}  // namespace stiction::test
