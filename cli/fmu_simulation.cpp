// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fmu_simulation.h"

#include <fmt/format.h>

#include <map>
#include <variant>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/run_and_tell.h"
#include "cli/run_options.h"
#include "cli/unpacked_fmu.h"
#include "fmi/import/exchange.h"
#include "fmi/import/steps.h"
#include "fmi/import/values.h"

namespace stiction::cli {
namespace {

// @returns empty, or what is wrong
std::string TakeSetup(const CommandLine& line, const fmi::ImportedModel& model,
                      const runtime::SimulationOptions& options, fmi::ImportSetup& setup) {
  setup.settings = line.settings;
  setup.start_time = options.start_time;
  setup.stop_time = options.stop_time;
  setup.tolerance = options.tolerance;
  if (line.inputs_file.empty()) return {};
  auto inputs = fmi::InputTable::Read(line.inputs_file, model);
  if (auto* const wrong = std::get_if<std::string>(&inputs)) return std::move(*wrong);
  setup.inputs = std::get<fmi::InputTable>(std::move(inputs));
  return {};
}

// The variables that a result of steps shows, or which one is unknown.
std::variant<std::vector<size_t>, std::string> Wanted(const fmi::ImportedModel& model,
                                                      const std::optional<std::vector<std::string>>& signals) {
  std::vector<size_t> shown = fmi::ShownVariables(model);
  if (!signals) return shown;
  std::map<std::string, size_t> numbers;
  for (const size_t v : shown) numbers.emplace(model.variables[v].name, v);
  std::vector<size_t> wanted;
  for (const std::string& name : *signals) {
    const auto found = numbers.find(name);
    if (found == numbers.end()) return fmt::format("the FMU has no variable `{}` that a result can show", name);
    wanted.push_back(found->second);
  }
  return wanted;
}

Compiled WithProgram(const fmi::ImportedModel& model, runtime::Program program) {
  Compiled compiled;
  compiled.model = model.name.find('/') == std::string::npos ? model.name : "result";
  compiled.program = std::move(program);
  return compiled;
}

}  // namespace

int SimulateFmu(const CommandLine& line, std::FILE* stream) {
  if (line.files.size() != 1) return Refuse("give one FMU, and no further files");
  const UnpackedFmu fmu(line.files.front());
  if (!fmu.wrong().empty()) return Refuse(fmu.wrong());
  const fmi::ImportedModel& model = fmu.model();
  runtime::SimulationOptions options =
      RunOptionsOf(line, {model.start_time, model.stop_time, model.step, model.tolerance});
  if (const std::string wrong = WrongRunOptions(options); !wrong.empty()) return Refuse(wrong);
  fmi::ImportSetup setup;
  if (const std::string wrong = TakeSetup(line, model, options, setup); !wrong.empty()) return Refuse(wrong);
  const bool is_stepped = line.fmu_kind == "cs" || (line.fmu_kind.empty() && !model.exchange);
  auto made = fmi::MakeInstance(fmu.folder(), model, is_stepped);
  if (const auto* const wrong = std::get_if<std::string>(&made)) return Refuse(*wrong);
  fmi::ImportedInstance& instance = *std::get<std::unique_ptr<fmi::ImportedInstance>>(made);
  const std::vector<std::string> inputs{line.files.front(), line.inputs_file};
  if (is_stepped) {
    runtime::Program shown;
    for (const size_t v : fmi::ShownVariables(model)) shown.variables.push_back(fmi::ShownAs(model.variables[v]));
    return RunAndTell(line, WithProgram(model, std::move(shown)), inputs, options, stream,
                      [&](const runtime::SimulationOptions& all) {
                        runtime::SimulationResult result;
                        const auto wanted = Wanted(model, all.signals);
                        if (const auto* const wrong = std::get_if<std::string>(&wanted)) {
                          result.report.reason = runtime::Reason::kUnknownSignal;
                          result.report.message = *wrong;
                          return result;
                        }
                        result.report =
                            fmi::RunSteps(instance, model, setup, all.interval, std::get<std::vector<size_t>>(wanted),
                                          *all.sink, *all.interrupted);
                        return result;
                      });
  }
  auto exchanged = fmi::Exchange::Make(instance, model, setup);
  if (const auto* const wrong = std::get_if<std::string>(&exchanged)) return Refuse(*wrong);
  fmi::Exchange& exchange = *std::get<std::unique_ptr<fmi::Exchange>>(exchanged);
  exchange.AddTo(options);
  return RunAndTell(line, WithProgram(model, exchange.program()), inputs, options, stream,
                    [&](const runtime::SimulationOptions& all) {
                      runtime::SimulationResult result = runtime::Simulate(exchange.program(), all);
                      const bool is_sound = result.report.reason != runtime::Reason::kExternalFunctionFailed;
                      if (const std::string wrong = is_sound ? exchange.Finish() : std::string(); !wrong.empty())
                        result.report.notes.push_back("after the run: " + wrong);
                      return result;
                    });
}

}  // namespace stiction::cli
