// What depends on whether a person is looking.
#pragma once

#include <chrono>
#include <string>

namespace stiction::cli {

/// Whether stderr is a terminal.
bool HasTerminal();

/// Whether messages on stderr are coloured: on a terminal, unless NO_COLOR is set (https://no-color.org).
bool UseColour();

/// One line on stderr that tells how far the work is, from the second second on, renewed at most ten times a second.
/// Silent when stderr is no terminal or `quiet`. The line is wiped at the end.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// @param text at most one line, for example "t = 0.7 s (70 %)"
  void Show(const std::string& text);
  /// Removes the line, so that something else can be printed.
  void Wipe();

 private:
  using Clock = std::chrono::steady_clock;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point next_;
};

}  // namespace stiction::cli
