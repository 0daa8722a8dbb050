// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/library_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/support/temporary_directory.h"

namespace stiction {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// A home of its own with libraries in both places, and none of the variables set. Tests are processes of their own.
class LibraryPaths : public ::testing::Test {
 protected:
  LibraryPaths() {
    std::filesystem::create_directories(home_.File(".local/share/modelica"));
    std::filesystem::create_directories(home_.File("data/modelica"));
    setenv("HOME", home_.path().c_str(), 1);
    unsetenv("XDG_DATA_HOME");
    unsetenv("MODELICAPATH");
  }

  test::TemporaryDirectory home_;
};

TEST_F(LibraryPaths, AreThoseOfModelicaPath) {
  setenv("MODELICAPATH", "/a::/b", 1);
  EXPECT_THAT(LibraryPathsOfEnvironment(), ElementsAre("/a", "/b"));
  setenv("MODELICAPATH", "", 1);
  EXPECT_THAT(LibraryPathsOfEnvironment(), IsEmpty());
}

TEST_F(LibraryPaths, AreInTheDataOfTheUserWithoutIt) {
  EXPECT_THAT(LibraryPathsOfEnvironment(), ElementsAre(home_.File(".local/share/modelica")));
  setenv("XDG_DATA_HOME", home_.File("data").c_str(), 1);
  EXPECT_THAT(LibraryPathsOfEnvironment(), ElementsAre(home_.File("data/modelica")));
  setenv("XDG_DATA_HOME", home_.File("elsewhere").c_str(), 1);
  EXPECT_THAT(LibraryPathsOfEnvironment(), IsEmpty());
}

TEST_F(LibraryPaths, VariablesThatNameNoAbsolutePathCountAsNotSet) {
  for (const char* value : {"", "data"}) {
    setenv("XDG_DATA_HOME", value, 1);
    EXPECT_THAT(LibraryPathsOfEnvironment(), ElementsAre(home_.File(".local/share/modelica"))) << value;
  }
  unsetenv("HOME");
  EXPECT_THAT(LibraryPathsOfEnvironment(), IsEmpty());
}

}  // namespace
}  // namespace stiction
