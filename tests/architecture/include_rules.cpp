// SPDX-License-Identifier: BSD-3-Clause
#include "tests/architecture/include_rules.h"

#include <array>
#include <sstream>
#include <stdexcept>

namespace stiction::test {
namespace {

constexpr std::string_view kThirdParty = "third-party ";
constexpr std::array<std::string_view, 6> kOwnFolders = {"compiler/", "runtime/", "fmi/", "cli/", "tests/", "grammar/"};

std::string_view Trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string Folder(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? std::string_view() : path.substr(0, slash));
}

bool IsOwn(std::string_view target) {
  for (const std::string_view folder : kOwnFolders)
    if (target.substr(0, folder.size()) == folder) return true;
  return false;
}

std::string Message(std::string_view path, int line, const std::string& reason) {
  return std::string(path) + ":" + std::to_string(line) + ": " + reason;
}

}  // namespace

IncludeRules ParseIncludeRules(std::string_view text) {
  IncludeRules rules;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string_view content = Trim(line);
    if (content.empty() || content.front() == '#') continue;
    const std::size_t colon = content.find(':');
    if (colon == std::string_view::npos) throw std::runtime_error("no rule in line " + std::to_string(number));
    std::istringstream names{std::string(content.substr(colon + 1))};
    std::set<std::string> folders;
    for (std::string name; names >> name;) folders.insert(name);
    std::string_view subject = Trim(content.substr(0, colon));
    if (subject.substr(0, kThirdParty.size()) == kThirdParty) {
      rules.folders_of_third_party[std::string(Trim(subject.substr(kThirdParty.size())))] = folders;
    } else {
      rules.allowed_folders[std::string(subject)] = folders;
    }
  }
  for (const auto& [folder, allowed] : rules.allowed_folders)
    for (const std::string& name : allowed)
      if (!rules.allowed_folders.contains(name))
        throw std::runtime_error("the rule of " + folder + " names an unknown folder " + name);
  return rules;
}

std::vector<Include> FindIncludes(std::string_view text) {
  std::vector<Include> includes;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::string_view content = Trim(line);
    if (content.empty() || content.front() != '#') continue;
    content = Trim(content.substr(1));
    if (content.substr(0, 7) != "include") continue;
    content = Trim(content.substr(7));
    if (content.empty() || (content.front() != '"' && content.front() != '<')) continue;
    const bool quoted = content.front() == '"';
    const std::size_t end = content.find(quoted ? '"' : '>', 1);
    if (end == std::string_view::npos) continue;
    includes.push_back({number, quoted, std::string(content.substr(1, end - 1))});
  }
  return includes;
}

std::vector<std::string> FindViolations(const IncludeRules& rules, std::string_view path, std::string_view text) {
  std::vector<std::string> violations;
  const std::string folder = Folder(path);
  const auto rule = rules.allowed_folders.find(folder);
  if (rule == rules.allowed_folders.end()) return {Message(path, 1, "no include rule for the folder " + folder)};
  for (const Include& include : FindIncludes(text)) {
    if (IsOwn(include.target)) {
      const std::string target = Folder(include.target);
      if (!include.quoted) violations.push_back(Message(path, include.line, "write \"" + include.target + "\""));
      if (target != folder && !rule->second.contains(target))
        violations.push_back(Message(path, include.line, folder + " must not include " + target));
      continue;
    }
    bool known = false;
    for (const auto& [prefix, folders] : rules.folders_of_third_party) {
      if (include.target.compare(0, prefix.size(), prefix) != 0) continue;
      known = true;
      if (!folders.contains("*") && !folders.contains(folder))
        violations.push_back(
            Message(path, include.line, folder + " must not include the third-party " + include.target));
    }
    if (include.quoted && !known)
      violations.push_back(
          Message(path, include.line, "\"" + include.target + "\" is not written from the top of the tree"));
  }
  return violations;
}

}  // namespace stiction::test
