// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fmu_simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/run_and_tell.h"
#include "cli/work_directory.h"
#include "fmi/import/exchange.h"
#include "fmi/import/extract.h"
#include "fmi/import/steps.h"
#include "fmi/import/values.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

/// An unpacked FMU.
struct Unpacked {
  WorkDirectory directory;
  std::string folder;
  fmi::ImportedModel model;
  std::string wrong;  // why it is none
};

void Unpack(const std::string& file, Unpacked& unpacked) {
  unpacked.wrong = unpacked.directory.failure();
  if (!unpacked.wrong.empty()) return;
  const fs::path folder = unpacked.directory.Of(0);
  unpacked.folder = folder.string();
  std::error_code wrong;
  fs::create_directories(folder, wrong);
  if (const std::string why = fmi::Extract(file, folder); !why.empty()) {
    unpacked.wrong = fmt::format("'{}' cannot be unpacked: {}", file, why);
    return;
  }
  auto read = fmi::ReadDescription((folder / "modelDescription.xml").string());
  if (const auto* const why = std::get_if<std::string>(&read)) {
    unpacked.wrong = fmt::format("'{}': {}", file, *why);
  } else {
    unpacked.model = std::get<fmi::ImportedModel>(std::move(read));
  }
}

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

// The variables that a result of steps shows; nothing, with a message, if one is unknown.
std::optional<std::vector<size_t>> Wanted(const fmi::ImportedModel& model,
                                          const std::optional<std::vector<std::string>>& signals) {
  std::vector<size_t> shown = fmi::ShownVariables(model);
  if (!signals) return shown;
  std::map<std::string, size_t> numbers;
  for (const size_t v : shown) numbers.emplace(model.variables[v].name, v);
  std::vector<size_t> wanted;
  for (const std::string& name : *signals) {
    const auto found = numbers.find(name);
    if (found == numbers.end()) {
      Refuse(fmt::format("the FMU has no variable `{}` that a result can show", name));
      return std::nullopt;
    }
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

bool IsFmu(const CommandLine& line) {
  return std::ranges::any_of(line.files, [](const std::string& file) { return fs::path(file).extension() == ".fmu"; });
}

int SimulateFmu(const CommandLine& line, std::optional<std::vector<std::string>> signals) {
  if (line.files.size() != 1) return Refuse("give one FMU, and no further files");
  Unpacked fmu;
  Unpack(line.files.front(), fmu);
  if (!fmu.wrong.empty()) return Refuse(fmu.wrong);
  const fmi::ImportedModel& model = fmu.model;
  runtime::SimulationOptions options =
      SimulationOptionsOf(line, {model.start_time, model.stop_time, model.step, model.tolerance});
  if (const std::string wrong = WrongOptions(options); !wrong.empty()) return Refuse(wrong);
  fmi::ImportSetup setup;
  if (const std::string wrong = TakeSetup(line, model, options, setup); !wrong.empty()) return Refuse(wrong);
  const bool is_stepped = line.fmu_kind == "cs" || (line.fmu_kind.empty() && !model.exchange);
  auto made = fmi::MakeInstance(fmu.folder, model, is_stepped);
  if (const auto* const wrong = std::get_if<std::string>(&made)) return Refuse(*wrong);
  fmi::ImportedInstance& instance = *std::get<std::unique_ptr<fmi::ImportedInstance>>(made);
  const std::vector<std::string> inputs{line.files.front(), line.inputs_file};
  if (is_stepped) {
    runtime::Program shown;
    for (const size_t v : fmi::ShownVariables(model)) shown.variables.push_back(fmi::ShownAs(model.variables[v]));
    return RunAndTell(line, WithProgram(model, std::move(shown)), inputs, options, std::move(signals),
                      [&](const runtime::SimulationOptions& all) {
                        runtime::SimulationResult result;
                        if (const auto wanted = Wanted(model, all.signals)) {
                          result.report =
                              fmi::RunSteps(instance, model, setup, all.interval, *wanted, *all.sink, *all.interrupted);
                        } else {
                          result.report.reason = runtime::Reason::kUnknownSignal;
                        }
                        return result;
                      });
  }
  auto exchanged = fmi::Exchange::Make(instance, model, setup);
  if (const auto* const wrong = std::get_if<std::string>(&exchanged)) return Refuse(*wrong);
  fmi::Exchange& exchange = *std::get<std::unique_ptr<fmi::Exchange>>(exchanged);
  exchange.AddTo(options);
  return RunAndTell(line, WithProgram(model, exchange.program()), inputs, options, std::move(signals),
                    [&](const runtime::SimulationOptions& all) { return runtime::Simulate(exchange.program(), all); });
}

int RunInfo(const CommandLine& line) {
  Unpacked fmu;
  Unpack(line.files.front(), fmu);
  if (!fmu.wrong.empty()) return Refuse(fmu.wrong);
  const fmi::ImportedModel& model = fmu.model;
  fmt::print("{}: FMI {}.0{}{}\n", model.name, model.version, model.tool.empty() ? "" : ", made by ", model.tool);
  if (!model.description.empty()) fmt::print("  {}\n", model.description);
  if (model.exchange) fmt::print("  Model Exchange: {} states\n", model.states.size());
  if (model.stepped)
    fmt::print("  Co-Simulation: {} steps{}\n", model.stepped->can_vary_step ? "any" : "fixed",
               model.stepped->has_event_mode ? ", event mode" : "");
  if (model.stop_time)
    fmt::print("  from {} to {} s, tolerance {}\n", model.start_time.value_or(0), *model.stop_time,
               model.tolerance.value_or(1e-6));
  std::error_code unknown;
  for (const auto& entry : fs::directory_iterator(fs::path(fmu.folder) / "binaries", unknown))
    fmt::print("  for {}\n", entry.path().filename().string());
  for (const char* causality : {"input", "output", "parameter"}) {
    for (const fmi::ImportedVariable& variable : model.variables) {
      if (variable.causality != causality) continue;
      fmt::print("  {:9} {}{}{}{}\n", causality, variable.name,
                 variable.start ? fmt::format(" = {}", *variable.start) : "",
                 variable.unit.empty() ? "" : fmt::format(" [{}]", variable.unit),
                 variable.description.empty() ? "" : "  " + variable.description);
    }
  }
  return kDone;
}

}  // namespace stiction::cli
