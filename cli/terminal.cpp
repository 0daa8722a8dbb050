// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace stiction::cli {

namespace {

// Columns of the terminal on stderr.
size_t Width() {
  constexpr size_t kUsual = 80;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

// The part of a text that fits: a line that wraps could not be wiped. Bytes stand for columns, except for the further
// bytes of UTF-8, which take none.
std::string Fitting(const std::string& text, size_t columns) {
  size_t used = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    if (begins && ++used > columns) return text.substr(0, i);
  }
  return text;
}

}  // namespace

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
    // The seconds stand first so that they are seen in a narrow terminal; the last column is left free.
    const std::string shown = fmt::format("[{} s] {}", seconds.count(), text_);
    fmt::print(stderr, "\r\x1b[K{}", Fitting(shown, Width() - 1));
    std::fflush(stderr);
    visible_ = true;
    wait = std::chrono::milliseconds(200);
  }
}

}  // namespace stiction::cli
