// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/driver/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <sstream>
#include <utility>

#include "compiler/causalize/causalize.h"
#include "compiler/check_classes/check_classes.h"
#include "compiler/check_functions/check_functions.h"
#include "compiler/clocks/clocks.h"
#include "compiler/discretize/assign_clocked.h"
#include "compiler/emit/emit.h"
#include "compiler/external/call_c.h"
#include "compiler/external/link_c.h"
#include "compiler/flatten/flatten.h"
#include "compiler/instantiate/instantiate.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/ir/causal/print.h"
#include "compiler/ir/causal/verify.h"
#include "compiler/ir/classes/verify.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/dae/verify.h"
#include "compiler/ir/flat/print.h"
#include "compiler/ir/flat/verify.h"
#include "compiler/ir/instances/verify.h"
#include "compiler/lower/lower.h"
#include "compiler/modes/singular_modes.h"
#include "compiler/modes/unify_modes.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "compiler/simplify/simplify.h"
#include "compiler/tear/tear.h"
#include "compiler/typecheck/typecheck.h"
#include "compiler/units/check_units.h"
#include "runtime/program/print.h"
#include "runtime/program/verify.h"

namespace stiction {
namespace {

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Parsing happens on demand inside resolve.
ResolveOptions ResolveOptionsOf(const CompileOptions& options, double& parse_seconds) {
  ResolveOptions resolve;
  resolve.files = options.files;
  resolve.library_paths = options.library_paths;
  resolve.model = options.model;
  resolve.open = options.open_source;
  resolve.parse = [&options, &parse_seconds](const Source& source, Diagnostics& diagnostics) {
    const double start = CpuSeconds();
    auto stored = std::make_unique<ast::StoredDefinition>(Parse(source, diagnostics));
    if (options.verify) ast::Verify(*stored, source);
    parse_seconds += CpuSeconds() - start;
    return stored;
  };
  return resolve;
}

// Runs the phases of one compilation and keeps their times.
class Compilation {
 public:
  Compilation(const CompileOptions& options, Surroundings surroundings, SourceMap& sources, Diagnostics& diagnostics)
      : options_(options), surroundings_(surroundings), sources_(sources), diagnostics_(diagnostics) {}

  Compiled Run() {
    if (Wants("ast")) {
      DumpAst();
    } else {
      RunPhases();
    }
    return std::move(compiled_);
  }

  /// Once it has run: whether something is to be connected to it.
  bool is_component() const { return is_component_; }
  /// Whether it came so far that an error may be one of the whole model, which a component is none of.
  bool came_to_the_whole() const { return came_to_the_whole_; }

 private:
  // The order of the compiler; with something around the model, up to what tells its structure. A phase that reports an
  // error is the last one.
  void RunPhases() {
    const Resolved resolved =
        Timed("resolve", [&] { return Resolve(ResolveOptionsOf(options_, parse_seconds_), sources_, diagnostics_); });
    TakeParseTimeFromResolve();
    if (diagnostics_.HasErrors()) return;
    Checked(resolved.classes);
    compiled_.model = resolved.classes.classes[resolved.model.index()].full_name;
    Timed("check_classes", [&] { CheckClasses(resolved.classes, resolved.reached, diagnostics_); });
    if (diagnostics_.HasErrors()) return;

    ir::FlatModel flat = RunToFlat(resolved);
    if (diagnostics_.HasErrors()) return;
    is_component_ = flat.is_component;
    if (options_.rewrite_flat) options_.rewrite_flat(flat);
    Checked(flat);
    if (options_.check_units && surroundings_ == Surroundings::kNone)
      Timed("units", [&] { CheckUnits(flat, diagnostics_); });
    if (Wants("flat")) return Keep(flat);

    flat.has_importer = options_.has_importer;
    Timed("clocks", [&] { ResolveClocks(flat, diagnostics_); });
    if (diagnostics_.HasErrors()) return;
    std::vector<bool> is_final;
    for (const ir::FlatVariable& variable : flat.variables) is_final.push_back(variable.is_final);
    ir::Dae dae = Timed("lower", [&] { return Lower(std::move(flat), diagnostics_); });
    if (diagnostics_.HasErrors()) return;
    dae = Timed("discretize", [&] { return AssignClocked(std::move(dae), diagnostics_); });
    if (diagnostics_.HasErrors()) return;
    Checked(dae);
    if (dae.open) compiled_.open = std::make_shared<OpenTranslation>(dae, OpenTexts());
    dae = Timed("simplify", [&] { return Simplify(std::move(dae), diagnostics_); });
    if (diagnostics_.HasErrors()) return;
    Checked(dae);
    if (surroundings_ == Surroundings::kAnything) return CheckStructure(std::move(dae), diagnostics_);
    if (options_.tell_singular_modes) TellSingularModes(dae, diagnostics_);
    dae = Timed("modes", [&] { return UnifyModes(std::move(dae)); });
    Checked(dae);
    if (Wants("dae")) return Keep(dae);

    came_to_the_whole_ = true;
    ir::CausalModel causal = Timed("causalize", [&] { return Causalize(std::move(dae), diagnostics_); });
    if (diagnostics_.HasErrors()) return;
    Timed("tear", [&] { Tear(causal); });
    Checked(causal);
    if (Wants("causal")) return Keep(causal);

    if (options_.summarize) compiled_.summary = Summarize(causal, is_final, sources_);
    compiled_.program = Timed("emit", [&] { return Emit(causal, sources_, diagnostics_); });
    if (diagnostics_.HasErrors()) return compiled_.program.reset();
    if (!options_.dump) {
      Timed("external",
            [&] { LinkC(causal.dae, *compiled_.program, options_.external_code, options_.c_library, diagnostics_); });
    }
    if (diagnostics_.HasErrors()) return compiled_.program.reset();
    if (options_.verify) runtime::Verify(*compiled_.program);
    if (Wants("program")) Keep(*compiled_.program);
  }

