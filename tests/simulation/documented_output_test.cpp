// SPDX-License-Identifier: BSD-3-Clause
// The pages of docs/ show what the command prints: a block ```console holds lines "$ stiction ..." with their output,
// first stderr, then stdout, as run from the top of the source tree. STICTION_UPDATE_GOLDENS=1 writes it into the
// pages. A picture of docs/images that a command draws is what the command draws now, but for a tenth of a pixel.
#include <gtest/gtest.h>

#include <cmath>
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

  std::string File(const std::string& name) const { return directory_.File(name); }

 private:
  TemporaryDirectory directory_;
};

/// True if two texts differ in numbers only, and there by less than a tenth.
bool IsAlike(const std::string& a, const std::string& b) {
  constexpr double kDistance = 0.1;
  std::istringstream first(a);
  std::istringstream second(b);
  const auto next = [](std::istringstream& text) {
    // A word ends where a number may begin or end.
    std::string word;
    const auto is_of_number = [](int c) { return std::isdigit(c) != 0 || c == '.' || c == '-'; };
    while (text.peek() != EOF && (word.empty() || (is_of_number(text.peek()) && is_of_number(word.back())))) {
      word += static_cast<char>(text.get());
    }
    return word;
  };
  while (true) {
    const std::string one = next(first);
    const std::string other = next(second);
    if (one.empty() || other.empty()) return one == other;
    if (one == other) continue;
    char* end = nullptr;
    const double distance = std::abs(std::strtod(one.c_str(), &end) - std::strtod(other.c_str(), nullptr));
    if (end == one.c_str() || !(distance < kDistance)) return false;
  }
}

/// Compares the pictures that the commands of a page have drawn with those that it shows.
void ComparePictures(const Workplace& workplace) {
  for (const fs::directory_entry& shown : fs::directory_iterator(SourcePath("docs/images"))) {
    const fs::path drawn = workplace.File(shown.path().filename());
    if (shown.path().extension() != ".svg" || !fs::exists(drawn)) continue;
    if (IsUpdating()) {
      fs::copy_file(drawn, shown.path(), fs::copy_options::overwrite_existing);
    } else {
      EXPECT_TRUE(IsAlike(ReadText(shown.path()), ReadText(drawn))) << shown.path();
    }
  }
}

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
  ComparePictures(workplace);
}

}  // namespace
}  // namespace stiction::test
