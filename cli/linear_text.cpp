// SPDX-License-Identifier: BSD-3-Clause
#include "cli/linear_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runtime/results/linear_mat.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;
using runtime::LinearMatrix;
using runtime::LinearSignal;

std::vector<std::string> NamesOf(const std::vector<LinearSignal>& signals) {
  std::vector<std::string> names;
  for (const LinearSignal& signal : signals) names.push_back(signal.name);
  return names;
}

/// A table with aligned columns; empty without rows or without columns.
std::string Table(const std::string& corner, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns, const LinearMatrix& values) {
  if (rows.empty() || columns.empty()) return {};
  size_t first = corner.size();
  for (const std::string& row : rows) first = std::max(first, row.size());
  std::vector<std::vector<std::string>> cells;
  std::vector<size_t> widths;
  for (const std::string& column : columns) widths.push_back(column.size());
  for (const std::vector<double>& row : values) {
    std::vector<std::string>& texts = cells.emplace_back();
    for (size_t k = 0; k < row.size(); ++k) {
      texts.push_back(fmt::format("{:.6g}", row[k] == 0 ? 0.0 : row[k]));
      widths[k] = std::max(widths[k], texts.back().size());
    }
  }
  std::string text = fmt::format("{:{}}", corner, first);
  for (size_t k = 0; k < columns.size(); ++k) text += fmt::format("  {:>{}}", columns[k], widths[k]);
  text += '\n';
  for (size_t i = 0; i < rows.size(); ++i) {
    text += fmt::format("{:{}}", rows[i], first);
    for (size_t k = 0; k < columns.size(); ++k) text += fmt::format("  {:>{}}", cells[i][k], widths[k]);
    text += '\n';
  }
  return text;
}

std::vector<std::string> DerivativeNames(const std::vector<LinearSignal>& states) {
  std::vector<std::string> names;
  for (const LinearSignal& state : states) names.push_back(fmt::format("der({})", state.name));
  return names;
}

Json ToJson(const std::vector<LinearSignal>& signals) {
  Json list = Json::array();
  for (const LinearSignal& signal : signals) {
    list.push_back({{"name", signal.name}, {"unit", signal.unit}, {"value", signal.value}});
  }
  return list;
}

Json ToJson(const std::vector<runtime::HeldSignal>& held) {
  Json json = Json::object();
  for (const runtime::HeldSignal& signal : held) json[signal.name] = signal.value;
  return json;
}

std::string ModeText(const runtime::Linearization& linear) {
  constexpr size_t kMost = 12;
  // Ideal elements have no variable that tells their mode.
  const auto& held = linear.mode.empty() ? linear.relations : linear.mode;
  if (held.empty()) return "it has one mode only\n";
  std::string text = "it holds for this mode:\n";
  for (size_t i = 0; i < std::min(held.size(), kMost); ++i) {
    text += fmt::format("  {} = {}\n", held[i].name, held[i].value);
  }
  if (held.size() > kMost) text += fmt::format("  and {} more: -o FILE.json has them\n", held.size() - kMost);
  return text;
}

}  // namespace

std::string FormatLinearization(const runtime::Linearization& linear) {
  const std::vector<std::string> states = NamesOf(linear.states), inputs = NamesOf(linear.inputs),
                                 outputs = NamesOf(linear.outputs), derivatives = DerivativeNames(linear.states);
  std::string text = fmt::format("linearized at t = {:.12g} s: {} state{}, {} input{}, {} output{}\n", linear.time,
                                 states.size(), states.size() == 1 ? "" : "s", inputs.size(),
                                 inputs.size() == 1 ? "" : "s", outputs.size(), outputs.size() == 1 ? "" : "s");
  text += ModeText(linear);
  if (linear.constraints > 0) {
    text += fmt::format("{} constraint{} hold between the states: A has as many more of its own\n", linear.constraints,
                        linear.constraints == 1 ? "" : "s");
  }
  for (const std::string& table : {Table("A", derivatives, states, linear.a), Table("B", derivatives, inputs, linear.b),
                                   Table("C", outputs, states, linear.c), Table("D", outputs, inputs, linear.d)}) {
    if (!table.empty()) text += "\n" + table;
  }
  return text;
}

std::string LinearizationJson(const std::string& model, const runtime::Linearization& linear) {
  Json json{{"model", model}, {"time", linear.time}};
  json["states"] = ToJson(linear.states);
  for (size_t i = 0; i < linear.states.size(); ++i) json["states"][i]["derivative"] = linear.derivatives[i];
  json["inputs"] = ToJson(linear.inputs);
  json["outputs"] = ToJson(linear.outputs);
  json["A"] = linear.a;
  json["B"] = linear.b;
  json["C"] = linear.c;
  json["D"] = linear.d;
  json["mode"] = ToJson(linear.mode);
  json["relations"] = ToJson(linear.relations);
  json["constraints"] = linear.constraints;
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string LinearizationMat(const runtime::Linearization& linear) {
  const size_t nx = linear.states.size(), nu = linear.inputs.size();
  LinearMatrix whole;
  for (size_t i = 0; i < linear.a.size() + linear.c.size(); ++i) {
    const bool is_state = i < nx;
    std::vector<double> row = is_state ? linear.a[i] : linear.c[i - nx];
    const std::vector<double>& by_input = is_state ? linear.b[i] : linear.d[i - nx];
    row.insert(row.end(), by_input.begin(), by_input.end());
    whole.push_back(std::move(row));
  }
  std::vector<std::string> all = NamesOf(linear.states);
  for (const std::vector<LinearSignal>* signals : {&linear.inputs, &linear.outputs}) {
    for (const LinearSignal& signal : *signals) all.push_back(signal.name);
  }
  return runtime::FormatMatrices({{"A", linear.a, nx},
                                  {"B", linear.b, nu},
                                  {"C", linear.c, nx},
                                  {"D", linear.d, nu},
                                  {"nx", {{static_cast<double>(nx)}}, 1},
                                  {"ABCD", whole, nx + nu}},
                                 {{"xName", NamesOf(linear.states)},
                                  {"uName", NamesOf(linear.inputs)},
                                  {"yName", NamesOf(linear.outputs)},
                                  {"xuyName", all}});
}

}  // namespace stiction::cli
