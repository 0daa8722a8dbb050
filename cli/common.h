// What several commands do alike.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace stiction::cli {

/// Says on stderr what is wrong with the command line. @returns its exit code
int Refuse(const std::string& message);

/// Whether there is something of that kind that can be looked at; what may not be looked at is not there.
bool Exists(const std::filesystem::path& path);
bool IsDirectory(const std::filesystem::path& path);

/// Empty, or why the file cannot be written in the end; asked before the work begins.
std::string WhyNotWritable(const std::string& path);

/// One name a line; nothing if the file cannot be read. The time is no signal.
std::optional<std::vector<std::string>> ReadSignals(const std::string& path);

/// Whether an orderly end has been asked for.
const std::atomic<bool>& Interrupted();

/// During its life the first Ctrl-C, SIGTERM or SIGHUP asks for an orderly end, and one that comes two seconds later or
/// more ends.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
};

}  // namespace stiction::cli
