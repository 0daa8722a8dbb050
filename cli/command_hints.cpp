// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

#include "cli/shared_options.h"
#include "compiler/support/nearest_name.h"

namespace stiction::cli {
namespace {

std::vector<const CLI::App*> CommandsOf(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> AllNamesOf(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : NamesOf(*option)) names.push_back(name);
  }
  return names;
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

std::string HintAboutCommand(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : CommandsOf(app)) names.push_back(command->get_name());
  return DidYouMean(word, names);
}

std::string HintAboutValue(const CLI::App& command, const std::string& option, const std::string& value) {
  if (std::regex_match(value, std::regex("[-+]?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?"))) {
    return fmt::format("a decimal point is a point: {}", std::regex_replace(value, std::regex(","), "."));
  }
  for (const CLI::Option* known : command.get_options()) {
    const std::vector<std::string> words = WordsOf(*known);
    if (Contains(NamesOf(*known), option) && !words.empty() && !Contains(words, value)) return DidYouMean(value, words);
  }
  return {};
}

std::string HintAboutOption(const CLI::App& app, const CLI::App& command, const std::string& option) {
  std::string owners;
  for (const CLI::App* one : CommandsOf(app)) {
    if (Contains(AllNamesOf(*one), option)) owners += (owners.empty() ? "" : ", ") + one->get_name();
  }
  if (!owners.empty()) return fmt::format("`{}` is an option of: {}", option, owners);
  // With one hyphen it may be a letter and its value, as -mMODEL; then nothing is near.
  return DidYouMean(option.starts_with("--") ? option : "-" + option, AllNamesOf(command));
}

}  // namespace

std::string WhatWasMeant(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* command = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!command && !word.starts_with("-")) {
      for (const CLI::App* one : CommandsOf(app)) command = one->get_name() == word ? one : command;
      if (!command) return HintAboutCommand(app, word);
      continue;
    }
    if (!word.starts_with("-") || word == "--") continue;
    const size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    const CLI::App& owner = command ? *command : app;
    std::string hint;
    if (Contains(AllNamesOf(owner), option)) {
      const std::string value = equals != std::string::npos ? word.substr(equals + 1) : i + 1 < argc ? argv[i + 1] : "";
      hint = HintAboutValue(owner, option, value);
    } else {
      hint = HintAboutOption(app, owner, option);
    }
    if (!hint.empty()) return hint;
  }
  return {};
}

}  // namespace stiction::cli
