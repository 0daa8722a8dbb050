// SPDX-License-Identifier: BSD-3-Clause
#include "cli/common.h"

#include <fmt/format.h>

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "cli/exit_code.h"
#include "runtime/external/foreign_code.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<std::time_t> asked_at{0};

constexpr unsigned kGrace = 2;  // [s]
pthread_t working;              // the thread that has to end in order

// One request may arrive twice: timeout(1) signals its child and then the group the child is in. What comes within two
// seconds is the same one; a later one ends the process.
void Interrupt(int signal) {
  const std::time_t now = std::time(nullptr);
  if (!interrupted.exchange(true)) {
    asked_at = now;
    alarm(kGrace);
  } else if (now - asked_at >= kGrace) {
    runtime::RemoveUnfinishedFiles();
    std::signal(signal, SIG_DFL);
    static_cast<void>(std::raise(signal));
  }
}

// Comes again each second: what the system is asked for after one wait may be another.
void EndWaiting(int signal) {
  if (!pthread_equal(pthread_self(), working)) {
    pthread_kill(working, signal);
    return;
  }
  alarm(1);
  runtime::LeaveForeign("was still running two seconds after the run was interrupted");
}

void Handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

// True if both names are of one file, which need not exist yet.
bool IsSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code unknown;
  if (std::filesystem::equivalent(a, b, unknown)) return true;
  const auto place = [&](const std::filesystem::path& path) {
    const std::filesystem::path whole = std::filesystem::absolute(path, unknown);
    return std::filesystem::weakly_canonical(whole.parent_path(), unknown) / whole.filename();
  };
  return place(a) == place(b);
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

std::string WhyNotWritable(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Output& output = outputs[i];
    if (output.path.empty()) continue;
    for (const std::string& input : inputs) {
      if (input.empty() || !IsSameFile(output.path, input)) continue;
      return fmt::format("'{}' is read, and {} would overwrite it", output.path, output.what);
    }
    for (size_t k = 0; k < i; ++k) {
      if (outputs[k].path.empty() || !IsSameFile(output.path, outputs[k].path)) continue;
      return fmt::format("'{}' is to be {} and {}", output.path, outputs[k].what, output.what);
    }
    if (std::string wrong = runtime::WhyNotWritable(output.path); !wrong.empty()) return wrong;
  }
  return {};
}

const std::atomic<bool>& Interrupted() { return interrupted; }

InterruptGuard::InterruptGuard() {
  working = pthread_self();
  // It comes while C code runs and is left from there, so that it must not stay blocked; what waits is not to go on.
  Handle(SIGALRM, EndWaiting, SA_NODEFER);
  Handle(SIGINT, Interrupt, SA_RESTART);
  Handle(SIGTERM, Interrupt, SA_RESTART);
  // The terminal was closed; nohup(1) has it ignored, and so it stays.
  if (std::signal(SIGHUP, Interrupt) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

InterruptGuard::~InterruptGuard() {
  alarm(0);
  std::signal(SIGALRM, SIG_DFL);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

}  // namespace stiction::cli
