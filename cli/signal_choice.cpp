// SPDX-License-Identifier: BSD-3-Clause
#include "cli/signal_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <unordered_set>

#include "runtime/results/name_pattern.h"

namespace stiction::cli {
namespace {

// Anything that can be read, a FIFO too; a directory has no lines.
bool IsFile(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Names in the order in which they were added, each once.
class Names {
 public:
  void Add(std::string_view name) {
    if (name.empty() || name == "time" || !known_.emplace(name).second) return;
    list_.emplace_back(name);
  }
  std::vector<std::string> Take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
  std::unordered_set<std::string> known_;
};

// At commas outside of indices, calls and quoted identifiers.
void AddParts(std::string_view text, Names& names) {
  int depth = 0;
  bool quoted = false;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c != ',' || depth > 0) continue;
    names.Add(Trim(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  names.Add(Trim(text.substr(begin)));
}

bool AddLines(const std::string& path, Names& names) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) names.Add(Trim(line));
  return in.eof();
}

}  // namespace

std::variant<std::vector<std::string>, std::string> ReadSignals(const std::vector<std::string>& given) {
  Names names;
  for (const std::string& one : given) {
    if (IsFile(one)) {
      if (!AddLines(one, names)) return fmt::format("cannot read the signals file '{}'", one);
    } else if (one.find('/') != std::string::npos && one.find('\'') == std::string::npos) {
      return fmt::format("cannot read the signals file '{}'", one);
    } else {
      AddParts(one, names);
    }
  }
  return names.Take();
}

std::vector<std::string> SplitSignals(const std::vector<std::string>& given) {
  Names names;
  for (const std::string& one : given) AddParts(one, names);
  return names.Take();
}

std::variant<std::vector<std::string>, std::string> ExpandPatterns(const std::vector<std::string>& wanted,
                                                                   const std::vector<std::string>& names) {
  const std::unordered_set<std::string_view> known(names.begin(), names.end());
  Names expanded;
  for (const std::string& one : wanted) {
    if (!runtime::IsPattern(one) || known.contains(one)) {
      expanded.Add(one);
      continue;
    }
    bool fits_any = false;
    for (const std::string& name : names) {
      if (!runtime::FitsPattern(one, name)) continue;
      expanded.Add(name);
      fits_any = true;
    }
    if (!fits_any) return fmt::format("no signal fits `{}`", one);
  }
  return expanded.Take();
}

std::vector<std::string> SignalFilesOf(const std::vector<std::string>& given) {
  std::vector<std::string> files;
  std::copy_if(given.begin(), given.end(), std::back_inserter(files), IsFile);
  return files;
}

}  // namespace stiction::cli
