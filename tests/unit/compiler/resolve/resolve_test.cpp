// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/resolve.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "compiler/ir/classes/verify.h"
#include "compiler/parse/parse.h"
#include "tests/support/temporary_directory.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

// A folder of library files that goes with the test.
class ResolveTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Write("Lib 1.0/package.mo", "package Lib end Lib;");
    Write("Lib 2.10/package.mo", "package Lib constant Real g = 1; end Lib;");
    Write("Lib 2.10/package.order", "Spring\nDamper\nUnused\n");
    Write("Lib 2.10/Spring.mo", "within Lib; model Spring extends Parts.Two; end Spring;");
    Write("Lib 2.10/Damper.mo", "within Lib; model Damper end Damper;");
    Write("Lib 2.10/Unused.mo", "within Lib; model Unused end Unused;");
    Write("Lib 2.10/Parts/package.mo", "within Lib; package Parts end Parts;");
    Write("Lib 2.10/Parts/Two.mo", "within Lib.Parts; partial model Two end Two;");
    Write("Model.mo", "model Model Lib.Spring s; Real x = Lib.g; end Model;");
    options_.library_paths = {folder_.string()};
    options_.parse = [](const Source& source, Diagnostics& diagnostics) {
      return std::make_unique<ast::StoredDefinition>(Parse(source, diagnostics));
    };
  }
  void Write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }

  const test::TemporaryDirectory directory_;
  const fs::path folder_ = directory_.path();
  ResolveOptions options_;
  SourceMap sources_;
  Diagnostics diagnostics_;
};

TEST_F(ResolveTest, LoadsTheNewestLibraryAndOnlyWhatIsReached) {
  options_.files = {(folder_ / "Model.mo").string()};
  const Resolved resolved = Resolve(options_, sources_, diagnostics_);
  ASSERT_TRUE(resolved.model);
  ir::Verify(resolved.classes);
  std::vector<std::string> names;
  for (const ir::ClassNode& node : resolved.classes.classes) names.push_back(node.full_name);
  EXPECT_EQ(names, (std::vector<std::string>{"Model", "Lib", "Lib.Spring", "Lib.Parts", "Lib.Parts.Two"}));
}

TEST_F(ResolveTest, FindsTheSiblingsOfAGivenFile) {
  options_.library_paths.clear();
  fs::rename(folder_ / "Lib 2.10", folder_ / "Lib");
  options_.files = {(folder_ / "Lib/Spring.mo").string()};
  const Resolved resolved = Resolve(options_, sources_, diagnostics_);
  ASSERT_TRUE(resolved.model);
  EXPECT_EQ(resolved.classes.classes[resolved.model.index()].full_name, "Lib.Spring");
}

TEST_F(ResolveTest, ModelByName) {
  options_.model = "Lib.Damper";
  const Resolved resolved = Resolve(options_, sources_, diagnostics_);
  ASSERT_TRUE(resolved.model);
  Diagnostics missing;
  options_.model = "Lib.Dampr";
  EXPECT_FALSE(Resolve(options_, sources_, missing).model);
  EXPECT_EQ(missing.all().at(0).kind, DiagnosticKind::ClassNotFound);
}

}  // namespace
}  // namespace stiction
