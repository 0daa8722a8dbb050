// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path : result;
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// "Modelica 4.1.0" -> "Modelica" (MLS 13.4.3).
std::string WithoutVersion(const std::string& directory) { return directory.substr(0, directory.find(' ')); }

// Version numbers as lists, so that 4.10 comes after 4.9.
std::vector<int> VersionOf(const std::string& directory) {
  std::vector<int> version;
  const size_t space = directory.find(' ');
  if (space == std::string::npos) return version;
  int number = -1;
  for (char c : directory.substr(space + 1) + ".") {
    if (c >= '0' && c <= '9') {
      number = std::max(number, 0) * 10 + (c - '0');
    } else if (number >= 0) {
      version.push_back(number);
      number = -1;
    }
  }
  return version;
}

// A hint about a file that is not there.
std::string WhatWasMeant(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  const fs::path directory = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (const auto& entry : fs::directory_iterator(directory, error)) {
    const bool is_class = entry.path().extension() == ".mo" || IsFile(entry.path() / "package.mo");
    if (is_class) names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  const std::string name = path.filename().string();
  const bool lacks_extension = std::ranges::find(names, name + ".mo") != names.end();
  const std::string meant = lacks_extension ? name + ".mo" : NearestName(name, names);
  if (meant.empty()) return "give a .mo file or a package directory that exists";
  return fmt::format("did you mean '{}'?", path.has_parent_path() ? (directory / meant).string() : meant);
}

std::string TextOf(const ast::Name& name) {
  std::string text;
  for (const ast::Identifier& part : name.parts) text += (text.empty() ? "" : ".") + part.text;
  return text;
}

// Of a directory that is no package but may hold models.
std::string HintInsteadOf(const fs::path& directory) {
  std::set<std::string> models;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".mo") models.insert(entry.path().string());
  }
  if (!models.empty()) return fmt::format("give a file of it, as `{}`", *models.begin());
  return "a package directory holds a file package.mo (MLS 13.4.1)";
}

}  // namespace

std::shared_ptr<const ast::StoredDefinition> Loader::Parse(const fs::path& path) {
  const Source* source = options_.open  ? options_.open(path.string())
                         : IsFile(path) ? sources_.AddFile(path.string())
                                        : nullptr;
  if (!source) {
    diagnostics_.Error(DiagnosticKind::FileNotReadable, {}, fmt::format("cannot read '{}'", path.string())).hint =
        WhatWasMeant(path);
    return nullptr;
  }
  return options_.parse(*source, diagnostics_);
}

void Loader::CheckFileName(const ast::Class& definition, const std::string& expected) {
  if (definition.name.text == expected) return;
  diagnostics_
      .Error(DiagnosticKind::FileNameMismatch, definition.name.span,
             fmt::format("the file or directory of class `{}` is named `{}`", definition.name.text, expected))
      .hint = "in a package directory, a file has the name of its class (MLS 13.4.2)";
}

ir::ClassId Loader::EnterClass(ir::ClassId parent, const ast::Class& definition, const ast::Element* element) {
  const std::string& name = definition.name.text;
  if (!parent) {
    const fs::path file(sources_.Get(definition.name.span.source).path());
    tree_.directories.try_emplace(name, fs::absolute(file).parent_path().lexically_normal().string());
  }
  auto& siblings = parent ? tree_.classes[parent.index()].nested : tree_.top_level;
  if (const auto found = siblings.find(name); found != siblings.end()) {
    auto& error =
        diagnostics_.Error(DiagnosticKind::DuplicateClass, definition.name.span,
                           parent ? fmt::format("class `{}` is declared twice in `{}`", name, FullName(parent))
                                  : fmt::format("class `{}` is declared twice", name));
    error.labels.push_back({tree_.classes[found->second.index()].definition->name.span, "first here"});
    return found->second;
  }
  const ir::ClassId id(static_cast<int64_t>(tree_.classes.size()));
  siblings.emplace(name, id);
  if (parent) tree_.classes[parent.index()].nested_order.push_back(id);
  ir::ClassNode& node = tree_.classes.emplace_back();
  node.name = name;
  node.full_name = parent ? FullName(parent) + "." + name : name;
  node.parent = parent;
  node.definition = &definition;
  node.element = element;
  for (const ast::Element& inner : definition.elements) {
    if (inner.cls) EnterClass(id, *inner.cls, &inner);
  }
  return id;
}

