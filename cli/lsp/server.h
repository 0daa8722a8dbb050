// SPDX-License-Identifier: BSD-3-Clause
// The language server: messages from stdin, answers and diagnostics to stdout.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/lsp/background_check.h"
#include "cli/lsp/documents.h"

namespace stiction::lsp {

class Server {
 public:
  explicit Server(std::vector<std::string> library_paths) : library_paths_(std::move(library_paths)) {}

  /// Serves until the editor says `exit`, or is gone. @returns the exit code of the protocol
  int Run();

 private:
  using Clock = std::chrono::steady_clock;

  /// Waits for what comes first: bytes of the editor, bytes of the check, the time to begin one.
  void Wait();
  void ReadInput();
  void Handle(const std::string& text);
  void Handle(const Json& message);
  Json Initialize(const Json& params);
  void Notified(const std::string& method, const Json& params);
  void Edited(const std::string& uri);
  /// Tells the syntax errors of what has been edited.
  void TellSyntax();
  void StartNextCheck();
  void TellCheck();
  void Publish(const std::string& uri, Json diagnostics);
  void Send(const Json& message);

  std::vector<std::string> library_paths_;
  std::optional<Documents> documents_;  // once initialized
  MessageReader reader_;
  BackgroundCheck check_;
  std::string checked_uri_;
  std::set<std::string> edited_;                       // since their syntax was told
  std::map<std::string, Clock::time_point> to_check_;  // when
  std::set<std::string> with_errors_;                  // documents of which syntax errors are told
  bool was_shut_down_ = false;
  bool is_over_ = false;
};

}  // namespace stiction::lsp
