// SPDX-License-Identifier: BSD-3-Clause
// Output that depends on whether stderr is a terminal.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace stiction::cli {

/// True if stderr is a terminal.
bool HasTerminal();

/// True if messages on stderr are coloured: on a terminal, unless NO_COLOR is set (https://no-color.org).
bool UseColour();

/// One line on stderr that tells what goes on, from the second second on, with the seconds gone by. Nothing when stderr
/// is no terminal or `quiet`. The line is wiped at the end, and by Wipe() before something else is printed.
class Progress {
 public:
  Progress(std::string text, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True if anybody sees it: what is costly to say need not be said.
  bool enabled() const { return thread_.joinable(); }
  /// @param text at most one line, for example "simulating: t = 0.7 s (70 %)"
  void Show(std::string text);
  void Wipe();

 private:
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool done_ = false;
  bool visible_ = false;
  std::thread thread_;
};

}  // namespace stiction::cli
