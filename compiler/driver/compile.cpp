#include "compiler/driver/compile.h"

#include <ctime>
#include <filesystem>
#include <optional>
#include <sstream>

#include "compiler/causalize/causalize.h"
#include "compiler/emit/emit.h"
#include "compiler/flatten/flatten.h"
#include "compiler/instantiate/instantiate.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/ir/causal/print.h"
#include "compiler/ir/causal/verify.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/dae/verify.h"
#include "compiler/ir/flat/print.h"
#include "compiler/ir/flat/verify.h"
#include "compiler/lower/lower.h"
#include "compiler/parse/parse.h"
#include "compiler/resolve/resolve.h"
#include "compiler/simplify/simplify.h"
#include "compiler/tear/tear.h"
#include "compiler/typecheck/typecheck.h"
#include "runtime/program/print.h"
#include "runtime/program/verify.h"

namespace stiction {
namespace {

#ifdef NDEBUG
constexpr bool kVerify = false;
#else
constexpr bool kVerify = true;
#endif

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Runs one phase and notes how long it took.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<std::pair<std::string, double>>& seconds) : seconds_(seconds) {}

  template <class Phase>
  auto operator()(const char* name, const Phase& phase) {
    const double begin = CpuSeconds();
    auto result = phase();
    seconds_.emplace_back(name, CpuSeconds() - begin);
    return result;
  }

 private:
  std::vector<std::pair<std::string, double>>& seconds_;
};

// The right side of `--set NAME=VALUE` is Modelica: it is parsed as the binding of a component.
std::shared_ptr<ast::Expression> ParseSetting(const std::string& name, const std::string& value, SourceMap& sources,
                                              Diagnostics& diagnostics) {
  const Source& source = sources.Add("--set " + name, "model Setting\n  Real value =\n" + value + ";\nend Setting;\n");
  ast::StoredDefinition definition = Parse(source, diagnostics);
  if (definition.classes.empty() || definition.classes[0]->elements.empty()) return nullptr;
  ast::Component* component = definition.classes[0]->elements[0].component.get();
  if (component == nullptr || component->modification == nullptr) return nullptr;
  return std::move(component->modification->value);
}

// The text that a Print function writes.
template <class Representation>
std::string TextOf(const Representation& representation) {
  std::ostringstream text;
  Print(text, representation);
  return std::move(text).str();
}

// A package directory stands for its package.mo (MLS 13.4.1).
std::string FileOf(const std::string& path) {
  const std::filesystem::path file(path);
  return std::filesystem::is_directory(file) ? (file / "package.mo").string() : path;
}

// The text form of the files themselves, without anything that they refer to.
std::string DumpSyntaxTrees(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  std::ostringstream text;
  for (const std::string& path : options.files) {
    const Source* source = sources.AddFile(FileOf(path));
    if (source == nullptr) {
      diagnostics.Error(DiagnosticKind::FileNotReadable, {}, "cannot read '" + FileOf(path) + "'").hint =
          "give a .mo file or a package directory that exists";
      continue;
    }
    const ast::StoredDefinition stored = Parse(*source, diagnostics);
    if (kVerify) ast::Verify(stored, *source);
    ast::Print(text, stored);
  }
  return diagnostics.HasErrors() ? std::string() : std::move(text).str();
}

}  // namespace

Compiled Compile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  Compiled out;
  const std::string dump = options.dump.value_or("");
  if (dump == "ast") {
    out.dump = DumpSyntaxTrees(options, sources, diagnostics);
    return out;
  }

  Stopwatch timed(out.seconds);
  double parse_seconds = 0;
  const auto parse = [&parse_seconds](const Source& source, Diagnostics& reports) {
    const double begin = CpuSeconds();
    auto definition = std::make_unique<ast::StoredDefinition>(Parse(source, reports));
    parse_seconds += CpuSeconds() - begin;
    return definition;
  };
  out.seconds.emplace_back("parse", 0);
  const Resolved resolved = timed("resolve", [&] {
    return Resolve({options.files, options.library_paths, options.model, parse}, sources, diagnostics);
  });
  out.seconds[0].second = parse_seconds;  // files are parsed when resolve first needs them
  out.seconds[1].second -= parse_seconds;
  if (diagnostics.HasErrors() || !resolved.model) return out;
  out.model = resolved.classes.classes[resolved.model.index()].full_name;

  std::vector<std::pair<std::string, std::shared_ptr<ast::Expression>>> settings;
  for (const auto& [name, value] : options.settings) {
    settings.emplace_back(name, ParseSetting(name, value, sources, diagnostics));
  }
  if (diagnostics.HasErrors()) return out;

  ir::InstanceTree instances =
      timed("instantiate", [&] { return Instantiate(resolved.classes, resolved.model, settings, diagnostics); });
  if (diagnostics.HasErrors()) return out;
  timed("typecheck", [&] {
    Typecheck(instances, diagnostics);
    return 0;
  });
  if (diagnostics.HasErrors()) return out;

  ir::FlatModel flat = timed("flatten", [&] { return Flatten(instances, diagnostics); });
  if (diagnostics.HasErrors()) return out;
  if (kVerify) ir::Verify(flat);
  if (dump == "flat") {
    out.dump = TextOf(flat);
    return out;
  }

  ir::Dae dae = timed("lower", [&] { return Lower(flat, diagnostics); });
  if (diagnostics.HasErrors()) return out;
  dae = timed("simplify", [&] { return Simplify(std::move(dae), diagnostics); });
  if (diagnostics.HasErrors()) return out;
  if (kVerify) ir::Verify(dae);
  if (dump == "dae") {
    out.dump = TextOf(dae);
    return out;
  }

  ir::CausalModel causal = timed("causalize", [&] { return Causalize(std::move(dae), diagnostics); });
  if (diagnostics.HasErrors()) return out;
  if (kVerify) ir::Verify(causal);
  timed("tear", [&] {
    Tear(causal);
    return 0;
  });
  if (kVerify) ir::Verify(causal);
  if (dump == "causal") {
    out.dump = TextOf(causal);
    return out;
  }

  out.program = timed("emit", [&] { return Emit(causal, sources, diagnostics); });
  if (diagnostics.HasErrors()) {
    out.program.reset();
    return out;
  }
  if (kVerify) runtime::Verify(*out.program);
  if (dump == "program") out.dump = TextOf(*out.program);
  return out;
}

}  // namespace stiction
