// SPDX-License-Identifier: BSD-3-Clause
#include "cli/comparison_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>

#include "cli/common.h"

namespace stiction::cli {
namespace {

// Empty, or what is wrong.
std::string TakeSetting(const std::string& setting, runtime::SignalTolerance& tolerance) {
  const size_t equals = std::min(setting.find('='), setting.size());
  const std::string key = setting.substr(0, equals);
  const std::string text = equals < setting.size() ? setting.substr(equals + 1) : std::string();
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = !text.empty() && error == std::errc() && rest == text.data() + text.size();
  std::optional<double>* target = key == "relative"   ? &tolerance.relative
                                  : key == "absolute" ? &tolerance.absolute
                                  : key == "time"     ? &tolerance.time
                                                      : nullptr;
  if (target == nullptr) return fmt::format("'{}' is none of relative=R, absolute=A and time=T", setting);
  if (!is_number || !(value >= 0) || !std::isfinite(value)) return fmt::format("'{}' is no tolerance", text);
  *target = value;
  return {};
}

}  // namespace

bool TakeLiterals(const nlohmann::ordered_json& json, Literals& literals) {
  if (!json.is_object()) return false;
  for (const auto& [name, values] : json.items()) {
    const bool are_names = values.is_array() && std::all_of(values.begin(), values.end(),
                                                            [](const auto& value) { return value.is_string(); });
    if (!are_names) return false;
    literals[name] = values.get<std::vector<std::string>>();
  }
  return true;
}

std::string ReadLiterals(const std::string& path, Literals& literals) {
  std::ifstream in(path);
  if (!in || IsDirectory(path)) return fmt::format("cannot read '{}'", path);
  const auto json = nlohmann::ordered_json::parse(in, nullptr, false);
  if (json.is_object() && TakeLiterals(json.value("literals", nlohmann::ordered_json()), literals)) return {};
  return fmt::format(
      "'{}' is no report of a simulation: it tells no literals\n  hint: 'stiction simulate --report' writes one", path);
}

std::string ReadTolerances(const std::string& path,
                           std::vector<std::pair<std::string, runtime::SignalTolerance>>& tolerances) {
  std::ifstream in(path);
  if (!in || IsDirectory(path)) return fmt::format("cannot read the tolerances file '{}'", path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string name;
    if (!(words >> name)) continue;
    runtime::SignalTolerance tolerance;
    bool any = false;
    for (std::string setting; words >> setting; any = true) {
      if (const std::string wrong = TakeSetting(setting, tolerance); !wrong.empty()) {
        return fmt::format("{}: line {}: {}", path, number, wrong);
      }
    }
    if (!any) return fmt::format("{}: line {}: '{}' without a tolerance, as relative=0.01", path, number, name);
    tolerances.emplace_back(name, tolerance);
  }
  return {};
}

}  // namespace stiction::cli
