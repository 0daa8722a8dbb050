// SPDX-License-Identifier: BSD-3-Clause
#include "cli/info_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <map>

#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/fmu_info.h"
#include "cli/model_counts.h"
#include "cli/terminal.h"
#include "cli/unpacked_fmu.h"
#include "compiler/driver/open_translation.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Cells below each other, as wide as the widest; the last column is not filled up.
std::string Aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line = " ";
    for (size_t k = 0; k < row.size(); ++k) {
      if (widths[k] > 0) line += fmt::format(" {:{}}", row[k], widths[k]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

// ---- packages

int ShowClasses(const CommandLine& line, std::vector<ListedClass> classes) {
  std::erase_if(classes, [&](const ListedClass& listed) { return listed.name.find(line.only) == std::string::npos; });
  if (line.json) {
    Json json = Json::array();
    for (const ListedClass& listed : classes) {
      json.push_back({{"name", listed.name}, {"kind", listed.kind}, {"comment", listed.comment}});
    }
    std::cout << Json{{"classes", json}}.dump(1, ' ', false, Json::error_handler_t::replace) << std::endl;
    return kDone;
  }
  std::vector<std::vector<std::string>> rows;
  for (const ListedClass& listed : classes) rows.push_back({listed.name, listed.kind, listed.comment});
  std::cout << fmt::format("{} class{}\n", classes.size(), classes.size() == 1 ? "" : "es") << Aligned(rows)
            << std::flush;
  return kDone;
}

// ---- models

std::string RangeOf(const ParameterSummary& parameter) {
  if (parameter.min.empty() && parameter.max.empty()) return {};
  if (parameter.max.empty()) return ">= " + parameter.min;
  if (parameter.min.empty()) return "<= " + parameter.max;
  return parameter.min + " .. " + parameter.max;
}

std::string LoopsText(const std::vector<LoopSummary>& loops) {
  if (loops.empty()) return "none";
  std::vector<std::string> texts;
  for (const LoopSummary& loop : loops) {
    texts.push_back(fmt::format("{} of {} equation{}{}", loop.kind, loop.unknowns, loop.unknowns == 1 ? "" : "s",
                                loop.iterated < loop.unknowns ? fmt::format(" ({} iterated)", loop.iterated) : ""));
  }
  // Equal ones once, with their number.
  std::string text;
  std::map<std::string, size_t> counts;
  for (const std::string& one : texts) ++counts[one];
  for (const auto& [one, count] : counts) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", count > 1 ? fmt::format("{} x ", count) : "", one);
  }
  return text;
}

std::string ReductionText(const ModelSummary& summary) {
  if (summary.differentiated == 0) return "none";
  std::string text =
      fmt::format("{} equation{} differentiated", summary.differentiated, summary.differentiated == 1 ? "" : "s");
  if (!summary.dependent.empty()) {
    text += fmt::format("; following from the states: {}", fmt::join(summary.dependent, ", "));
  }
  if (summary.invariants > 0) text += fmt::format("; {} constraints kept as invariants", summary.invariants);
  return text;
}

std::string ModelText(const Compiled& compiled, const std::string& only) {
  const ModelSummary& summary = *compiled.summary;
  std::string text = fmt::format("{}: {}\n", compiled.model, CountsOf(*compiled.program).Text());
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> states;
  for (const runtime::StateInfo& state : compiled.program->states) states.push_back(state.name);
  if (!states.empty()) rows.push_back({"states", fmt::format("{}", fmt::join(states, ", "))});
  rows.push_back({"loops", LoopsText(summary.loops)});
  rows.push_back({"index reduction", ReductionText(summary)});
  text += Aligned(rows);
  if (summary.parameters.empty() && !only.empty()) text += fmt::format("no parameter's name contains '{}'\n", only);
  if (summary.parameters.empty()) return text;
  text += fmt::format("{} parameter{}\n", summary.parameters.size(), summary.parameters.size() == 1 ? "" : "s");
  rows.clear();
  for (const ParameterSummary& parameter : summary.parameters) {
    rows.push_back({parameter.name, parameter.value, parameter.unit, RangeOf(parameter), parameter.comment});
  }
  return text + Aligned(rows);
}

// A number or truth value as such, an expression as text, nothing as null.
Json ValueJson(const ParameterSummary& parameter, const std::string& value) {
  if (value.empty()) return nullptr;
  if (parameter.type == "Boolean" && (value == "true" || value == "false")) return value == "true";
  const std::optional<double> number = NumberIn(value);
  return number ? Json(*number) : Json(value);
}

Json ModelJson(const Compiled& compiled) {
  const ModelSummary& summary = *compiled.summary;
  Json json{{"model", compiled.model}};
  json.update(CountsOf(*compiled.program).ToJson());
  Json states = Json::array();
  for (const runtime::StateInfo& state : compiled.program->states) states.push_back(state.name);
  json["state_names"] = states;
  Json loops = Json::array();
  for (const LoopSummary& loop : summary.loops) {
    loops.push_back({{"kind", loop.kind}, {"equations", loop.unknowns}, {"iterated", loop.iterated}});
  }
  json["loops"] = loops;
  json["index_reduction"] = {
      {"differentiated", summary.differentiated}, {"dependent", summary.dependent}, {"invariants", summary.invariants}};
  Json parameters = Json::array();
  for (const ParameterSummary& parameter : summary.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"type", parameter.type},
                          {"value", ValueJson(parameter, parameter.value)},
                          {"unit", parameter.unit},
                          {"min", ValueJson(parameter, parameter.min)},
                          {"max", ValueJson(parameter, parameter.max)},
                          {"comment", parameter.comment},
                          {"place", parameter.place}});
  }
  json["parameters"] = parameters;
  return json;
}

int ShowModel(const CommandLine& line) {
  CompileOptions options = CompileOptionsOf(line);
  options.summarize = true;
  CompileOutcome outcome = CompileModel(options, line.quiet);
  if (outcome.has_errors || !outcome.compiled.program) return kModelError;
  std::erase_if(outcome.compiled.summary->parameters,
                [&](const ParameterSummary& parameter) { return parameter.name.find(line.only) == std::string::npos; });
  if (line.json) {
    std::cout << ModelJson(outcome.compiled).dump(1, ' ', false, Json::error_handler_t::replace) << std::endl;
  } else {
    std::cout << ModelText(outcome.compiled, line.only) << std::flush;
  }
  return kDone;
}

}  // namespace

int RunInfo(const CommandLine& line) {
  if (IsFmu(line)) return RunFmuInfo(line);
  SourceMap sources;
  Diagnostics diagnostics;
  std::optional<std::vector<ListedClass>> classes;
  {
    const Progress progress("reading", line.quiet);
    classes = ClassesToList(CompileOptionsOf(line), sources, diagnostics);
  }
  if (!classes && diagnostics.HasErrors()) {
    Print(std::cerr, diagnostics, sources, UseColour());
    return kModelError;
  }
  if (classes) return ShowClasses(line, *std::move(classes));
  return ShowModel(line);
}

}  // namespace stiction::cli
