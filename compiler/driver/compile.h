// SPDX-License-Identifier: BSD-3-Clause
// The whole order of the compiler on one screen; nothing else knows it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/model_summary.h"
#include "compiler/driver/open_translation.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/resolve/resolve.h"
#include "compiler/support/diagnostics.h"
#include "runtime/program/program.h"

namespace stiction {

struct CompileOptions {
  std::vector<std::string> files;          // .mo files or package directories
  std::vector<std::string> library_paths;  // as of resolve
  std::string model;                       // -m; empty: the one non-partial model of the files
  std::function<const Source*(const std::string& path)> open_source;  // as of resolve
  std::vector<std::pair<std::string, std::string>> settings;          // --set NAME=VALUE: name and expression text
  size_t open = 0;  // so many of the last settings may have other values afterwards, see Compiled::open
  bool check_units = true;
  bool external_code = true;  // whether C code of the model may be compiled and run
  /// True if a component need not be a model that can be simulated: what is connected to it determines the rest
  /// (MLS 4.8). Then there may be no program without an error.
  bool accept_components = false;
  bool has_importer = false;         // the model is exported: its importer gives inputs their values, and has no clocks
  std::string c_library;             // path of a file for the compiled C code of external functions; empty: none
  bool tell_singular_modes = false;  // notes about modes that cannot determine all unknowns
  bool summarize = false;            // for Compiled::summary
  /// Text form to keep: "ast", "flat", "dae", "causal" or "program". The compilation goes no further than needed.
  std::optional<std::string> dump;
  /// True if each representation is checked after its phase: for tests and for who changes a phase.
  bool verify = true;
  /// Looks at the flat model before it is lowered, and may change it: for tests of what must not matter.
  std::function<void(ir::FlatModel&)> rewrite_flat;
};

struct Compiled {
  std::optional<runtime::Program> program;  // absent after an error, or when a dump asked for less
  std::string dump;
  std::string model;  // full name
  /// Says for which values of the open settings the program holds; null without any, and after an error.
  std::shared_ptr<OpenTranslation> open;
  std::optional<ModelSummary> summary;
  /// Phase and seconds of CPU time, in order: parse, resolve, ..., emit.
  std::vector<std::pair<std::string, double>> seconds;
};

/// True if there are errors, and all are of a class that is right but leaves something to whoever uses it: a partial
/// class is to be redeclared, a parameter needs a value, an outer element its inner one.
bool LeavesAChoice(const Diagnostics& diagnostics);

/// The models that `options.model` or the files hold, as ModelsIn of resolve.
std::vector<std::string> ModelsToCompile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics);

/// The classes of a package, as ClassesIn of resolve.
std::optional<std::vector<ListedClass>> ClassesToList(const CompileOptions& options, SourceMap& sources,
                                                      Diagnostics& diagnostics);

/// Compiles one model. Diagnostics tell what is wrong; the phases go on where they safely can.
Compiled Compile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace stiction