std::vector<ir::ClassId> Loader::LoadFile(const fs::path& path, ir::ClassId parent, bool given) {
  const fs::path key = Canonical(path);
  if (const auto found = loaded_.find(key); found != loaded_.end()) return found->second;
  const int errors = diagnostics_.error_count();
  auto stored = Parse(path);
  const bool is_read = diagnostics_.error_count() == errors;
  auto& result = loaded_[key];
  if (!stored) return result;
  const ast::StoredDefinition& definition = *stored;
  tree_.sources.push_back(std::move(stored));
  const std::string within = definition.within ? TextOf(*definition.within) : "";
  if (given && !within.empty()) {
    const auto package = PackageOfGiven(path, *definition.within);
    if (!package) {
      diagnostics_
          .Error(DiagnosticKind::WithinMismatch, definition.within->span,
                 fmt::format("package `{}` of the within clause is not found", within))
          .hint = "give the package's directory, or name its parent directory with -L";
      return result;
    }
    parent = *package;
    // Its directory need not read it again.
    if (const auto directory = directories_.find(parent); directory != directories_.end()) {
      for (const auto& cls : definition.classes) directory->second.pending.erase(cls->name.text);
    }
  } else if (!given && is_read && within != FullName(parent)) {
    diagnostics_.Error(
        DiagnosticKind::WithinMismatch,
        definition.within            ? definition.within->span
        : definition.classes.empty() ? Span{}
                                     : definition.classes[0]->name.span,
        parent ? fmt::format("this file lies in package `{}` but says `within {};`", FullName(parent), within)
               : fmt::format("this file is a top-level class of a library but says `within {};`", within));
  }
  std::vector<ir::ClassId> classes;
  for (const auto& cls : definition.classes) classes.push_back(EnterClass(parent, *cls, nullptr));
  loaded_[key] = classes;
  return classes;
}

// The package that a given file's within clause names: of the directory tree it lies in, else loaded, else of a
// library.
std::optional<ir::ClassId> Loader::PackageOfGiven(const fs::path& path, const ast::Name& within) {
  const size_t depth = within.parts.size();
  std::vector<fs::path> chain;  // innermost first
  fs::path directory = Canonical(path).parent_path();
  while (chain.size() < depth && IsFile(directory / "package.mo")) {
    chain.push_back(directory);
    directory = directory.parent_path();
  }
  bool matches = chain.size() == depth;
  for (size_t i = 0; matches && i < depth; ++i) {
    matches = WithoutVersion(chain[i].filename().string()) == within.parts[depth - 1 - i].text;
  }
  ir::ClassId at;
  const std::string& top = within.parts[0].text;
  if (matches && !tree_.top_level.contains(top)) {
    at = LoadDirectory(fs::relative(chain.back()).empty() ? chain.back() : fs::relative(chain.back()), {});
  } else {
    at = TopLevel(top);
  }
  for (size_t i = 1; i < depth && at; ++i) at = Nested(at, within.parts[i].text);
  if (!at) return std::nullopt;
  return at;
}

ir::ClassId Loader::LoadDirectory(const fs::path& directory, ir::ClassId parent) {
  const std::vector<ir::ClassId> classes = LoadFile(directory / "package.mo", parent, false);
  if (classes.empty()) return {};
  const ir::ClassId id = classes.front();
  if (directories_.contains(id)) return id;
  CheckFileName(*tree_.classes[id.index()].definition, WithoutVersion(Canonical(directory).filename().string()));
  Directory& entry = directories_[id];
  std::ifstream order(directory / "package.order");
  for (std::string line; std::getline(order, line);) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) entry.order.push_back(line);
  }
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& file : fs::directory_iterator(directory, error)) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    std::string name = file.filename().string();
    if (IsFile(file / "package.mo")) {
      entry.pending.emplace(name, file);
    } else if (file.extension() == ".mo" && name != "package.mo") {
      entry.pending.emplace(file.stem().string(), file);
    }
  }
  return id;
}

std::vector<ir::ClassId> Loader::LoadGiven(const std::string& text) {
  fs::path path(text);
  std::error_code error;
  if (fs::is_directory(path, error)) {
    if (!IsFile(path / "package.mo")) {
      diagnostics_
          .Error(DiagnosticKind::FileNotReadable, {}, fmt::format("directory `{}` has no package.mo", path.string()))
          .hint = HintInsteadOf(path);
      return {};
    }
    path /= "package.mo";
  }
  if (path.extension() == ".csv" || path.extension() == ".mat") {
    diagnostics_.Error(DiagnosticKind::FileNotReadable, {}, fmt::format("'{}' is a result, no model", text)).hint =
        "give the .mo file; 'stiction plot' draws a result, 'stiction compare' compares it with another";
    return {};
  }
  if (path.filename() != "package.mo") return LoadFile(path, {}, true);
  // A package directory, possibly inside others.
  const fs::path directory = path.parent_path().empty() ? fs::path(".") : path.parent_path();
  std::vector<fs::path> chain{directory};
  while (IsFile(chain.back() / ".." / "package.mo")) chain.push_back(chain.back() / "..");
  ir::ClassId at = LoadDirectory(chain.back(), {});
  for (size_t i = chain.size() - 1; i-- > 0 && at;) at = Nested(at, Canonical(chain[i]).filename().string());
  if (!at) return {};
  return {at};
}

