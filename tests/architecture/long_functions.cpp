// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/long_functions.h"

#include <regex>
#include <sstream>

namespace stiction::test {
namespace {

bool BeginsAt(const std::string& line, size_t indent) {
  return line.find_first_not_of(' ') == indent && line[indent] != '#' && line[indent] != '}';
}

bool IsFunction(const std::string& signature) {
  static const std::regex other(
      R"((if|for|while|switch|else|do|try|case|default|namespace|class|struct|enum|union|template)\b.*|/.*)");
  return signature.find('(') != std::string::npos && !std::regex_match(signature, other);
}

/// @param first line of the function
bool HasReason(const std::vector<std::string>& lines, size_t first) {
  while (first > 0) {
    const std::string& line = lines[--first];
    const size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos) return false;
    if (line.find("onger than a screen: ", begin) != std::string::npos) return true;
    if (line.compare(begin, 2, "//") != 0 && line.compare(begin, 8, "template") != 0) return false;
  }
  return false;
}

}  // namespace

std::vector<LongFunction> FindLongFunctions(std::string_view text, int most) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::vector<LongFunction> found;
  for (size_t end = 0; end < lines.size(); ++end) {
    const size_t indent = lines[end].find_first_not_of(' ');
    if (indent == std::string::npos || lines[end].substr(indent) != "}") continue;
    size_t first = end;
    while (first > 0 && !BeginsAt(lines[first - 1], indent)) --first;
    if (first == 0) continue;
    const std::string signature = lines[--first].substr(indent);
    size_t open = first;
    while (open < end && !lines[open].ends_with('{')) ++open;
    const auto length = static_cast<int>(end - open) - 1;
    if (length <= most || !IsFunction(signature)) continue;
    found.push_back({static_cast<int>(first) + 1, length, signature, HasReason(lines, first)});
  }
  return found;
}

}  // namespace stiction::test
