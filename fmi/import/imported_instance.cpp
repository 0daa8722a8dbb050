// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/imported_instance.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "runtime/external/foreign_code.h"

namespace stiction::fmi {
namespace {

const std::function<void()>* running = nullptr;
std::optional<ImportFailure> failure;
std::string heard;

// No exception of ours crosses the frames of others: what `act` throws is kept.
int Run(double*, void**, const char**) {
  try {
    (*running)();
  } catch (const ImportFailure& thrown) {
    failure = thrown;
  }
  return 0;
}

void AddHeard(ImportFailure& thrown) {
  if (!heard.empty()) thrown.message += ":\n  " + heard;
  heard.clear();
}

// Empty, or why a model cannot be run.
std::string WhyNotRun(const ImportedModel& model, bool is_stepped) {
  if (!(is_stepped ? model.stepped : model.exchange)) {
    if (!model.stepped && !model.exchange)
      return "the FMU has neither Model Exchange nor Co-Simulation: Scheduled Execution is not supported";
    return fmt::format("the FMU has no {}", is_stepped ? "Co-Simulation" : "Model Exchange");
  }
  if (model.input_clocks.empty()) return {};
  return fmt::format("the clock `{}` of the FMU is for its importer to tick, which is not supported",
                     model.input_clocks.front());
}

}  // namespace

void HearModel(bool is_error, const std::string& message) {
  if (is_error) {
    heard += (heard.empty() ? "" : "\n  ") + message;
  } else {
    runtime::HearForeignWarning(message.c_str());
  }
}

void CallModel(const char* what, const std::function<void()>& act) {
  static const std::string kName = "of the FMU";
  heard.clear();
  if (runtime::IsForeignRunning()) {
    try {
      return act();
    } catch (ImportFailure& thrown) {
      AddHeard(thrown);
      throw;
    }
  }
  failure.reset();
  running = &act;
  std::string message;
  std::vector<std::string> warnings;
  const int left = runtime::RunForeign(Run, nullptr, nullptr, kName, message, warnings);
  for (const std::string& warning : warnings) fmt::print(stderr, "warning: the FMU: {}\n", warning);
  if (left != 0) throw ImportFailure{fmt::format("{} of the FMU: {}", what, message)};
  if (!failure) return;
  AddHeard(*failure);
  throw ImportFailure(*failure);
}

ImportedEvent SettleEvents(ImportedInstance& instance) {
  constexpr int kMostPasses = 1000;
  ImportedEvent event;
  bool states_changed = false, nominals_changed = false;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    event = instance.UpdateDiscreteStates();
    states_changed = event.states_changed = event.states_changed || states_changed;
    nominals_changed = event.nominals_changed = event.nominals_changed || nominals_changed;
    if (event.is_settled || event.terminates) return event;
  }
  throw ImportFailure{"the event iteration of the FMU does not settle"};
}

std::variant<std::unique_ptr<ImportedInstance>, std::string> MakeInstance(const std::string& folder,
                                                                          const ImportedModel& model, bool is_stepped) {
  namespace fs = std::filesystem;
  if (std::string why = WhyNotRun(model, is_stepped); !why.empty()) return why;
  const std::optional<ImportedKind>& kind = is_stepped ? model.stepped : model.exchange;
  const fs::path binaries = fs::path(folder) / "binaries";
  const char* const platform = model.version == 2 ? "linux64" : "x86_64-linux";
  const fs::path path = binaries / platform / (kind->identifier + ".so");
  std::error_code unknown;
  if (!fs::is_regular_file(path, unknown)) {
    std::string others;
    for (const auto& entry : fs::directory_iterator(binaries, unknown))
      others += (others.empty() ? "" : ", ") + entry.path().filename().string();
    return fmt::format("the FMU has no library for {} (it has: {})", platform, others.empty() ? "none" : others);
  }
  void* library = nullptr;
  std::string why;
  try {
    CallModel("loading the library", [&] {
      library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (library == nullptr) throw ImportFailure{dlerror()};
    });
    return model.version == 2 ? MakeFmi2(library, folder, model, is_stepped)
                              : MakeFmi3(library, folder, model, is_stepped);
  } catch (const ImportFailure& thrown) {
    return thrown.message;
  }
}

}  // namespace stiction::fmi
