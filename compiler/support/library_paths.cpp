// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/library_paths.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace stiction {
namespace {

namespace fs = std::filesystem;

// Empty if the variable does not name an absolute path: the XDG base directory specification ignores others.
fs::path AbsolutePathIn(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value ? value : "";
  return path.is_absolute() ? path : fs::path();
}

fs::path UserData() {
  if (const fs::path data = AbsolutePathIn("XDG_DATA_HOME"); !data.empty()) return data;
  const fs::path home = AbsolutePathIn("HOME");
  return home.empty() ? home : home / ".local" / "share";
}

}  // namespace

std::vector<std::string> LibraryPathsOfEnvironment() {
  std::vector<std::string> paths;
  if (const char* path = std::getenv("MODELICAPATH")) {
    std::istringstream directories(path);
    for (std::string directory; std::getline(directories, directory, ':');) {
      if (!directory.empty()) paths.push_back(directory);
    }
    return paths;
  }
  const fs::path data = UserData();
  std::error_code error;
  if (!data.empty() && fs::is_directory(data / "modelica", error)) paths.push_back((data / "modelica").string());
  return paths;
}

}  // namespace stiction
