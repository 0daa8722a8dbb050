// SPDX-License-Identifier: BSD-3-Clause
// Ast -> ClassTree: packages, scopes, library search (MLS 5, 13).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/classes/class_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

struct ResolveOptions {
  /// .mo files or package directories given by the user, in order.
  std::vector<std::string> files;
  /// Directories in which top-level packages are looked up (MLS 13.4): -L and LibraryPathsOfEnvironment().
  std::vector<std::string> library_paths;
  /// Full class name; empty: the one non-partial model of the files.
  std::string model;
  /// Parses one source (the driver passes the parser: resolve does not know it).
  std::function<std::shared_ptr<const ast::StoredDefinition>(const Source&, Diagnostics&)> parse;
  /// The source of a file, null if it cannot be read; empty: SourceMap::AddFile.
  std::function<const Source*(const std::string& path)> open;
};

struct Resolved {
  ir::ClassTree classes;
  ir::ClassId model;                 // invalid after an error
  std::vector<ir::ClassId> reached;  // the classes that the model can reach, and those around them, by id
};

/// The non-partial models and blocks that `options.model` holds, or is; without it, those of the files. In order of
/// writing, but the classes inside of models, which are parts of them.
/// @returns their full names; after an error, of those that could be read
std::vector<std::string> ModelsIn(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics);

/// A class as its package lists it.
struct ListedClass {
  std::string name;
  std::string kind;  // "model", "partial block", ...
  std::string comment;
};

/// The classes that the package `options.model` holds itself, in order of writing; without a name, those of the package
/// that is given, or of several classes at the outermost level of the files all.
/// @returns nothing if a single class is meant that is no package, and after an error
std::optional<std::vector<ListedClass>> ClassesIn(const ResolveOptions& options, SourceMap& sources,
                                                  Diagnostics& diagnostics);

/// Loads the files and, lazily, the library files that the model can reach, and enters their classes.
Resolved Resolve(const ResolveOptions& options, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace stiction
