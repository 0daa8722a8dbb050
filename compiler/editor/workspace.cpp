// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/workspace.h"

#include "compiler/parse/parse.h"

namespace stiction::editor {
namespace {

namespace fs = std::filesystem;

// One name for a file, however it is reached.
std::string Key(const std::string& path) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(path, error);
  return error ? path : canonical.string();
}

ir::ClassId InnermostAt(const ir::ClassTree& tree, ir::ClassId id, SourceId source, uint32_t offset) {
  const ir::ClassNode& node = tree.classes[id.index()];
  for (const auto& [name, nested] : node.nested) {
    const Span span = tree.classes[nested.index()].definition->span;
    if (span.source == source && span.begin <= offset && offset <= span.end) {
      return InnermostAt(tree, nested, source, offset);
    }
  }
  return id;
}

}  // namespace

Snapshot::Snapshot(const ResolveOptions& options, const std::string& path, const Source& source, SourceMap& sources,
                   std::shared_ptr<const ast::StoredDefinition> file, bool is_current)
    : source_(source),
      file_(std::move(file)),
      is_current_(is_current),
      loader_(options, sources, ignored_, tree_),
      lookup_(loader_, tree_),
      meaning_(lookup_, loader_, tree_),
      given_(loader_.LoadGiven(path)) {
  if (!given_.empty()) package_ = tree_.classes[given_.front().index()].parent;
}

ir::ClassId Snapshot::ClassAt(uint32_t offset) const {
  for (const ir::ClassId id : given_) {
    const Span span = tree_.classes[id.index()].definition->span;
    if (span.source == source_.id() && span.begin <= offset && offset <= span.end) {
      return InnermostAt(tree_, id, source_.id(), offset);
    }
  }
  return {};
}

Workspace::Workspace(std::vector<std::string> library_paths) {
  options_.library_paths = std::move(library_paths);
  options_.open = [this](const std::string& path) { return Open(path); };
  options_.parse = [this](const Source& source, Diagnostics&) { return Parsed(source); };
}

void Workspace::Set(const std::string& path, std::string text) {
  const std::string key = Key(path);
  auto [entry, is_new] = open_.try_emplace(key);
  OpenFile& file = entry->second;
  const Source& source = is_new ? sources_.Add(path, std::move(text)) : sources_.Replace(file.source, std::move(text));
  for (auto& [other, opened] : open_) opened.snapshot.reset();
  file.source = source.id();
  file.syntax = {};
  auto parsed = std::make_shared<const ast::StoredDefinition>(ParseDamaged(source, file.syntax));
  file.is_current = !parsed->classes.empty();
  if (file.is_current || !file.file) file.file = std::move(parsed);
}

void Workspace::Close(const std::string& path) {
  // Its source stays, without text: sources are never taken back.
  const auto found = open_.find(Key(path));
  if (found == open_.end()) return;
  for (auto& [other, opened] : open_) opened.snapshot.reset();
  sources_.Replace(found->second.source, "");
  open_.erase(found);
}

std::vector<std::string> Workspace::OpenFiles() const {
  std::vector<std::string> paths;
  for (const auto& [key, file] : open_) paths.push_back(sources_.Get(file.source).path());
  return paths;
}

bool Workspace::IsOpen(const std::string& path) const { return open_.contains(Key(path)); }

const Source& Workspace::TextOf(const std::string& path) const { return sources_.Get(open_.at(Key(path)).source); }

const Diagnostics& Workspace::SyntaxOf(const std::string& path) const { return open_.at(Key(path)).syntax; }

Snapshot& Workspace::SnapshotOf(const std::string& path) {
  OpenFile& file = open_.at(Key(path));
  if (!file.snapshot) {
    file.snapshot =
        std::make_unique<Snapshot>(options_, path, sources_.Get(file.source), sources_, file.file, file.is_current);
  }
  return *file.snapshot;
}

const Source* Workspace::Open(const std::string& path) {
  const std::string key = Key(path);
  if (const auto open = open_.find(key); open != open_.end()) return &sources_.Get(open->second.source);
  std::error_code error;
  if (!fs::is_regular_file(key, error)) return nullptr;
  const fs::file_time_type written = fs::last_write_time(key, error);
  const auto found = read_.find(key);
  if (found != read_.end() && found->second.written == written) return &sources_.Get(found->second.source);
  const Source* source = sources_.AddFile(path);
  if (!source) return nullptr;
  read_[key] = {source->id(), written, nullptr};
  paths_[source->id()] = key;
  return source;
}

std::shared_ptr<const ast::StoredDefinition> Workspace::Parsed(const Source& source) {
  if (const auto path = paths_.find(source.id()); path != paths_.end()) {
    ReadFile& read = read_.at(path->second);
    Diagnostics ignored;
    if (!read.file) read.file = std::make_shared<const ast::StoredDefinition>(ParseDamaged(source, ignored));
    return read.file;
  }
  for (const auto& [key, file] : open_) {
    if (file.source == source.id()) return file.file;
  }
  return nullptr;
}

}  // namespace stiction::editor
