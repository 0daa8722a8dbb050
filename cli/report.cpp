#include "cli/report.h"

#include <nlohmann/json.hpp>

namespace stiction::cli {
namespace {

// The discrete variables with the names of their values, for comparisons and people: none for an Integer.
nlohmann::ordered_json DiscreteOf(const Compiled& compiled) {
  auto discrete = nlohmann::ordered_json::object();
  if (!compiled.program) return discrete;
  for (const runtime::VariableInfo& variable : compiled.program->variables) {
    if (variable.type == runtime::ValueType::kReal || variable.kind == runtime::VariableKind::kParameter) continue;
    std::vector<std::string> literals = variable.literals;
    if (variable.type == runtime::ValueType::kBoolean) literals = {"false", "true"};
    discrete[variable.name] = literals;
  }
  return discrete;
}

}  // namespace

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
  json["discrete"] = DiscreteOf(compiled);
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::cli
