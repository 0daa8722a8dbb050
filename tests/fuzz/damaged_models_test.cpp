// SPDX-License-Identifier: BSD-3-Clause
// Damaged models: whatever tokens of a model are deleted, doubled, swapped or replaced, the compiler answers with a
// Program or with messages, and what compiles runs to an end or says why not. A failed CHECK ends the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"
#include "tests/support/temporary_directory.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Tokens(const std::string& text) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; };
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (text[at] == '"') {
      end = std::min(text.find('"', at + 1), text.size() - 1) + 1;
    } else if (in_word(text[at])) {
      while (end < text.size() && in_word(text[end])) ++end;
    }
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

bool IsBlank(const std::string& token) { return std::isspace(static_cast<unsigned char>(token[0])) != 0; }

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  size_t Below(size_t n) { return static_cast<size_t>(random_() % std::max<size_t>(1, n)); }

  std::string Damage(const std::string& text, const std::vector<std::string>& pool) {
    static constexpr const char* kNumbers[] = {"0", "-1", "1e30", "1e-30", "3", "2147483648"};
    std::vector<std::string> tokens = Tokens(text);
    std::vector<size_t> solid;
    for (size_t i = 0; i < tokens.size(); ++i) {
      if (!IsBlank(tokens[i])) solid.push_back(i);
    }
    for (size_t n = 1 + Below(2); n > 0; --n) {
      std::string& token = tokens[solid[Below(solid.size())]];
      std::string& other = tokens[solid[Below(solid.size())]];
      switch (Below(6)) {
        case 0:
          token.clear();
          break;
        case 1:
          token += " " + std::string(token);
          break;
        case 2:
          std::swap(token, other);
          break;
        case 3:
          token = pool[Below(pool.size())];
          break;
        case 4:
          token = std::string(other);
          break;
        default:
          if (!token.empty() && std::isdigit(static_cast<unsigned char>(token[0])) != 0) {
            token = kNumbers[Below(std::size(kNumbers))];
          }
      }
    }
    std::string damaged;
    for (const std::string& token : tokens) damaged += token;
    return damaged;
  }

 private:
  std::mt19937 random_;
};

std::string Read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

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

void RunFor(const runtime::Program& program, std::chrono::milliseconds patience) {
  std::atomic<bool> interrupted = false;
  const auto begin = std::chrono::steady_clock::now();
  runtime::SimulationOptions options;
  options.stop_time = 0.1;
  options.interval = 0.05;
  options.interrupted = &interrupted;
  options.on_progress = [&](const runtime::RunProgress&) {
    interrupted = std::chrono::steady_clock::now() - begin > patience;
  };
  const runtime::SimulationResult result = runtime::Simulate(program, options);
  EXPECT_TRUE(result.report.success || !result.report.message.empty());
}

TEST(DamagedModels, AreAnswered) {
  constexpr unsigned kSeed = 20251120;
  constexpr int kRounds = 400;
  Mutator mutator(kSeed);
  const std::vector<fs::path> models = Models();
  ASSERT_GT(models.size(), 30U);
  std::vector<std::string> pool;
  for (const fs::path& path : models) {
    for (std::string& token : Tokens(Read(path))) {
      if (!IsBlank(token)) pool.push_back(std::move(token));
    }
  }
  const test::TemporaryDirectory folder;
  int compiled = 0;
  for (int round = 0; round < kRounds; ++round) {
    const fs::path& model = models[mutator.Below(models.size())];
    const std::string text = mutator.Damage(Read(model), pool);
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
    RunFor(*result.program, std::chrono::milliseconds(200));
  }
  EXPECT_GT(compiled, 10);
}

}  // namespace
}  // namespace stiction
