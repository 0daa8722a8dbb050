// SPDX-License-Identifier: BSD-3-Clause
// Output files appear whole or not at all: written beside, then renamed.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace stiction::runtime {

/// A file that is being written. Before Commit it lies beside its path under another name; without Commit it vanishes.
/// Only a regular file is replaced, and what replaces it has its permissions. What goes wrong is kept, and told by
/// Commit; writing goes on without effect.
class AtomicFile {
 public:
  explicit AtomicFile(const std::filesystem::path& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void Write(std::string_view bytes);
  /// Overwrites bytes that were written before; the next Write appends again.
  void Patch(long offset, std::string_view bytes);
  /// Bytes written so far.
  long size() const { return size_; }
  bool failed() const { return !failure_.empty(); }
  /// Appends what a function of C writes; false from it is a failure.
  void WriteBy(const std::function<bool(std::FILE*)>& write);

  /// Gives the file its name. @returns nothing on success, else what went wrong, with the system's reason
  std::optional<std::string> Commit();

 private:
  void Open();
  void Keep(int error);
  void KeepModeOfOld();
  void Drop();

  std::filesystem::path path_;
  std::string beside_;
  std::FILE* file_ = nullptr;
  size_t place_ = 0;  // in the list of unfinished files
  long size_ = 0;
  std::string failure_;  // the first
};

/// Empty, or why an AtomicFile could not be written and take this name: its directory does not exist or cannot be
/// written, or what has the name is no regular file (a directory, a device, a FIFO, a symbolic link) or is protected.
std::string WhyNotWritable(const std::filesystem::path& path);

/// Removes what lies beside files that are still being written. May be called in a handler of a signal by a process
/// that ends.
void RemoveUnfinishedFiles();

/// Writes `path` by `write` into a temporary file in the same directory, then renames it over `path`.
/// @param write gets the open file; returns false to give up
/// @returns nothing on success, else what went wrong, with the system's reason; `path` is then untouched
std::optional<std::string> WriteAtomically(const std::filesystem::path& path,
                                           const std::function<bool(std::FILE*)>& write);

/// Likewise, a text.
std::optional<std::string> WriteAtomically(const std::filesystem::path& path, std::string_view text);

}  // namespace stiction::runtime
