// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/values.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <memory>

namespace stiction::fmi {
namespace {

using runtime::ValueType;

bool HasNumber(const ImportedVariable& variable) {
  return variable.type != ImportedType::kString && variable.type != ImportedType::kBinary &&
         variable.type != ImportedType::kClock && !variable.is_array;
}

double NumberOfText(const ImportedVariable& variable, const std::string& text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  for (size_t i = 0; i < variable.literals.size(); ++i) {
    if (variable.literals[i] == text) return static_cast<double>(i + 1);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    throw ImportFailure{fmt::format("{}={}: this is no value of its type", variable.name, text)};
  return value;
}

}  // namespace

void SetFromText(ImportedInstance& instance, const ImportedVariable& variable, const std::string& text) {
  if (variable.type == ImportedType::kString) return instance.SetText(variable.reference, text);
  if (!HasNumber(variable)) throw ImportFailure{fmt::format("`{}` cannot be set: it is no scalar", variable.name)};
  const double value = NumberOfText(variable, text);
  instance.Set(variable.type, {&variable.reference, 1}, &value);
}

void GetNumbers(ImportedInstance& instance, const ImportedModel& model, const std::vector<size_t>& numbers,
                double* values) {
  std::map<ImportedType, std::vector<size_t>> places;
  for (size_t i = 0; i < numbers.size(); ++i) places[model.variables[numbers[i]].type].push_back(i);
  std::vector<uint32_t> references;
  std::vector<double> found;
  for (const auto& [type, of] : places) {
    references.clear();
    for (const size_t i : of) references.push_back(model.variables[numbers[i]].reference);
    found.resize(of.size());
    instance.Get(type, references, found.data());
    for (size_t i = 0; i < of.size(); ++i) values[of[i]] = found[i];
  }
}

std::vector<size_t> ShownVariables(const ImportedModel& model) {
  std::vector<size_t> shown;
  for (size_t v = 0; v < model.variables.size(); ++v) {
    if (HasNumber(model.variables[v]) && model.variables[v].causality != "independent") shown.push_back(v);
  }
  return shown;
}

runtime::VariableInfo ShownAs(const ImportedVariable& variable) {
  runtime::VariableInfo info;
  info.name = variable.name;
  const bool is_real = variable.type == ImportedType::kFloat64 || variable.type == ImportedType::kFloat32;
  info.type = is_real                                       ? ValueType::kReal
              : variable.type == ImportedType::kBoolean     ? ValueType::kBoolean
              : variable.type == ImportedType::kEnumeration ? ValueType::kEnumeration
                                                            : ValueType::kInteger;
  info.shared_declaration = std::make_shared<const runtime::Declaration>(
      runtime::Declaration{variable.literals, variable.unit, variable.description, "FMU"});
  info.kind = variable.causality == "input" ? runtime::VariableKind::kInput
              : variable.IsFixed()          ? runtime::VariableKind::kParameter
                                            : runtime::VariableKind::kAlgebraic;
  return info;
}

}  // namespace stiction::fmi
