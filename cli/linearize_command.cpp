// SPDX-License-Identifier: BSD-3-Clause
#include "cli/linearize_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/linear_text.h"
#include "cli/run_options.h"
#include "cli/terminal.h"
#include "compiler/support/nearest_name.h"
#include "runtime/external/foreign_code.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

/// Takes no rows: only the end of the run counts.
class NoRows : public runtime::RowSink {
 public:
  void Begin(const std::vector<runtime::VariableInfo>&, runtime::Slot) override {}
  void Row(double, const double*) override {}
  bool failed() const override { return false; }
};

// Empty, or what is wrong.
std::string WrongOutputs(const runtime::Program& program, const std::vector<std::string>& outputs) {
  std::vector<std::string> names;
  for (const runtime::VariableInfo& variable : program.variables) {
    if (variable.type == runtime::ValueType::kReal) names.push_back(variable.name);
  }
  for (const std::string& name : outputs) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string hint = DidYouMean(name, names);
    return fmt::format("the model {} has no Real variable `{}`{}", program.model, name,
                       hint.empty() ? "" : "\n  hint: " + hint);
  }
  return {};
}

runtime::SimulationResult RunTo(const CommandLine& line, const runtime::Program& program,
                                const runtime::SimulationOptions& options) {
  const Progress progress("simulating up to the point", line.quiet);
  runtime::SetForeignTimeLimit(line.call_limit);
  const InterruptGuard guard;
  return runtime::Simulate(program, options);
}

// Empty, or why it could not be written.
std::string Write(const CommandLine& line, const std::string& model, const runtime::Linearization& linear) {
  if (line.output.empty()) {
    std::cout << FormatLinearization(linear) << std::flush;
    return {};
  }
  const bool is_mat = line.output.ends_with(".mat");
  const std::string bytes = is_mat ? LinearizationMat(linear) : LinearizationJson(model, linear);
  if (line.output == "-") {
    std::cout << bytes << std::flush;
    return {};
  }
  return runtime::WriteAtomically(line.output, bytes).value_or("");
}

}  // namespace

int RunLinearize(const CommandLine& line) {
  const std::string extension = std::filesystem::path(line.output).extension().string();
  const bool is_file = !line.output.empty() && line.output != "-";
  if (is_file && extension != ".json" && extension != ".mat") {
    return Refuse(fmt::format("'{}': a linearized model is a .json or .mat file", line.output));
  }
  CompileOptions compile = CompileOptionsOf(line);
  compile.summarize = true;
  const CompileOutcome outcome = CompileModel(compile, line.quiet);
  if (outcome.has_errors || !outcome.compiled.program) return kModelError;
  const runtime::Program& program = *outcome.compiled.program;
  if (const std::string wrong = WhyNotWritable({{is_file ? line.output : "", "the linearized model"}}, outcome.sources);
      !wrong.empty()) {
    return Refuse(wrong);
  }
  runtime::SimulationOptions options = RunOptionsOf(line, program.experiment);
  options.stop_time = line.stop_time.value_or(options.start_time);
  if (const std::string wrong = WrongRunOptions(options); !wrong.empty()) return Refuse(wrong);
  options.linearized = line.observed.empty() ? outcome.compiled.summary->outputs : line.observed;
  if (const std::string wrong = WrongOutputs(program, *options.linearized); !wrong.empty()) return Refuse(wrong);
  NoRows rows;
  options.sink = &rows;
  options.signals = std::vector<std::string>();
  const runtime::SimulationResult result = RunTo(line, program, options);
  for (const std::string& note : result.report.notes) fmt::print(stderr, "warning: {}\n", note);
  if (!result.report.success) {
    fmt::print(stderr, "{} [{}]\n", result.report.message, runtime::Name(result.report.reason));
    return kSimulationStopped;
  }
  if (!result.linearization) {
    fmt::print(stderr,
               "at t = {:.12g} s the equations have no derivative: a value is not finite, or not unique\n"
               "  hint: choose a time at which nothing happens\n",
               result.report.time_reached);
    return kSimulationStopped;
  }
  if (result.linearization->states.empty()) fmt::print(stderr, "note: the model has no states\n");
  if (const std::string wrong = Write(line, outcome.compiled.model, *result.linearization); !wrong.empty()) {
    return Refuse(wrong);
  }
  return kDone;
}

}  // namespace stiction::cli
