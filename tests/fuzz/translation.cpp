// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fuzz/translation.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"

namespace stiction::test {
namespace {

Compiled Translate(const CompileOptions& options, SourceMap& sources) {
  Diagnostics diagnostics;
  Compiled compiled = Compile(options, sources, diagnostics);
  std::ostringstream messages;
  Print(messages, diagnostics, sources);
  EXPECT_TRUE(options.accept_components || compiled.program.has_value() != diagnostics.HasErrors()) << messages.str();
  return compiled;
}

}  // namespace

std::string ReadWhole(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void RunFor(const runtime::Program& program, std::chrono::milliseconds patience) {
  std::atomic<bool> interrupted = false;
  const auto begin = std::chrono::steady_clock::now();
  runtime::SimulationOptions options;
  options.stop_time = 0.1;
  options.interval = 0.05;
  options.interrupted = &interrupted;
  options.on_progress = [&](const runtime::RunProgress&) {
    interrupted = std::chrono::steady_clock::now() - begin > patience;
  };
  const runtime::SimulationResult result = runtime::Simulate(program, options);
  EXPECT_TRUE(result.report.success || !result.report.message.empty());
}

void KeepLast(const std::string& text) {
  if (const char* file = std::getenv("STICTION_FUZZ_LAST")) std::ofstream(file, std::ios::binary) << text;
}

double FuzzSeconds() {
  const char* given = std::getenv("STICTION_FUZZ_SECONDS");
  return given ? std::atof(given) : 0;
}

bool TranslateAndRun(const std::string& text) {
  KeepLast(text);
  SourceMap sources;
  CompileOptions options;
  options.files = {"M.mo"};
  options.model = "M";
  options.external_code = false;
  options.open_source = [&](const std::string& path) { return &sources.Add(path, text); };
  const Compiled compiled = Translate(options, sources);
  if (compiled.program) RunFor(*compiled.program, std::chrono::milliseconds(100));
  return compiled.program.has_value();
}

bool TranslateDamaged(const std::string& library, const std::string& model, const std::string& path,
                      const std::string& text) {
  KeepLast(text);
  SourceMap sources;
  CompileOptions options;
  options.library_paths = {library};
  options.model = model;
  options.accept_components = true;
  options.external_code = false;
  options.open_source = [&](const std::string& wanted) {
    return wanted == path ? &sources.Add(wanted, text) : sources.AddFile(wanted);
  };
  return Translate(options, sources).program.has_value();
}

}  // namespace stiction::test
