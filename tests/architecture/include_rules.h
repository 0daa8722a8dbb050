// SPDX-License-Identifier: BSD-3-Clause
// The include rules and the check of sources against them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::test {

struct IncludeRules {
  std::map<std::string, std::set<std::string>> allowed_folders;         // of a folder
  std::map<std::string, std::set<std::string>> folders_of_third_party;  // of a header prefix; "*": everywhere
};

/// Reads the text form, see include_rules.txt.
/// @errors throws std::runtime_error, naming the line, if a line is no rule or names an unknown folder
IncludeRules ParseIncludeRules(std::string_view text);

/// One #include of a source.
struct Include {
  int line = 0;
  bool quoted = false;  // "..." rather than <...>
  std::string target;
};

/// The #include lines of a source text, in order; those inside comments are not told apart.
std::vector<Include> FindIncludes(std::string_view text);

/// What breaks the rules in one source, as "path:line: reason" messages.
/// @param path from the top of the source tree, with slashes
std::vector<std::string> FindViolations(const IncludeRules& rules, std::string_view path, std::string_view text);

}  // namespace stiction::test
