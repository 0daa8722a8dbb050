// SPDX-License-Identifier: BSD-3-Clause
// Loads files and enters their classes: given files, package directories, libraries (MLS 13.4).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/resolve/resolve.h"

namespace stiction {

class Loader {
 public:
  Loader(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics, ir::ClassTree& tree)
      : options_(options), sources_(sources), diagnostics_(diagnostics), tree_(tree) {}

  /// Loads a file or package directory named by the user.
  /// @returns the classes it holds at its outermost level
  std::vector<ir::ClassId> LoadGiven(const std::string& path);

  /// A top-level class: loaded already, or found in the library directories. Invalid if there is none.
  ir::ClassId TopLevel(const std::string& name);

  /// A class declared in `parent` itself, loaded from its file if need be. Invalid if there is none.
  ir::ClassId Nested(ir::ClassId parent, const std::string& name);

  /// Loads all files of a package directory, recursively.
  void LoadAll(ir::ClassId package);

  /// Brings the nested classes of package directories into the order of package.order, and notes the names of the
  /// classes that were not loaded.
  void Finish();

  /// The names of the classes in `parent`, or of the top-level ones, loaded or not.
  std::vector<std::string> NamesIn(ir::ClassId parent) const;

 private:
  struct Directory {
    std::map<std::string, std::filesystem::path> pending;  // files and directories not yet read, by class name
    std::vector<std::string> order;                        // package.order
  };

  std::shared_ptr<const ast::StoredDefinition> Parse(const std::filesystem::path& path);
  std::vector<ir::ClassId> LoadFile(const std::filesystem::path& path, ir::ClassId parent, bool given);
  ir::ClassId LoadDirectory(const std::filesystem::path& directory, ir::ClassId parent);
  ir::ClassId EnterClass(ir::ClassId parent, const ast::Class& definition, const ast::Element* element);
  std::optional<ir::ClassId> PackageOfGiven(const std::filesystem::path& path, const ast::Name& within);
  std::optional<std::filesystem::path> FindInLibraries(const std::string& name) const;
  std::vector<std::string> UnreadIn(ir::ClassId parent) const;
  std::string FullName(ir::ClassId id) const { return id ? tree_.classes[id.index()].full_name : std::string(); }
  void CheckFileName(const ast::Class& definition, const std::string& expected);

  const ResolveOptions& options_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  ir::ClassTree& tree_;
  std::map<ir::ClassId, Directory> directories_;
  std::map<std::filesystem::path, std::vector<ir::ClassId>> loaded_;
  std::set<std::string> missing_;
};

}  // namespace stiction
