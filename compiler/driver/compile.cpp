#include "compiler/driver/compile.h"

#include <ctime>
#include <filesystem>
#include <sstream>

#include "compiler/ir/ast/print.h"
#include "compiler/ir/ast/verify.h"
#include "compiler/parse/parse.h"

namespace stiction {
namespace {

// A package directory stands for its package.mo (MLS 13.4.1).
std::string FileOf(const std::string& path) {
  const std::filesystem::path file(path);
  return std::filesystem::is_directory(file) ? (file / "package.mo").string() : path;
}

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// What was written, without anything that it refers to.
void CompileAst(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics, Compiled& compiled) {
  std::ostringstream text;
  const double start = CpuSeconds();
  for (const std::string& path : options.files) {
    const std::string file = FileOf(path);
    const Source* source = sources.AddFile(file);
    if (!source) {
      diagnostics.Error(DiagnosticKind::FileNotReadable, {}, "cannot read '" + file + "'").hint =
          "give a .mo file or a package directory that exists";
      continue;
    }
    const ast::StoredDefinition stored = Parse(*source, diagnostics);
    ast::Verify(stored, *source);
    ast::Print(text, stored);
  }
  compiled.seconds.emplace_back("parse", CpuSeconds() - start);
  if (!diagnostics.HasErrors()) compiled.dump = text.str();
}

}  // namespace

Compiled Compile(const CompileOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  Compiled compiled;
  CompileAst(options, sources, diagnostics, compiled);
  return compiled;
}

}  // namespace stiction
