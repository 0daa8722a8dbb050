// SPDX-License-Identifier: BSD-3-Clause
// The check of a file as a whole, in a process of its own: the server answers meanwhile, an edit ends it, and whatever
// becomes of it the server goes on.
#pragma once

#include <sys/types.h>

#include <string>

#include "cli/lsp/messages.h"
#include "compiler/editor/workspace.h"

namespace stiction::lsp {

/// The diagnostic as the protocol has it, of the file `source`.
Json ToJson(const Diagnostic& diagnostic, const SourceMap& sources, const Source& source);

class BackgroundCheck {
 public:
  BackgroundCheck() = default;
  ~BackgroundCheck() { Stop(); }
  BackgroundCheck(const BackgroundCheck&) = delete;
  BackgroundCheck& operator=(const BackgroundCheck&) = delete;

  /// Begins to check the models of an open file as they are being edited.
  void Start(editor::Workspace& workspace, const std::string& path);
  void Stop();

  bool is_running() const { return child_ > 0; }
  const std::string& path() const { return path_; }
  /// To be watched for reading.
  int descriptor() const { return descriptor_; }
  /// Takes what has come. @returns true if that was all
  bool Read();
  /// The diagnostics that came.
  Json Take();

 private:
  pid_t child_ = -1;
  int descriptor_ = -1;
  std::string path_;
  std::string said_;  // an array of diagnostics a line
};

}  // namespace stiction::lsp
