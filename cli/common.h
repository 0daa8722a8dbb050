// SPDX-License-Identifier: BSD-3-Clause
// Helpers that several commands share.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stiction::cli {

/// Says on stderr what is wrong with the command line. @returns its exit code
int Refuse(const std::string& message);

/// True if there is something of that kind that can be looked at; what may not be looked at is not there.
bool Exists(const std::filesystem::path& path);
bool IsDirectory(const std::filesystem::path& path);

/// A file that a command writes, and what it holds: "the result", "the report".
struct Output {
  std::string path;  // empty: not asked for
  std::string what;
};

/// Empty, or why the files cannot be written in the end; asked before the work begins. Neither may be another one or
/// one of those that are read.
std::string WhyNotWritable(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

/// True if an orderly end has been asked for.
const std::atomic<bool>& Interrupted();

/// During its life the first Ctrl-C, SIGTERM or SIGHUP asks for an orderly end. Two seconds later C code that still
/// runs is left, and whoever waits for the system to read or write no longer does. Another signal, two seconds later or
/// more, ends at once. No unfinished file stays.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace stiction::cli
