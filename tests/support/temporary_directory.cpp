// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/temporary_directory.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace stiction::test {

TemporaryDirectory::TemporaryDirectory() {
  std::string pattern = std::filesystem::temp_directory_path() / "stiction-test-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace stiction::test
