// SPDX-License-Identifier: BSD-3-Clause
// The texts that an editor has open, by URI. Edits are applied at once; the workspace is told before it is asked.
#pragma once

#include <map>
#include <string>

#include "cli/lsp/messages.h"
#include "compiler/editor/workspace.h"

namespace stiction::lsp {

class Documents {
 public:
  explicit Documents(std::vector<std::string> library_paths) : workspace_(std::move(library_paths)) {}

  // Parameters of the notifications of the protocol.
  void Open(const Json& params);
  void Change(const Json& params);
  void Close(const Json& params);

  bool IsOpen(const std::string& uri) const { return documents_.contains(uri); }
  /// The workspace with all edits.
  editor::Workspace& Current();
  /// @pre IsOpen(uri)
  const Source& TextOf(const std::string& uri);
  editor::Snapshot& SnapshotOf(const std::string& uri);
  Json VersionOf(const std::string& uri) const { return documents_.at(uri).version; }

 private:
  struct Document {
    std::string path, text;
    Json version;
    bool is_told = false;  // to the workspace
  };

  editor::Workspace workspace_;
  std::map<std::string, Document> documents_;
};

}  // namespace stiction::lsp
