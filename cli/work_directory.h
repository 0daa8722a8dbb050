// SPDX-License-Identifier: BSD-3-Clause
// The directory of temporary files of a command.
#pragma once

#include <filesystem>
#include <string>

namespace stiction::cli {

/// A fresh directory for what the cases of `stiction test` leave behind, removed at the end. A process that was killed
/// could not remove its own: the next one does. A directory whose process lives is told by the lock that it holds.
class WorkDirectory {
 public:
  WorkDirectory();
  ~WorkDirectory();
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  /// Empty, or why there is none.
  const std::string& failure() const { return failure_; }
  /// Of the case with that number; not made yet.
  std::filesystem::path Of(size_t index) const { return path_ / std::to_string(index); }

 private:
  std::filesystem::path path_;
  std::string failure_;
  int lock_ = -1;
};

}  // namespace stiction::cli
