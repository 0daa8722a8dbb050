#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace stiction::cli {

bool HasTerminal() { return isatty(STDERR_FILENO) != 0; }

bool UseColour() {
  const char* no_color = std::getenv("NO_COLOR");
  return HasTerminal() && !(no_color && *no_color);
}

Progress::Progress(std::string text, bool quiet) : text_(std::move(text)) {
  if (!quiet && HasTerminal()) thread_ = std::thread([this] { Run(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_all();
  thread_.join();
  Wipe();
}

void Progress::Show(std::string text) {
  if (!enabled()) return;
  const std::lock_guard lock(mutex_);
  text_ = std::move(text);
}

void Progress::Wipe() {
  const std::lock_guard lock(mutex_);
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  visible_ = false;
}

void Progress::Run() {
  const auto start = std::chrono::steady_clock::now();
  auto wait = std::chrono::milliseconds(1000);
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, wait, [this] { return done_; })) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start);
    fmt::print(stderr, "\r\x1b[K{} [{} s]", text_, seconds.count());
    std::fflush(stderr);
    visible_ = true;
    wait = std::chrono::milliseconds(200);
  }
}

}  // namespace stiction::cli
