// SPDX-License-Identifier: BSD-3-Clause
// The files of an editor: texts that are being edited, and what they need from the disk, parsed once.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/editor/meaning.h"
#include "compiler/resolve/resolve.h"

namespace stiction::editor {

/// The classes of one open file and of what it needs, as they are until the next edit.
class Snapshot {
 public:
  /// @param options outlives this, as sources does
  Snapshot(const ResolveOptions& options, const std::string& path, const Source& source, SourceMap& sources,
           std::shared_ptr<const ast::StoredDefinition> file, bool is_current);

  const Source& source() const { return source_; }
  const ast::StoredDefinition& file() const { return *file_; }
  /// False if the text is damaged so much that an earlier one stands for it.
  bool is_current() const { return is_current_; }
  Meaning& meaning() { return meaning_; }
  const ir::ClassTree& tree() const { return tree_; }
  /// The package of the file's within clause; invalid for none.
  ir::ClassId package() const { return package_; }
  /// The innermost class at a place; invalid outside of all.
  ir::ClassId ClassAt(uint32_t offset) const;

 private:
  const Source& source_;
  std::shared_ptr<const ast::StoredDefinition> file_;
  bool is_current_;
  ir::ClassTree tree_;
  Diagnostics ignored_;  // of reading what is around the file
  Loader loader_;
  ClassLookup lookup_;
  Meaning meaning_;
  std::vector<ir::ClassId> given_;
  ir::ClassId package_;
};

class Workspace {
 public:
  explicit Workspace(std::vector<std::string> library_paths);
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  /// Opens a file, or gives it another text.
  void Set(const std::string& path, std::string text);
  void Close(const std::string& path);
  bool IsOpen(const std::string& path) const;
  std::vector<std::string> OpenFiles() const;

  /// @pre IsOpen(path), as of all that follow
  const Source& TextOf(const std::string& path) const;
  const Diagnostics& SyntaxOf(const std::string& path) const;
  Snapshot& SnapshotOf(const std::string& path);

  SourceMap& sources() { return sources_; }
  /// The source of a file: the text that is being edited, else that of the disk. Null if it cannot be read.
  const Source* Open(const std::string& path);
  const std::vector<std::string>& library_paths() const { return options_.library_paths; }

 private:
  struct OpenFile {
    SourceId source;
    Diagnostics syntax;
    std::shared_ptr<const ast::StoredDefinition> file;  // the last one that has classes
    bool is_current = false;
    std::unique_ptr<Snapshot> snapshot;
  };
  struct ReadFile {
    SourceId source;
    std::filesystem::file_time_type written;
    std::shared_ptr<const ast::StoredDefinition> file;
  };

  std::shared_ptr<const ast::StoredDefinition> Parsed(const Source& source);

  SourceMap sources_;
  ResolveOptions options_;
  std::map<std::string, OpenFile> open_;
  std::map<std::string, ReadFile> read_;
  std::map<SourceId, std::string> paths_;  // of what was read from the disk
};

}  // namespace stiction::editor
