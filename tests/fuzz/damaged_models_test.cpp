// SPDX-License-Identifier: BSD-3-Clause
// Damaged models: whatever tokens of a model are deleted, doubled, swapped or replaced, the compiler answers with a
// Program or with messages, and what compiles runs to an end or says why not. A failed CHECK ends the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "compiler/driver/compile.h"
#include "tests/fuzz/token_mutator.h"
#include "tests/fuzz/translation.h"
#include "tests/support/temporary_directory.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> Models() {
  std::vector<fs::path> paths;
  for (const char* folder : {"", "/LanguageTour", "/ReferenceProblems"}) {
    for (const auto& entry : fs::directory_iterator(std::string(STICTION_SOURCE_DIR "/models") + folder)) {
      if (entry.path().extension() == ".mo" && entry.path().stem() != "package") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(DamagedModels, AreAnswered) {
  constexpr unsigned kSeed = 20251120;
  constexpr int kRounds = 400;
  test::TokenMutator mutator(kSeed);
  const std::vector<fs::path> models = Models();
  ASSERT_GT(models.size(), 30U);
  std::vector<std::string> pool;
  for (const fs::path& path : models) {
    for (std::string& token : test::Tokens(test::ReadWhole(path))) {
      if (!test::IsBlank(token)) pool.push_back(std::move(token));
    }
  }
  const test::TemporaryDirectory folder;
  int compiled = 0;
  for (int round = 0; round < kRounds; ++round) {
    const fs::path& model = models[mutator.Below(models.size())];
    const std::string text = mutator.Damage(test::ReadWhole(model), pool);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round) + ":\n" + text);
    const fs::path damaged = folder.File(model.filename());
    std::ofstream(damaged, std::ios::binary) << text;
    CompileOptions options;
    options.files = {damaged.string()};
    options.library_paths = {STICTION_SOURCE_DIR "/models"};
    SourceMap sources;
    Diagnostics diagnostics;
    const Compiled result = Compile(options, sources, diagnostics);
    std::ostringstream messages;
    Print(messages, diagnostics, sources);
    ASSERT_EQ(result.program.has_value(), !diagnostics.HasErrors()) << messages.str();
    if (!result.program) continue;
    ++compiled;
    test::RunFor(*result.program, std::chrono::milliseconds(200));
  }
  EXPECT_GT(compiled, 10);
}

}  // namespace
}  // namespace stiction
