// SPDX-License-Identifier: BSD-3-Clause
#include "cli/help_layout.h"

#include <sstream>

namespace stiction::cli {
namespace {

constexpr size_t kColumn = 30;  // of descriptions
constexpr size_t kWidth = 100;

std::string Wrapped(const std::string& text, size_t indent) {
  std::istringstream words(text);
  std::string wrapped;
  size_t length = indent;
  for (std::string word; words >> word;) {
    const bool begins = wrapped.empty();
    if (!begins && length + 1 + word.size() > kWidth) {
      wrapped += "\n" + std::string(indent, ' ');
      length = indent;
    } else if (!begins) {
      wrapped += ' ';
      ++length;
    }
    wrapped += word;
    length += word.size();
  }
  return wrapped;
}

}  // namespace

std::string HelpLayout::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string text = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  const bool has_room = text.size() < kColumn;
  return text + (has_room ? std::string(kColumn - text.size(), ' ') : "\n" + std::string(kColumn, ' ')) +
         Wrapped(make_option_desc(option), kColumn) + "\n";
}

// Descriptions tell what the parser calls by names of its own.
std::string HelpLayout::make_option_opts(const CLI::Option* option) const {
  std::string text = Formatter::make_option_opts(option);
  for (const std::string name : {":NONNEGATIVE", ":POSITIVE"}) {
    if (const size_t at = text.find(name); at != std::string::npos) text.erase(at, name.size());
  }
  return text.substr(0, text.find(" Excludes:"));
}

}  // namespace stiction::cli
