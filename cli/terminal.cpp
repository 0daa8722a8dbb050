#include "cli/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace stiction::cli {

bool HasTerminal() { return isatty(STDERR_FILENO) != 0; }

bool UseColour() {
  const char* no_color = std::getenv("NO_COLOR");
  return HasTerminal() && !(no_color && *no_color);
}

Progress::Progress(bool quiet) : enabled_(!quiet && HasTerminal()), next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() { Wipe(); }

void Progress::Show(const std::string& text) {
  if (!enabled_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(100);
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
  visible_ = true;
}

void Progress::Wipe() {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace stiction::cli
