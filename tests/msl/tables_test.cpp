// SPDX-License-Identifier: BSD-3-Clause
// Tables of the Modelica Standard Library as models use them: from files, several in one model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

const char* const kFile = "tests/msl/models/TableChecks.mo";

class LibraryTables : public testing::Test {
 protected:
  void SetUp() override {
    if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  }

  static Simulation Run(const std::string& model, std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), SourcePath(kFile));
    return Simulate("TableChecks." + model, arguments);
  }
};

TEST_F(LibraryTables, FromFiles) {
  const TemporaryDirectory directory;
  const fs::path file = directory.File("library_tables.txt");
  std::ofstream(file) << "#1\ndouble line(3,2)\n0 0\n1 2\n2 5\n"
                         "double plane(3,3)\n0 1 2\n1 10 20\n2 30 40\n";
  const Table table = Run("Files", {"--set", "file=\"" + file.string() + "\""}).table;
  EXPECT_NEAR(table.Last("line.y[1]"), 3.5, 1e-12);
  EXPECT_NEAR(table.Last("plane.y"), 15, 1e-12);
  EXPECT_NEAR(table.Last("source.y[1]"), 2, 1e-12);
  EXPECT_EQ(table.Last("line.isCsvExt"), 0);
  fs::remove(file);
  const CommandResult missing =
      SimulateExpectingFailure(kFile, {"-m", "TableChecks.Files", "--set", "file=\"" + file.string() + "\""});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.err, testing::HasSubstr("library_tables.txt' cannot be read"));
}

TEST_F(LibraryTables, SeveralInOneModel) {
  const Table table = Run("Two").table;
  EXPECT_NEAR(table.Last("tables[1].y[1]"), 1, 1e-12);
  EXPECT_NEAR(table.Last("tables[2].y[1]"), 2, 1e-12);
}

TEST_F(LibraryTables, WrittenInModelica) {
  const Table table = Run("Steps").table;
  EXPECT_NEAR(table.At("source.y", 0.1), 0.5, 1e-9);
  EXPECT_NEAR(table.At("source.y", 0.5), 1.5, 1e-9);
  EXPECT_NEAR(table.Last("x"), 0.1 + 0.8, 1e-9);
}

}  // namespace
}  // namespace stiction::test