  // The instances are gone when this returns: no later phase knows them, and all that follow fit into their memory.
  ir::FlatModel RunToFlat(const Resolved& resolved) {
    const Settings settings = ReadSettings();
    if (diagnostics_.HasErrors()) return {};
    ir::InstanceTree instances = Timed("instantiate", [&] {
      return Instantiate(resolved.classes, resolved.model, settings, diagnostics_,
                         MakeCFunctions(options_.external_code));
    });
    if (diagnostics_.HasErrors()) return {};
    Checked(instances);
    Timed("typecheck", [&] { Typecheck(instances, diagnostics_); });
    if (diagnostics_.HasErrors()) return {};
    return Timed("flatten", [&] {
      FunctionChecks functions(diagnostics_);
      functions.Check(instances);
      ir::FlatModel flat = Flatten(instances, diagnostics_, surroundings_);
      functions.Check(flat);
      return flat;
    });
  }

  bool Wants(std::string_view representation) const { return options_.dump == representation; }

  template <class Ir>
  void Checked(const Ir& representation) const {
    if (options_.verify) Verify(representation);
  }

  template <class Ir>
  void Keep(const Ir& representation) {
    std::ostringstream text;
    Print(text, representation);
    compiled_.dump = std::move(text).str();
  }

  template <class Work>
  std::invoke_result_t<Work> Timed(const char* phase, Work work) {
    struct Record {
      Compiled& compiled;
      const char* phase;
      double start = CpuSeconds();
      ~Record() { compiled.seconds.emplace_back(phase, CpuSeconds() - start); }
    } record{compiled_, phase};
    return work();
  }

  void TakeParseTimeFromResolve() {
    compiled_.seconds.back().second -= parse_seconds_;
    compiled_.seconds.insert(compiled_.seconds.begin(), {"parse", parse_seconds_});
  }

  std::vector<std::string> OpenTexts() const {
    std::vector<std::string> texts;
    for (size_t i = options_.settings.size() - options_.open; i < options_.settings.size(); ++i) {
      texts.push_back(options_.settings[i].second);
    }
    return texts;
  }

  Settings ReadSettings() {
    Settings settings;
    for (const auto& [name, value] : options_.settings) {
      Setting setting{name, ParseExpression(sources_.Add("--set", name), diagnostics_), nullptr};
      setting.is_open = settings.size() + options_.open >= options_.settings.size();
      Diagnostics of_value;
      setting.value = ParseExpression(sources_.Add("--set " + name, value), of_value);
      for (const Diagnostic& told : of_value.all()) {
        Diagnostic& error = diagnostics_.Error(told.kind, told.span, told.message);
        error.labels = told.labels;
        error.hint = told.hint;
        if (error.hint.empty()) {
          error.hint = fmt::format("if it is a String: it has quotes, which the shell must leave: --set '{}=\"{}\"'",
                                   name, value);
        }
      }
      settings.push_back(std::move(setting));
    }
    return settings;
  }

