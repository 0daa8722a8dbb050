// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/wide_classes.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <regex>
#include <sstream>

namespace stiction::test {
namespace {

constexpr size_t kBlank = std::string::npos;

/// Lines, and where their text begins.
struct Source {
  explicit Source(std::string_view text) {
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    for (const std::string& line : lines) indents.push_back(line.find_first_not_of(' '));
  }
  std::string_view Body(size_t i) const {
    return indents[i] == kBlank ? std::string_view() : std::string_view(lines[i]).substr(indents[i]);
  }

  std::vector<std::string> lines;
  std::vector<size_t> indents;
};

/// The comment right before a line tells of a number. `template` may stand between.
bool HasReason(const Source& source, size_t line) {
  std::string comment;
  while (line-- > 0 && (source.Body(line).starts_with("//") || source.Body(line).starts_with("template"))) {
    std::string_view words = source.Body(line);
    words.remove_prefix(std::min(words.size(), words.find_first_not_of('/')));
    comment.insert(0, words);
  }
  return comment.find("number") != std::string::npos;
}

/// Without arguments of templates, initial values and comments.
std::string Bare(std::string_view declaration) {
  static const std::regex arguments("<[^<>]*>"), values(R"(\{.*\}| = [^;,]*)"), comment("//.*");
  std::string bare = std::regex_replace(std::string(declaration), comment, "");
  for (std::string before; before != bare;) {
    before = bare;
    bare = std::regex_replace(before, arguments, "");
  }
  return std::regex_replace(bare, values, "");
}

void FindClass(const Source& source, size_t begin, const std::string& name, std::vector<WideClass>& found) {
  static const std::regex no_part("(//|using |friend |static_assert|template|enum |struct |class |\\}).*");
  static const std::regex member(R"(\w+_(?=[,;]))"), defaulted(R"(.*= (delete|default);.*)");
  int methods = 0, members = 0;
  for (size_t i = begin + 1; i < source.lines.size() && source.indents[i] != source.indents[begin]; ++i) {
    const std::string line(source.Body(i));
    if (source.indents[i] != source.indents[begin] + 2 || std::regex_match(line, no_part)) continue;
    const std::string bare = Bare(line);
    if (bare.find('(') != std::string::npos) {
      methods += std::regex_match(line, defaulted) ? 0 : 1;
    } else {
      members += static_cast<int>(std::distance(std::sregex_iterator(bare.begin(), bare.end(), member), {}));
    }
  }
  if (methods <= kMaxMethods && members <= kMaxMembers) return;
  found.push_back(
      {static_cast<int>(begin) + 1, name,
       "class " + name + " has " + std::to_string(methods) + " methods and " + std::to_string(members) + " members",
       HasReason(source, begin)});
}

}  // namespace

std::vector<WideClass> FindWideClasses(std::string_view text) {
  static const std::regex opens(R"((class|struct) (\w+)[^;]*\{)");
  const Source source(text);
  std::vector<WideClass> found;
  for (size_t i = 0; i < source.lines.size(); ++i) {
    const std::string line(source.Body(i));
    std::smatch match;
    if (std::regex_match(line, match, opens)) FindClass(source, i, match[2].str(), found);
  }
  return found;
}

}  // namespace stiction::test
