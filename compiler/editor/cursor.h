// SPDX-License-Identifier: BSD-3-Clause
// What is being written at a place: the text before it alone tells, for what stands there is seldom complete.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::editor {

struct Cursor {
  enum class Around {
    kNothing,
    kModifiers,  // `A a(b(|`: `around` is A, then `inside` b
    kArguments   // `f(|`: `around` is f
  };
  bool is_in_text = false;        // of a string or a comment
  std::vector<std::string> path;  // `a.b.|`: a, b
  std::string prefix;             // what is written of the name
  uint32_t prefix_begin = 0;
  Around kind = Around::kNothing;
  std::vector<std::string> around;
  std::vector<std::string> inside;
  bool is_name_place = false;  // of an argument or modifier, not of its value
};

Cursor ReadCursor(std::string_view text, uint32_t offset);

}  // namespace stiction::editor
