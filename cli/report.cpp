#include "cli/report.h"

#include <nlohmann/json.hpp>

namespace stiction::cli {

std::string FormatReport(const Compiled& compiled, const std::optional<runtime::SimulationReport>& report,
                         double total_seconds) {
  nlohmann::ordered_json json;
  const runtime::SimulationReport run = report.value_or(runtime::SimulationReport{});
  json["model"] = compiled.model;
  json["status"] = run.success ? "success" : "failed";
  json["reason"] = report ? std::string(runtime::Name(run.reason)) : "ModelError";
  json["message"] = run.message;
  json["time_reached"] = report ? nlohmann::ordered_json(run.time_reached) : nlohmann::ordered_json();
  json["terminated"] = run.terminated;
  json["method"] = run.method;
  json["unknowns"] = run.unknowns;
  json["states"] = run.states;
  json["events"] = {{"state", run.state_events}, {"time", run.time_events}};
  json["steps"] = run.steps;
  const runtime::SolveStatistics& solves = run.solves;
  json["mixed"] = {{"solves", solves.mixed_solves},     {"fixed_point", solves.fixed_point},
                   {"pivoting", solves.pivoting},       {"path_following", solves.path_following},
                   {"enumeration", solves.enumeration}, {"least_norm", solves.least_norm},
                   {"unsolved", solves.unsolved}};
  nlohmann::ordered_json seconds = nlohmann::ordered_json::object();
  for (const auto& [phase, time] : compiled.seconds) seconds[phase] = time;
  seconds["initialize"] = run.seconds_initialize;
  seconds["simulate"] = run.seconds_simulate;
  seconds["total"] = total_seconds;
  json["seconds"] = seconds;
  json["notes"] = run.notes;
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::cli