std::optional<fs::path> Loader::FindInLibraries(const std::string& name) const {
  for (const std::string& library : options_.library_paths) {
    const fs::path base(library);
    if (IsFile(base / name / "package.mo")) return base / name;
    std::vector<fs::path> versions;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(base, error)) {
      const std::string directory = entry.path().filename().string();
      if (directory.starts_with(name + " ") && IsFile(entry.path() / "package.mo")) versions.push_back(entry.path());
    }
    if (!versions.empty()) {
      return *std::max_element(versions.begin(), versions.end(), [](const fs::path& a, const fs::path& b) {
        return VersionOf(a.filename().string()) < VersionOf(b.filename().string());
      });
    }
    if (IsFile(base / (name + ".mo"))) return base / (name + ".mo");
  }
  return std::nullopt;
}

ir::ClassId Loader::TopLevel(const std::string& name) {
  if (const auto found = tree_.top_level.find(name); found != tree_.top_level.end()) return found->second;
  if (missing_.contains(name)) return {};
  const auto path = FindInLibraries(name);
  if (!path) {
    missing_.insert(name);
    return {};
  }
  if (path->extension() == ".mo") {
    LoadFile(*path, {}, false);
  } else {
    LoadDirectory(*path, {});
  }
  const auto found = tree_.top_level.find(name);
  if (found == tree_.top_level.end()) missing_.insert(name);
  return found == tree_.top_level.end() ? ir::ClassId() : found->second;
}

ir::ClassId Loader::Nested(ir::ClassId parent, const std::string& name) {
  const auto& nested = tree_.classes[parent.index()].nested;
  if (const auto found = nested.find(name); found != nested.end()) return found->second;
  const auto directory = directories_.find(parent);
  if (directory == directories_.end()) return {};
  const auto pending = directory->second.pending.find(name);
  if (pending == directory->second.pending.end()) return {};
  const fs::path path = pending->second;
  directory->second.pending.erase(pending);
  if (IsFile(path / "package.mo")) return LoadDirectory(path, parent);
  const std::vector<ir::ClassId> classes = LoadFile(path, parent, false);
  if (classes.empty()) return {};
  CheckFileName(*tree_.classes[classes.front().index()].definition, name);
  return classes.front();
}

void Loader::LoadAll(ir::ClassId package) {
  if (const auto directory = directories_.find(package); directory != directories_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, path] : directory->second.pending) names.push_back(name);
    for (const std::string& name : names) Nested(package, name);
  }
  const std::vector<ir::ClassId> nested = tree_.classes[package.index()].nested_order;
  for (const ir::ClassId id : nested) LoadAll(id);
}

std::vector<std::string> Loader::UnreadIn(ir::ClassId parent) const {
  std::set<std::string> names;
  if (parent) {
    const auto directory = directories_.find(parent);
    if (directory == directories_.end()) return {};
    for (const auto& [name, path] : directory->second.pending) names.insert(name);
  } else {
    for (const std::string& library : options_.library_paths) {
      std::error_code error;
      for (const auto& entry : fs::directory_iterator(library, error)) {
        const fs::path& path = entry.path();
        if (IsFile(path / "package.mo")) names.insert(WithoutVersion(path.filename().string()));
        if (path.extension() == ".mo" && IsFile(path)) names.insert(path.stem().string());
      }
    }
  }
  const auto& loaded = parent ? tree_.classes[parent.index()].nested : tree_.top_level;
  std::erase_if(names, [&](const std::string& name) { return loaded.contains(name); });
  return {names.begin(), names.end()};
}

std::vector<std::string> Loader::NamesIn(ir::ClassId parent) const {
  std::vector<std::string> names = UnreadIn(parent);
  for (const auto& [name, id] : parent ? tree_.classes[parent.index()].nested : tree_.top_level) names.push_back(name);
  return names;
}

void Loader::Finish() {
  tree_.unread = UnreadIn({});
  for (const auto& [id, directory] : directories_) {
    if (!id) continue;
    tree_.classes[id.index()].unread = UnreadIn(id);
    const std::vector<std::string>& order = directory.order;
    const auto position = [&](ir::ClassId cls) {
      return std::find(order.begin(), order.end(), tree_.classes[cls.index()].name) - order.begin();
    };
    auto& nested = tree_.classes[id.index()].nested_order;
    std::stable_sort(nested.begin(), nested.end(), [&](ir::ClassId a, ir::ClassId b) {
      const auto pa = position(a), pb = position(b);
      return pa != pb ? pa < pb : tree_.classes[a.index()].name < tree_.classes[b.index()].name;
    });
  }
}

}  // namespace stiction
