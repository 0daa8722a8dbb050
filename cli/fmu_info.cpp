// SPDX-License-Identifier: BSD-3-Clause
#include "cli/fmu_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/unpacked_fmu.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The systems that it has libraries for, in order.
std::vector<std::string> PlatformsOf(const UnpackedFmu& fmu) {
  std::vector<std::string> platforms;
  std::error_code unknown;
  for (const auto& entry : fs::directory_iterator(fs::path(fmu.folder()) / "binaries", unknown)) {
    platforms.push_back(entry.path().filename().string());
  }
  std::ranges::sort(platforms);
  return platforms;
}

// What is set from outside or read there: inputs, outputs, parameters.
std::vector<const fmi::ImportedVariable*> InterfaceOf(const fmi::ImportedModel& model, const std::string& only) {
  std::vector<const fmi::ImportedVariable*> variables;
  for (const char* causality : {"input", "output", "parameter"}) {
    for (const fmi::ImportedVariable& variable : model.variables) {
      if (variable.causality != causality || variable.name.find(only) == std::string::npos) continue;
      variables.push_back(&variable);
    }
  }
  return variables;
}

void Show(const UnpackedFmu& fmu, const std::vector<const fmi::ImportedVariable*>& variables) {
  const fmi::ImportedModel& model = fmu.model();
  fmt::print("{}: FMI {}.0{}{}\n", model.name, model.version, model.tool.empty() ? "" : ", made by ", model.tool);
  if (!model.description.empty()) fmt::print("  {}\n", model.description);
  if (model.exchange) fmt::print("  Model Exchange: {} states\n", model.states.size());
  if (model.stepped) {
    fmt::print("  Co-Simulation: {} steps{}\n", model.stepped->can_vary_step ? "any" : "fixed",
               model.stepped->has_event_mode ? ", event mode" : "");
  }
  if (model.stop_time) {
    fmt::print("  from {} to {} s, tolerance {}\n", model.start_time.value_or(0), *model.stop_time,
               model.tolerance.value_or(1e-6));
  }
  for (const std::string& platform : PlatformsOf(fmu)) fmt::print("  for {}\n", platform);
  for (const fmi::ImportedVariable* variable : variables) {
    fmt::print("  {:9} {}{}{}{}\n", variable->causality, variable->name,
               variable->start ? fmt::format(" = {}", *variable->start) : "",
               variable->unit.empty() ? "" : fmt::format(" [{}]", variable->unit),
               variable->description.empty() ? "" : "  " + variable->description);
  }
}

Json ToJson(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

Json ToJson(const UnpackedFmu& fmu, const std::vector<const fmi::ImportedVariable*>& variables) {
  const fmi::ImportedModel& model = fmu.model();
  Json list = Json::array();
  for (const fmi::ImportedVariable* variable : variables) {
    list.push_back({{"name", variable->name},
                    {"causality", variable->causality},
                    {"start", variable->start ? Json(*variable->start) : Json(nullptr)},
                    {"unit", variable->unit},
                    {"comment", variable->description}});
  }
  return {{"model", model.name},
          {"fmi", model.version},
          {"tool", model.tool},
          {"comment", model.description},
          {"model_exchange", model.exchange.has_value()},
          {"co_simulation", model.stepped.has_value()},
          {"states", model.states.size()},
          {"start_time", ToJson(model.start_time)},
          {"stop_time", ToJson(model.stop_time)},
          {"tolerance", ToJson(model.tolerance)},
          {"platforms", PlatformsOf(fmu)},
          {"variables", list}};
}

}  // namespace

int RunFmuInfo(const CommandLine& line) {
  if (line.files.size() != 1) return Refuse("give one FMU, and no further files");
  const UnpackedFmu fmu(line.files.front());
  if (!fmu.wrong().empty()) return Refuse(fmu.wrong());
  const std::vector<const fmi::ImportedVariable*> variables = InterfaceOf(fmu.model(), line.only);
  if (line.json) {
    std::cout << ToJson(fmu, variables).dump(1, ' ', false, Json::error_handler_t::replace) << std::endl;
  } else {
    Show(fmu, variables);
  }
  return kDone;
}

}  // namespace stiction::cli
