// SPDX-License-Identifier: BSD-3-Clause
// Where a test writes its files.
#pragma once

#include <string>

namespace stiction::test {

/// A fresh directory of a name nobody else has (tests run side by side, in processes of their own), removed with all it
/// holds at the end of its life.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  /// The path of `name` inside the directory.
  std::string File(const std::string& name) const { return path_ + "/" + name; }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace stiction::test
