// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/library.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

namespace stiction::test {

bool HasLibrary() {
  const char* path = std::getenv("MODELICAPATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (!directory.empty() && std::filesystem::exists(std::filesystem::path(directory) / "Modelica" / "package.mo"))
      return true;
  }
  return false;
}

}  // namespace stiction::test
