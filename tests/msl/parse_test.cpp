// Every file of the Modelica libraries found below MODELICAPATH parses, its spans nest, and its printed form is a fixed
// point of parsing and printing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/parse/parse.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> LibraryFiles() {
  std::vector<std::string> files;
  const char* path = std::getenv("MODELICAPATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (directory.empty() || !fs::exists(fs::path(directory) / "Modelica" / "package.mo")) continue;
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
  if (files.empty()) GTEST_SKIP() << "MODELICAPATH names no directory with Modelica/package.mo";
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

TEST(StandardLibrary, PrintingIsAFixedPoint) {
  const std::vector<std::string> files = LibraryFiles();
  if (files.empty()) GTEST_SKIP() << "MODELICAPATH names no directory with Modelica/package.mo";
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
