// SPDX-License-Identifier: BSD-3-Clause
// Every file beside and in the Modelica Standard Library parses, its spans nest, and its printed form is a fixed point
// of parsing and printing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "tests/support/library.h"
#include "tests/unit/compiler/parse/token_lists.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> LibraryFiles() {
  std::vector<std::string> files;
  for (const std::string& directory : test::LibraryDirectories()) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
      if (entry.is_regular_file() && entry.path().extension() == ".mo") files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Printed(const ast::StoredDefinition& stored) {
  std::ostringstream out;
  ast::Print(out, stored);
  return out.str();
}

std::string Messages(const Diagnostics& diagnostics, const SourceMap& sources) {
  std::ostringstream out;
  Print(out, diagnostics, sources);
  return out.str();
}

TEST(StandardLibrary, EveryFileParses) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << test::kNoLibrary;
  for (const std::string& file : files) {
    SourceMap sources;
    Diagnostics diagnostics;
    const Source* source = sources.AddFile(file);
    ASSERT_NE(source, nullptr) << file;
    const ast::StoredDefinition stored = Parse(*source, diagnostics);
    EXPECT_TRUE(diagnostics.all().empty()) << Messages(diagnostics, sources);
    EXPECT_FALSE(stored.classes.empty()) << file;
    ast::Verify(stored, *source);
  }
  RecordProperty("files", static_cast<int>(files.size()));
}

TEST(StandardLibrary, TheScannerReadsWhatTheGrammarReads) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << test::kNoLibrary;
  constexpr size_t kStride = 10;
  for (size_t i = 0; i < files.size(); i += kStride) {
    SourceMap sources;
    const std::string text(sources.AddFile(files[i])->text());
    EXPECT_TRUE(test::TokensOfScanner(text) == test::TokensOfGrammar(text)) << files[i];
  }
}

// All classes under their full names: the files of the package directories, and those inside of files.
TEST(StandardLibrary, EveryFileEntersTheClassTree) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << test::kNoLibrary;
  SourceMap sources;
  Diagnostics diagnostics;
  ResolveOptions options;
  std::set<std::string> parsed;
  for (const std::string& file : files) {
    const fs::path path(file);
    const bool is_package = path.filename() == "package.mo";
    const fs::path above = is_package ? path.parent_path().parent_path() : path.parent_path();
    const bool is_top_level = !fs::exists(above / "package.mo") && !fs::exists(above / ".." / "package.mo");
    if (is_top_level) options.files.push_back(is_package ? path.parent_path().string() : file);
  }
  options.parse = [&](const Source& source, Diagnostics& of) {
    parsed.insert(fs::canonical(source.path()).string());
    return std::make_unique<ast::StoredDefinition>(Parse(source, of));
  };
  const Resolved resolved = Resolve(options, sources, diagnostics);
  // No model was asked for: that there are many is all there is to say.
  ASSERT_EQ(diagnostics.all().size(), 1U) << Messages(diagnostics, sources);
  EXPECT_EQ(diagnostics.all()[0].kind, DiagnosticKind::ModelAmbiguous);
  for (const std::string& file : files) {
    if (file.find("/Resources/") != std::string::npos) continue;  // no class of a package (MLS 13.4)
    EXPECT_TRUE(parsed.contains(fs::canonical(file).string())) << file;
  }
  RecordProperty("classes", static_cast<int>(resolved.classes.classes.size()));
}

TEST(StandardLibrary, PrintingIsAFixedPoint) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << test::kNoLibrary;
  constexpr size_t kStride = 10;
  for (size_t i = 0; i < files.size(); i += kStride) {
    SourceMap sources;
    Diagnostics diagnostics;
    const std::string once = Printed(Parse(*sources.AddFile(files[i]), diagnostics));
    const std::string twice = Printed(Parse(sources.Add(files[i] + " (printed)", once), diagnostics));
    EXPECT_TRUE(diagnostics.all().empty()) << Messages(diagnostics, sources);
    EXPECT_EQ(once, twice) << files[i];
  }
}

}  // namespace
}  // namespace stiction
