// SPDX-License-Identifier: BSD-3-Clause
// Scripts with which shells complete commands, options and their values.
#pragma once

#include <string>
#include <vector>

namespace stiction::cli {

struct OptionInfo {
  std::vector<std::string> names;  // "-o", "--output"
  std::string description;
  std::string type;  // of the value, for people: "FILE.csv"
  bool takes_value = false;
  std::vector<std::string> words;  // the values that it may have; empty: any
};

struct CommandInfo {
  std::string name;
  std::string description;
  std::vector<OptionInfo> options;
};

/// @param shell "bash", "zsh" or "fish"
std::string CompletionScript(const std::string& shell, const std::vector<CommandInfo>& commands);

}  // namespace stiction::cli
