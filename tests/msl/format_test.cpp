// SPDX-License-Identifier: BSD-3-Clause
// Every file of the Modelica Standard Library can be formatted: its words and comments stay, and once is enough.
#include "compiler/format/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/library.h"
#include "tests/unit/compiler/parse/token_lists.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

// The text without blanks outside of texts and quoted names; of comments, too.
std::string WithoutBlanks(std::string_view text) {
  std::string kept;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      const size_t begin = i;
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
      kept += text.substr(begin, i + 1 - begin);
    } else if (text.substr(i, 2) == "//" || text.substr(i, 2) == "/*") {
      const bool is_line = text[i + 1] == '/';
      const size_t end = std::min(is_line ? text.find('\n', i) : text.find("*/", i + 2) + 2, text.size());
      for (; i < end; ++i) {
        if (!std::isspace(static_cast<unsigned char>(text[i]))) kept += text[i];
      }
      --i;
    } else if (!std::isspace(static_cast<unsigned char>(text[i]))) {
      kept += text[i];
    }
  }
  return kept;
}

TEST(StandardLibrary, FormattingKeepsWordsAndCommentsAndOnceIsEnough) {
  size_t files = 0;
  for (const std::string& directory : test::LibraryDirectories()) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
      if (!entry.is_regular_file() || entry.path().extension() != ".mo") continue;
      SourceMap sources;
      Diagnostics diagnostics;
      const Source& source = *sources.AddFile(entry.path().string());
      const auto once = Format(source, diagnostics);
      ASSERT_TRUE(once) << source.path();
      EXPECT_TRUE(WithoutBlanks(source.text()) == WithoutBlanks(*once)) << source.path();
      EXPECT_TRUE(test::WordsOf(std::string(source.text())) == test::WordsOf(*once)) << source.path();
      EXPECT_TRUE(Format(sources.Add("once", *once), diagnostics) == once) << source.path();
      ++files;
    }
  }
  if (files == 0) GTEST_SKIP() << test::kNoLibrary;
  RecordProperty("files", static_cast<int>(files));
}

}  // namespace
}  // namespace stiction
