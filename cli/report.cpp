// SPDX-License-Identifier: BSD-3-Clause
#include "cli/report.h"

#include <nlohmann/json.hpp>

namespace stiction::cli {
namespace {

using nlohmann::ordered_json;

// The names of the values of enumerations and Booleans, for comparisons and people.
ordered_json LiteralsOf(const Compiled& compiled) {
  auto literals = ordered_json::object();
  if (!compiled.program) return literals;
  // Names are unique: no search for those that are there already.
  auto& entries = literals.get_ref<ordered_json::object_t&>();
  const auto add = [&](const std::string& name, const ordered_json& values) { entries.push_back({name, values}); };
  for (const runtime::VariableInfo& variable : compiled.program->variables) {
    if (variable.kind == runtime::VariableKind::kParameter) continue;
    if (variable.type == runtime::ValueType::kEnumeration) add(variable.name, variable.declaration().literals);
    if (variable.type == runtime::ValueType::kBoolean) add(variable.name, {"false", "true"});
  }
  return literals;
}

std::string_view KindName(runtime::EventKind kind) {
  switch (kind) {
    case runtime::EventKind::kStart:
      return "start";
    case runtime::EventKind::kTime:
      return "time";
    case runtime::EventKind::kState:
      return "state";
    case runtime::EventKind::kInstant:
      return "instant";
    case runtime::EventKind::kEnd:
      return "end";
  }
  return "";
}

ordered_json Changes(const std::vector<runtime::EventChange>& changes) {
  ordered_json list = ordered_json::array();
  for (const runtime::EventChange& change : changes) {
    ordered_json entry = {{"name", change.name}};
    if (!change.after.empty()) entry["before"] = change.before;
    if (!change.after.empty()) entry["after"] = change.after;
    entry["place"] = change.place;
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json Solves(const std::vector<runtime::EventSolve>& solves) {
  ordered_json list = ordered_json::array();
  for (const runtime::EventSolve& solve : solves) {
    list.push_back({{"elements", solve.elements}, {"layers", solve.layers}, {"trials", solve.trials}});
  }
  return list;
}

ordered_json Describe(const runtime::EventRecord& event) {
  ordered_json json = {{"time", event.time}, {"kind", KindName(event.kind)}, {"fired", Changes(event.fired)}};
  if (!event.initial.empty()) json["initial"] = Solves(event.initial);
  ordered_json& passes = json["passes"] = ordered_json::array();
  for (const runtime::EventPass& pass : event.passes) {
    passes.push_back({{"changes", Changes(pass.changes)}, {"mixed", Solves(pass.solves)}});
  }
  json["changes"] = Changes(event.changes);
  ordered_json& elements = json["elements"] = ordered_json::array();
  for (const runtime::EventElement& element : event.elements) {
    ordered_json relations = ordered_json::array();
    for (const runtime::EventRelation& relation : element.relations) {
      relations.push_back({{"text", relation.text},
                           {"place", relation.place},
                           {"holds", relation.holds},
                           {"op", relation.op},
                           {"left", relation.left},
                           {"right", relation.right}});
    }
    elements.push_back({{"name", element.name}, {"values", element.values}, {"relations", std::move(relations)}});
  }
  if (!event.failure.empty()) json["failure"] = event.failure;
  return json;
}

}  // namespace

std::string FormatReport(const Compiled& compiled, const std::optional<runtime::SimulationReport>& report,
                         const std::optional<std::vector<runtime::EventRecord>>& events, double total_seconds) {
  ordered_json json;
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
  if (events) {
    ordered_json& log = json["events"]["log"] = ordered_json::array();
    for (const runtime::EventRecord& event : *events) log.push_back(Describe(event));
  }
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
  json["literals"] = LiteralsOf(compiled);
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::cli
