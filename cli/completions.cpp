// SPDX-License-Identifier: BSD-3-Clause
#include "cli/completions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "cli/shared_options.h"

namespace stiction::cli {
namespace {

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

std::vector<CommandInfo> InfosOf(const CLI::App& app) {
  std::vector<CommandInfo> infos;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    CommandInfo& info = infos.emplace_back(CommandInfo{command->get_name(), command->get_description(), {}});
    for (const CLI::Option* option : command->get_options()) {
      const bool takes_value = option->get_items_expected_max() > 0 && option->get_expected_min() > 0;
      if (NamesOf(*option).empty()) continue;  // files
      info.options.push_back(
          {NamesOf(*option), option->get_description(), option->get_type_name(), takes_value, WordsOf(*option)});
    }
  }
  return infos;
}

// The first part of a description, which fits into a line of a menu.
std::string Short(const std::string& description) {
  constexpr size_t kMost = 64;
  std::string text = description.substr(0, description.find_first_of(";:\n"));
  if (text.size() <= kMost) return text;
  return text.substr(0, std::min(text.rfind(' ', kMost), kMost));
}

// In single quotes, for all three shells.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool TakesFile(const OptionInfo& option) {
  return option.type.find("FILE") != std::string::npos || option.type.find("DIR") != std::string::npos ||
         option.type.find("OUT") != std::string::npos || option.type.find(".json") != std::string::npos;
}

std::string Names(const std::vector<CommandInfo>& commands) {
  std::string names;
  for (const CommandInfo& command : commands) names += (names.empty() ? "" : " ") + command.name;
  return names;
}

std::string BashScript(const std::vector<CommandInfo>& commands) {
  std::string script =
      "# Completion of stiction for bash, made by 'stiction completions bash'.\n"
      "_stiction() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= word\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    if [[ $word != -* ]]; then command=$word; break; fi\n"
      "  done\n"
      "  local options='--help' words=\n"
      "  case $command in\n";
  script += fmt::format("    '') options='--help --version' words='{}' ;;\n", Names(commands));
  for (const CommandInfo& command : commands) {
    std::string options;
    std::string values;
    for (const OptionInfo& option : command.options) {
      options += (options.empty() ? "" : " ") + option.names.back();
      if (option.words.empty()) continue;
      values += fmt::format("        {}) words='{}' ;;\n", fmt::join(option.names, "|"), fmt::join(option.words, " "));
    }
    script += fmt::format("    {}) options='{}'\n", command.name, options);
    if (!values.empty()) script += fmt::format("      case $previous in\n{}      esac\n", values);
    script += "      ;;\n";
  }
  script +=
      "  esac\n"
      "  if [[ $current == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
      "  elif [[ -n $words ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
      "  else\n"
      "    compopt -o filenames 2>/dev/null\n"
      "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
      "  fi\n"
      "}\n"
      "complete -F _stiction stiction\n";
  return script;
}

// '(-o --output)'{-o,--output}'[description]:TYPE:_files'
std::string ZshOption(const OptionInfo& option) {
  std::string description;
  for (const char c : Short(option.description)) description += c == '[' || c == ']' ? '|' : c;
  std::string tail = "[" + description + "]";
  if (option.takes_value) {
    const std::string type = option.type.substr(0, option.type.find_first_of("[]:"));
    tail += ":" + (type.empty() ? "value" : type) + ":";
    if (!option.words.empty()) {
      tail += fmt::format("({})", fmt::join(option.words, " "));
    } else if (TakesFile(option)) {
      tail += "_files";
    }
  }
  if (option.names.size() == 1) return Quoted("*" + option.names.front() + tail);
  return fmt::format("'({})'{{{}}}{}", fmt::join(option.names, " "), fmt::join(option.names, ","), Quoted(tail));
}

std::string ZshScript(const std::vector<CommandInfo>& commands) {
  std::string script =
      "#compdef stiction\n"
      "# Completion of stiction for zsh, made by 'stiction completions zsh'.\n"
      "_stiction() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C '--help[what there is]' '--version[of the command]' '1: :->command' '*:: :->rest'\n"
      "  case $state in\n"
      "    command)\n"
      "      local -a commands=(\n";
  for (const CommandInfo& command : commands) {
    script += fmt::format("        {}\n", Quoted(command.name + ":" + Short(command.description)));
  }
  script +=
      "      )\n"
      "      _describe -t commands command commands ;;\n"
      "    rest)\n"
      "      case $line[1] in\n";
  for (const CommandInfo& command : commands) {
    script += fmt::format("        {}) _arguments", command.name);
    for (const OptionInfo& option : command.options) script += " \\\n          " + ZshOption(option);
    script += " \\\n          '*:file:_files' ;;\n";
  }
  script +=
      "      esac ;;\n"
      "  esac\n"
      "}\n"
      "_stiction \"$@\"\n";
  return script;
}

std::string FishOption(const CommandInfo& command, const OptionInfo& option) {
  std::string line = fmt::format("complete -c stiction -n '__fish_seen_subcommand_from {}'", command.name);
  for (const std::string& name : option.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.words.empty()) {
    line += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
  } else if (option.takes_value) {
    line += TakesFile(option) ? " -r" : " -x";
  }
  return line + " -d " + Quoted(Short(option.description)) + "\n";
}

std::string FishScript(const std::vector<CommandInfo>& commands) {
  std::string script = "# Completion of stiction for fish, made by 'stiction completions fish'.\n";
  for (const CommandInfo& command : commands) {
    script += fmt::format("complete -c stiction -n __fish_use_subcommand -f -a {} -d {}\n", command.name,
                          Quoted(Short(command.description)));
  }
  for (const CommandInfo& command : commands) {
    for (const OptionInfo& option : command.options) script += FishOption(command, option);
  }
  return script;
}

}  // namespace

std::string CompletionScript(const std::string& shell, const CLI::App& app) {
  const std::vector<CommandInfo> commands = InfosOf(app);
  if (shell == "bash") return BashScript(commands);
  return shell == "zsh" ? ZshScript(commands) : FishScript(commands);
}

}  // namespace stiction::cli
