// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/array_names.h"

namespace stiction {

std::string WithoutSubscripts(const std::string& name) {
  std::string result;
  bool inside = false;
  for (const char c : name) {
    if (c == ']') inside = false;
    if (!inside) result += c;
    if (c == '[') inside = true;
  }
  return result;
}

}  // namespace stiction
