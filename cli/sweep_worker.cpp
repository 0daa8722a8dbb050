// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/sweep_results.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// True if the reason may be that a value is special: with it constraints depend on each other, say, and the equations
/// of others do not fit.
bool MayBeOfEquations(runtime::Reason reason) {
  using enum runtime::Reason;
  return reason == kInitialization || reason == kMixedBlockUnsolved || reason == kSingular || reason == kNotConverged ||
         reason == kIntegrator;
}

/// True if C code of the modeller runs, which may damage the memory of the process.
bool RunsForeignCode(const runtime::Program& program) {
  return std::ranges::any_of(program.functions, [](const runtime::FunctionCode& function) {
    return std::ranges::any_of(function.externals, [](const auto& external) { return external.entry != nullptr; });
  });
}

/// A translation of its own may have other variables than the first one.
void AddWanted(const CommandLine& line, const runtime::Program& program, std::vector<std::string>& signals) {
  const auto wanted = WantedSignals(line, program);
  if (const auto* const names = std::get_if<std::vector<std::string>>(&wanted)) {
    signals.insert(signals.end(), names->begin(), names->end());
  }
}

Json CurvesJson(const SweepSink& sink) {
  Json curves = Json::array();
  for (const runtime::Curve& curve : sink.Curves()) {
    Json times = Json::array(), values = Json::array();
    for (const runtime::CurvePoint& point : curve) {
      times.push_back(point.t);
      values.push_back(point.v);
    }
    curves.push_back({times, values});
  }
  return curves;
}

}  // namespace

std::string FormatToldRun(const ToldRun& told) {
  const Json json{{"run", ToJson(told.finished)},
                  {"translations", told.translations},
                  {"simulate", told.seconds},
                  {"unwritten", told.unwritten}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<ToldRun> ReadToldRun(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  auto finished = json.is_object() ? ReadFinishedRun(json.value("run", Json())) : std::nullopt;
  if (!finished) return std::nullopt;
  return ToldRun{*std::move(finished), json.value("translations", 0L), json.value("simulate", 0.0),
                 json.value("unwritten", std::string())};
}

ToldRun SweepWorker::Simulate(size_t run) {
  const long made = translations_.made();
  ToldRun told;
  told.finished.run = run;
  const SweepTranslation& translation = translations_.For(run);
  const runtime::Reason reason = RunOnce(translation, told);
  if (MayBeOfEquations(reason) && !is_spent_) {
    if (const SweepTranslation* const own = translations_.Own(run)) RunOnce(*own, told);
  }
  told.translations = translations_.made() - made;
  return told;
}

runtime::Reason SweepWorker::RunOnce(const SweepTranslation& translation, ToldRun& told) {
  FinishedRun& finished = told.finished;
  if (!translation.compiled.program) {
    finished.status = "refused";
    finished.reason = translation.error;
    return runtime::Reason::kNone;
  }
  SweepSink sink(outputs_, !line_.plot_file.empty());
  runtime::SimulationOptions options = options_;
  options.sink = &sink;
  std::optional<ResultOfRun> result;
  if (!line_.results_directory.empty()) {
    AddWanted(line_, *translation.compiled.program, *options.signals);
    const std::string file = ResultFileOf(line_.results_directory, finished.run, runs_.count());
    result.emplace(sink, outputs_.Recorded().size(), file);
    options.sink = &*result;
  }
  const runtime::SimulationReport report = runtime::Simulate(*translation.compiled.program, options).report;
  if (result) told.unwritten = result->Finish(report.success ? std::string() : report.message).value_or("");
  finished.status = !report.success ? "stopped" : report.terminated ? "terminated" : "done";
  finished.reason.clear();
  if (!report.success) finished.reason = fmt::format("{}: {}", runtime::Name(report.reason), FirstLine(report.message));
  if (report.terminated) finished.reason = FirstLine(report.message);
  finished.time = report.time_reached;
  finished.values = sink.Values();
  if (!line_.plot_file.empty()) finished.curves = CurvesJson(sink);
  told.seconds += report.seconds_initialize + report.seconds_simulate;
  is_spent_ = is_spent_ || (!report.success && RunsForeignCode(*translation.compiled.program));
  return report.reason;
}

}  // namespace stiction::cli
