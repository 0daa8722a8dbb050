// SPDX-License-Identifier: BSD-3-Clause
// Damaged texts: whatever is deleted, doubled or inserted, the parser answers with an Ast or with messages whose places
// lie in the text, and what parses without a message prints as a fixed point.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/parse/parse.h"

namespace stiction {
namespace {

std::vector<std::string> Corpus() {
  std::vector<std::string> texts;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(STICTION_SOURCE_DIR "/tests/golden/parse")) {
    if (entry.path().extension() == ".mo" && entry.file_size() < 4000) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::filesystem::path& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::string Mutate(std::string text, std::mt19937& random) {
  static constexpr std::string_view kInserts[] = {"end ", ";",    "(", ")",    "\"",    "'",     "/*", "=",
                                                  ":=",   " if ", "{", "}",    "model", "-",     "^",  ".",
                                                  "[",    "]",    ",", "\xF6", "\\",    " for ", "1e"};
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % std::max<size_t>(1, n)); };
  for (size_t i = 0, n = 1 + below(3); i < n; ++i) {
    const size_t at = below(text.size());
    switch (below(3)) {
      case 0:
        text.erase(at, below(20));
        break;
      case 1:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text.insert(at, kInserts[below(std::size(kInserts))]);
    }
  }
  return text;
}

std::string Printed(const ast::StoredDefinition& stored) {
  std::ostringstream out;
  ast::Print(out, stored);
  return out.str();
}

TEST(MutationTest, DamagedTextsAreAnswered) {
  constexpr unsigned kSeed = 20251120;
  std::mt19937 random(kSeed);
  const std::vector<std::string> corpus = Corpus();
  ASSERT_FALSE(corpus.empty());
  int accepted = 0;
  for (int round = 0; round < 1500; ++round) {
    const std::string text = Mutate(corpus[round % corpus.size()], random);
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round) + ":\n" + text);
    SourceMap sources;
    Diagnostics diagnostics;
    const Source& source = sources.Add("damaged.mo", text);
    const ast::StoredDefinition stored = Parse(source, diagnostics);
    ast::Verify(stored, source);
    for (const Diagnostic& d : diagnostics.all()) {
      ASSERT_TRUE(d.span.source == source.id() && d.span.begin <= d.span.end && d.span.end <= text.size()) << d.message;
      ASSERT_FALSE(d.message.empty());
    }
    std::ostringstream messages;
    Print(messages, diagnostics, sources);
    if (diagnostics.HasErrors()) continue;
    ++accepted;
    const std::string once = Printed(stored);
    ASSERT_EQ(once, Printed(Parse(sources.Add("printed.mo", once), diagnostics)));
    ASSERT_FALSE(diagnostics.HasErrors()) << once;
  }
  EXPECT_GT(accepted, 50);
}

}  // namespace
}  // namespace stiction