  // The class as written, without anything that it refers to.
  void DumpAst() {
    std::ostringstream text;
    for (const std::string& path : options_.files) {
      const std::filesystem::path given(path);
      // A package directory stands for its package.mo (MLS 13.4.1).
      const std::string file = std::filesystem::is_directory(given) ? (given / "package.mo").string() : path;
      const Source* source = sources_.AddFile(file);
      if (!source) {
        diagnostics_.Error(DiagnosticKind::FileNotReadable, {}, fmt::format("cannot read '{}'", file)).hint =
            "give a .mo file or a package directory that exists";
        continue;
      }
      const ast::StoredDefinition stored = Timed("parse", [&] { return Parse(*source, diagnostics_); });
      if (options_.verify) ast::Verify(stored, *source);
      Print(text, stored);
    }
    if (!diagnostics_.HasErrors()) compiled_.dump = std::move(text).str();
  }

  const CompileOptions& options_;
  const Surroundings surroundings_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  Compiled compiled_;
  double parse_seconds_ = 0;
  bool is_component_ = false;
  bool came_to_the_whole_ = false;
};

// Errors that say which equations are missing or too many, or which constants a package that extends this one gives.
bool IsOfStructure(const Diagnostic& told) {
  using enum DiagnosticKind;
  constexpr std::array kKinds{ModelUnbalanced,      InputNotConnected,     StructurallySingular,
                              EquationUnmatched,    VariableUndetermined,  NotDifferentiable,
                              ConstraintsDependent, DiscreteAssignedTwice, ConstantWithoutValue};
  return told.severity != Severity::kError || std::ranges::find(kKinds, told.kind) != kKinds.end();
}

// What a component lacks is looked for with something connected to it: only then it has all its equations.
void JudgeAsComponent(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  Diagnostics connected;
  const std::string model = Compilation(options, Surroundings::kAnything, sources, connected).Run().model;
  const bool is_judged = std::ranges::all_of(connected.all(), IsOfStructure);
  if (!is_judged && !diagnostics.HasErrors()) return;
  const Diagnostics alone = std::exchange(diagnostics, {});
  for (const Diagnostic& told : alone.all()) {
    if (told.severity != Severity::kError) diagnostics.Add(told);
  }
  for (const Diagnostic& told : connected.all()) {
    if (told.severity == Severity::kError) diagnostics.Add(told);
  }
  if (connected.HasErrors() || !alone.HasErrors()) return;
  const auto first = std::ranges::find(alone.all(), Severity::kError, &Diagnostic::severity);
  diagnostics
      .Note(DiagnosticKind::ComponentAlone, first->span,
            fmt::format("`{}` is a sound component, but cannot be simulated alone: {}", model, first->message))
      .hint = "to simulate it, connect it in a model";
}

}  // namespace

bool LeavesAChoice(const Diagnostics& diagnostics) {
  using enum DiagnosticKind;
  return diagnostics.HasErrors() && std::ranges::all_of(diagnostics.all(), [](const Diagnostic& told) {
           return told.severity != Severity::kError || told.kind == PartialClass || told.kind == ValueNeeded ||
                  told.kind == MissingInner;
         });
}

std::vector<std::string> ModelsToCompile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  double parse_seconds = 0;
  return ModelsIn(ResolveOptionsOf(options, parse_seconds), sources, diagnostics);
}

std::optional<std::vector<ListedClass>> ClassesToList(const CompileOptions& options, SourceMap& sources,
                                                      Diagnostics& diagnostics) {
  double parse_seconds = 0;
  return ClassesIn(ResolveOptionsOf(options, parse_seconds), sources, diagnostics);
}

Compiled Compile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  try {
    Compilation alone(options, Surroundings::kNone, sources, diagnostics);
    Compiled compiled = alone.Run();
    const bool is_complete = alone.came_to_the_whole() || std::ranges::all_of(diagnostics.all(), IsOfStructure);
    if (options.accept_components && alone.is_component() && is_complete) {
      JudgeAsComponent(options, sources, diagnostics);
    }
    return compiled;
  } catch (const ModelTooLarge& limit) {
    diagnostics.Error(DiagnosticKind::ModelTooLarge, limit.span, limit.message).hint =
        "look for a size that is larger than it was meant to be";
    return {};
  }
}

}  // namespace stiction
