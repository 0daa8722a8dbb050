// SPDX-License-Identifier: BSD-3-Clause
#include "cli/new_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/first_models.h"
#include "cli/test_command.h"
#include "compiler/parse/parse.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

// Empty, or why a model cannot be called so.
std::string WrongName(const std::string& name, const FirstModel& model) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const bool is_identifier = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
                             std::all_of(name.begin(), name.end(), is_letter);
  if (!is_identifier) return fmt::format("'{}' is no name of a model: letters, digits and _, a letter first", name);
  SourceMap sources;
  Diagnostics diagnostics;
  Parse(sources.Add(name + ".mo", model.text), diagnostics);
  if (diagnostics.HasErrors()) return fmt::format("'{}' is no name of a model: it is a word of the language", name);
  return {};
}

// Empty, or why the model cannot be put there.
std::string Write(const fs::path& directory, const std::string& name, const FirstModel& model) {
  if (Exists(directory)) {
    return fmt::format("'{}' is there already\n  hint: give another name, or another directory with --in",
                       directory.string());
  }
  std::error_code wrong;
  fs::create_directories(directory, wrong);
  if (wrong) return fmt::format("cannot make '{}': {}", directory.string(), wrong.message());
  return runtime::WriteAtomically(directory / (name + ".mo"), model.text).value_or(std::string());
}

// Empty, or why the model could not be run.
std::string MissingLibrary(const CommandLine& line) {
  const auto holds_library = [](const std::string& directory) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(directory, ignored)) {
      const std::string name = entry.path().filename().string();
      if (name == "Modelica" || name.starts_with("Modelica ")) return true;
    }
    return false;
  };
  if (!line.driveline || std::ranges::any_of(line.library_paths, holds_library)) return {};
  return "a driveline needs the Modelica Standard Library, which is not there\n"
         "  hint: name its directory with -L or MODELICAPATH; or, where MODELICAPATH is not set:\n"
         "  git clone --depth 1 --branch v4.1.0 https://github.com/modelica/ModelicaStandardLibrary "
         "~/.local/share/modelica";
}

// Its reference is what the model gives now. @returns the exit code
int MakeTest(const CommandLine& line, const fs::path& directory) {
  CommandLine test = line;
  test.command = Command::kTest;
  test.model.clear();
  test.files = {directory.string()};
  test.update = true;
  test.quiet = true;
  return RunTest(test);
}

}  // namespace

int RunNew(const CommandLine& line) {
  const std::string& name = line.model;
  const FirstModel model = line.driveline ? DrivelineModel(name) : BlockModel(name);
  if (const std::string wrong = WrongName(name, model); !wrong.empty()) return Refuse(wrong);
  if (const std::string wrong = MissingLibrary(line); !wrong.empty()) return Refuse(wrong);
  const fs::path directory = fs::path(line.directory) / name;
  const std::string place = line.directory == "." ? name : directory.string();
  if (const std::string wrong = Write(directory, name, model); !wrong.empty()) return Refuse(wrong);
  const std::string file = fmt::format("{}/{}.mo", place, name);
  fmt::print("{}: {}\n", file, model.comment);
  if (const int code = MakeTest(line, place); code != kDone) {
    fmt::print(stderr, "the model is there, but has no reference yet\n  hint: stiction test {} --update\n", place);
    return code;
  }
  if (line.quiet) return kDone;
  fmt::print("next:\n  stiction simulate {} -o {}.mat\n  stiction plot {}.mat {} --modes -o {}.svg\n", file, name, name,
             model.plot, name);
  fmt::print("  stiction test {} --report report\n", place);
  return kDone;
}

}  // namespace stiction::cli
