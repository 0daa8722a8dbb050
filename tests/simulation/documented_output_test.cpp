// SPDX-License-Identifier: BSD-3-Clause
// The pages of docs/ show what the command prints: a block ```console holds lines "$ stiction ..." with their output,
// first stderr, then stdout, as run from the top of the source tree. STICTION_UPDATE_GOLDENS=1 writes it into the
// pages.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/command.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

bool IsUpdating() {
  const char* value = std::getenv("STICTION_UPDATE_GOLDENS");
  return value != nullptr && *value != '\0' && std::string(value) != "0";
}

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A folder that looks like the top of the source tree to a model, and takes what the runs write.
class Workplace {
 public:
  Workplace() {
    for (const char* folder : {"models", "tests"}) {
      fs::create_directory_symlink(SourcePath(folder), directory_.File(folder));
    }
  }

  /// @param command "stiction ...", for a shell
  std::string OutputOf(const std::string& command) const {
    const std::string line = "cd '" + directory_.File(".") + "' && export MODELICAPATH= && exec '" +
                             std::string(STICTION_COMMAND) + "'" + command.substr(std::string("stiction").size());
    const CommandResult result = Run("/bin/sh", {"-c", line});
    EXPECT_FALSE(result.timed_out) << command;
    EXPECT_LT(result.exit_code, 70) << command;
    return result.err + result.out;
  }

 private:
  TemporaryDirectory directory_;
};

/// The text of a page with the outputs of its commands as they are now.
std::string WithOutputs(const std::string& page, const Workplace& workplace, int& commands) {
  std::istringstream lines(page);
  std::string text;
  bool in_console = false;
  for (std::string line; std::getline(lines, line);) {
    if (!in_console) {
      in_console = line == "```console";
      text += line + "\n";
    } else if (line == "```") {
      in_console = false;
      text += line + "\n";
    } else if (line.starts_with("$ ")) {
      ++commands;
      text += line + "\n" + workplace.OutputOf(line.substr(2));
    }
  }
  return text;
}

TEST(DocumentedOutput, IsWhatTheCommandPrints) {
  const Workplace workplace;
  int commands = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(SourcePath("docs"))) {
    if (entry.path().extension() != ".md") continue;
    const std::string page = ReadText(entry.path());
    if (page.find("```console\n$ stiction ") == std::string::npos) continue;
    const std::string now = WithOutputs(page, workplace, commands);
    if (IsUpdating()) {
      if (now != page) std::ofstream(entry.path(), std::ios::binary) << now;
    } else {
      EXPECT_EQ(page, now) << entry.path() << "\nSTICTION_UPDATE_GOLDENS=1 writes what the command prints now.";
    }
  }
  EXPECT_GE(commands, 5);
}

}  // namespace
}  // namespace stiction::test
