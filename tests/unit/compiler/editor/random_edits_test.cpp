// SPDX-License-Identifier: BSD-3-Clause
// Whatever an editor does to a text, there is an answer. STICTION_EDITS=10000 makes that many edits.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "compiler/editor/completion.h"
#include "compiler/editor/hover.h"
#include "compiler/editor/search.h"
#include "compiler/editor/symbols.h"
#include "compiler/format/format.h"
#include "tests/support/command.h"
#include "tests/support/library.h"

namespace stiction::editor {
namespace {

namespace fs = std::filesystem;

// The directories of which files are edited: where the library is found, a part of it.
std::vector<std::string> Files() {
  std::vector<std::string> directories{test::SourcePath("models")};
  for (const std::string& library : test::LibraryDirectories()) {
    for (const char* part : {"Modelica/Mechanics/MultiBody", "Modelica/Blocks", "Modelica/Media/Air"}) {
      if (fs::exists(fs::path(library) / part)) directories.push_back((fs::path(library) / part).string());
    }
  }
  std::vector<std::string> files;
  for (const std::string& directory : directories) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
      if (entry.path().extension() == ".mo") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

class Edits {
 public:
  explicit Edits(unsigned seed) : random_(seed) {}

  size_t Below(size_t limit) { return limit == 0 ? 0 : std::uniform_int_distribution<size_t>(0, limit - 1)(random_); }

  void Apply(std::string& text) {
    static const std::vector<std::string> kWritten{
        "(", ")", ";",    ".",        "end ", " = ",  "if ",  "then ",      "\"",         "/*",    "x",  "{",
        "]", "'", "for ", "model A ", "\n",   "\xC3", "der(", "equation\n", "redeclare ", "each ", ":=", "1e"};
    const size_t at = Below(text.size() + 1);
    switch (Below(4)) {
      case 0:
        text.insert(at, kWritten[Below(kWritten.size())]);
        break;
      case 1:
        text.erase(at, Below(4));
        break;
      case 2:
        text.erase(at, Below(200));
        break;
      default: {  // what is copied to another place
        const std::string copied = text.substr(Below(text.size() + 1), Below(100));
        text.insert(at, copied);
        break;
      }
    }
  }

 private:
  std::mt19937 random_;
};

void AskAll(Workspace& workspace, const std::string& path, uint32_t offset) {
  Snapshot& snapshot = workspace.SnapshotOf(path);
  CompletionsAt(snapshot, offset);
  if (const auto occurrence = OccurrenceAt(snapshot, offset)) {
    Hover(snapshot, *occurrence);
    OccurrencesOf(snapshot, occurrence->declaration);
    WhyNotRenamed(snapshot, *occurrence, "other");
  }
  SymbolsOf(snapshot.file());
  Diagnostics diagnostics;
  Format(snapshot.source(), diagnostics);
}

TEST(RandomEdits, EachHasAnAnswer) {
  const char* asked = std::getenv("STICTION_EDITS");
  const int edits = asked != nullptr ? std::atoi(asked) : 200;
  const std::vector<std::string> files = Files();
  ASSERT_FALSE(files.empty());
  Edits random(1);
  Workspace workspace(test::LibraryDirectories());
  constexpr int kEditsOfFile = 20;
  for (int done = 0; done < edits; done += kEditsOfFile) {
    const std::string& path = files[random.Below(files.size())];
    std::string text(workspace.Open(path)->text());
    for (int i = 0; i < kEditsOfFile; ++i) {
      random.Apply(text);
      workspace.Set(path, text);
      AskAll(workspace, path, static_cast<uint32_t>(random.Below(text.size() + 1)));
    }
    workspace.Close(path);
  }
}

}  // namespace
}  // namespace stiction::editor
