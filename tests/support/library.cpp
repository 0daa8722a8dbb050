// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/library.h"

#include <filesystem>
#include <string>
#include <vector>

#include "compiler/support/library_paths.h"

namespace stiction::test {

std::vector<std::string> LibraryDirectories() {
  std::vector<std::string> directories = LibraryPathsOfEnvironment();
  std::erase_if(directories, [](const std::string& directory) {
    return !std::filesystem::exists(std::filesystem::path(directory) / "Modelica" / "package.mo");
  });
  return directories;
}

bool HasLibrary() { return !LibraryDirectories().empty(); }

}  // namespace stiction::test
