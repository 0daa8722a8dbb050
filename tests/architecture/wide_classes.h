// SPDX-License-Identifier: BSD-3-Clause
// Classes with many methods or members, read from sources that clang-format has laid out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiction::test {

constexpr int kMaxMethods = 25;  // of a class; what is defaulted or deleted is not counted
constexpr int kMaxMembers = 15;  // of a class, by their names: those of records do not end in `_`

/// A class beyond one of these numbers.
struct WideClass {
  int line = 0;
  std::string name;
  std::string what;         // "class Solver has 26 methods and 3 members"
  bool has_reason = false;  // the comment before it says why
};

/// Those of a source text, in order. The comment before a class that has a reason tells what sets the number of its
/// methods or members.
std::vector<WideClass> FindWideClasses(std::string_view text);

}  // namespace stiction::test
