#include "cli/common.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "cli/exit_code.h"

namespace stiction::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<std::time_t> asked_at{0};

// One request may arrive twice: timeout(1) signals its child and then the group the child is in. What comes within two
// seconds is the same one; a later one ends the process.
void Interrupt(int signal) {
  const std::time_t now = std::time(nullptr);
  if (!interrupted.exchange(true)) {
    asked_at = now;
  } else if (now - asked_at >= 2) {
    std::signal(signal, SIG_DFL);
    static_cast<void>(std::raise(signal));
  }
}

}  // namespace

int Refuse(const std::string& message) {
  fmt::print(stderr, "stiction: {}\n", message);
  return kUsageError;
}

bool Exists(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

bool IsDirectory(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
}

std::string WhyNotWritable(const std::string& path) {
  if (path.empty()) return {};
  const std::filesystem::path file(path);
  if (IsDirectory(file)) return fmt::format("'{}' is a directory", path);
  const std::filesystem::path folder = file.parent_path();
  if (!folder.empty() && !IsDirectory(folder)) {
    return fmt::format("the directory '{}' for '{}' does not exist", folder.string(), file.filename().string());
  }
  return {};
}

std::optional<std::vector<std::string>> ReadSignals(const std::string& path) {
  std::ifstream in(path);
  if (!in || IsDirectory(path)) return std::nullopt;
  std::vector<std::string> names;
  for (std::string name; std::getline(in, name);) {
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (!name.empty() && name != "time" && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

const std::atomic<bool>& Interrupted() { return interrupted; }

InterruptGuard::InterruptGuard() {
  std::signal(SIGINT, Interrupt);
  std::signal(SIGTERM, Interrupt);
  // The terminal was closed; nohup(1) has it ignored, and so it stays.
  if (std::signal(SIGHUP, Interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace stiction::cli
