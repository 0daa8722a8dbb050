// SPDX-License-Identifier: BSD-3-Clause
// Files of the Modelica library with tokens deleted, doubled, swapped or replaced: each class is translated or refused
// within a minute. STICTION_FUZZ_SECONDS makes the test go on for that long.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "tests/fuzz/token_mutator.h"
#include "tests/fuzz/translation.h"
#include "tests/support/library.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> FilesOf(const fs::path& package) {
  constexpr std::uintmax_t kLargest = 20000;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(package)) {
    const bool is_class = entry.path().extension() == ".mo" && entry.path().stem() != "package";
    if (is_class && entry.file_size() < kLargest) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string ClassOf(const fs::path& file, const fs::path& library) {
  const fs::path path = fs::relative(file, library).replace_extension();
  std::string name;
  for (const fs::path& part : path) {
    name += (name.empty() ? "" : ".") + part.string();
  }
  return name;
}

TEST(DamagedLibrary, IsAnswered) {
  if (!test::HasLibrary()) GTEST_SKIP() << test::kNoLibrary;
  using Clock = std::chrono::steady_clock;
  constexpr unsigned kSeed = 20261128;
  constexpr int kRounds = 60;
  constexpr double kLongest = 60;
  const fs::path library = test::LibraryDirectories().front();
  const std::vector<fs::path> files = FilesOf(library / "Modelica");
  ASSERT_GT(files.size(), 500U);
  test::TokenMutator mutator(kSeed);
  const auto begin = Clock::now();
  const auto seconds = [](Clock::time_point since) {
    return std::chrono::duration<double>(Clock::now() - since).count();
  };
  int rounds = 0, translated = 0;
  for (; rounds < kRounds || seconds(begin) < test::FuzzSeconds(); ++rounds) {
    const fs::path& file = files[mutator.Below(files.size())];
    std::vector<std::string> pool;
    for (std::string& token : test::Tokens(test::ReadWhole(files[mutator.Below(files.size())]))) {
      if (!test::IsBlank(token)) pool.push_back(std::move(token));
    }
    const std::string text = mutator.Damage(test::ReadWhole(file), pool);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(rounds) + ", " + file.string());
    const auto start = Clock::now();
    translated += test::TranslateDamaged(library.string(), ClassOf(file, library), file.string(), text);
    ASSERT_LT(seconds(start), kLongest) << text;
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  // Most faults that one or two tokens make are messages; some are none.
  EXPECT_GT(translated, 0) << "of " << rounds;
}

}  // namespace
}  // namespace stiction
