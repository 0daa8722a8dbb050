// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <optional>

namespace stiction::fmi {
namespace {

using runtime::ValueType;

bool HasNumber(const ImportedVariable& variable) {
  return variable.type != ImportedType::kString && variable.type != ImportedType::kBinary &&
         variable.type != ImportedType::kClock;
}

// Results name the values 1, 2, ... of an enumeration.
std::vector<std::string> LiteralsOf(const ImportedVariable& variable) {
  std::vector<std::string> names;
  for (const ImportedLiteral& literal : variable.literals) {
    names.push_back(literal.name);
    if (literal.value != static_cast<int64_t>(names.size())) return {};
  }
  return names;
}

std::optional<double> NumberOfText(const ImportedVariable& variable, const std::string& text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  for (size_t i = 0; i < variable.literals.size(); ++i) {
    if (variable.literals[i].name == text) return static_cast<double>(variable.literals[i].value);
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

Selection::Selection(const ImportedModel& model, const std::vector<size_t>& numbers) {
  std::map<std::pair<ImportedType, uint32_t>, size_t> first_of;  // where the values of a reference begin
  for (size_t i = 0; i < numbers.size(); ++i) {
    const ImportedVariable& variable = model.variables[numbers[i]];
    Arrays& arrays = of_type_[variable.type];
    const auto [first, is_new] = first_of.try_emplace({variable.type, variable.reference}, arrays.starts.size());
    if (is_new) {
      arrays.references.push_back(variable.reference);
      arrays.starts.resize(arrays.starts.size() + variable.array_size, 0.0);
    }
    arrays.places.emplace_back(i, first->second + variable.element);
  }
  for (const ImportedVariable& variable : model.variables) {
    if (!variable.is_element || !variable.start) continue;
    const auto found = first_of.find({variable.type, variable.reference});
    if (found == first_of.end()) continue;
    of_type_.at(variable.type).starts[found->second + variable.element] =
        NumberOfText(variable, *variable.start).value_or(0);
  }
}

void Selection::Get(ImportedInstance& instance, double* values) const {
  std::vector<double> found;
  for (const auto& [type, arrays] : of_type_) {
    found.resize(arrays.starts.size());
    instance.Get(type, arrays.references, found);
    for (const auto& [number, place] : arrays.places) values[number] = found[place];
  }
}

void Selection::Set(ImportedInstance& instance, const double* values) const {
  for (const auto& [type, arrays] : of_type_) {
    std::vector<double> set = arrays.starts;
    for (const auto& [number, place] : arrays.places) set[place] = values[number];
    instance.Set(type, arrays.references, set);
  }
}

void SetFromTexts(ImportedInstance& instance, const ImportedModel& model,
                  const std::vector<std::pair<std::string, std::string>>& settings) {
  std::vector<size_t> numbers;
  std::vector<double> values;
  for (const auto& [name, text] : settings) {
    const auto found = std::ranges::find(model.variables, name, &ImportedVariable::name);
    if (found == model.variables.end()) throw ImportFailure{fmt::format("the FMU has no variable `{}`", name)};
    if (model.sizes.contains(found->reference))
      throw ImportFailure{fmt::format("`{}` is a size of arrays: it keeps its value", name)};
    if (found->type == ImportedType::kString && !found->is_element) {
      instance.SetText(found->reference, text);
      continue;
    }
    if (!HasNumber(*found)) throw ImportFailure{fmt::format("`{}` has a type that cannot be set", name)};
    const std::optional<double> value = NumberOfText(*found, text);
    if (!value) throw ImportFailure{fmt::format("{}={}: this is no value of its type", name, text)};
    numbers.push_back(static_cast<size_t>(found - model.variables.begin()));
    values.push_back(*value);
  }
  Selection(model, numbers).Set(instance, values.data());
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
  info.type = is_real                                   ? ValueType::kReal
              : variable.type == ImportedType::kBoolean ? ValueType::kBoolean
              : !LiteralsOf(variable).empty()           ? ValueType::kEnumeration
                                                        : ValueType::kInteger;
  info.shared_declaration = std::make_shared<const runtime::Declaration>(
      runtime::Declaration{LiteralsOf(variable), variable.unit, variable.description, "FMU"});
  info.kind = variable.causality == "input" ? runtime::VariableKind::kInput
              : variable.IsFixed()          ? runtime::VariableKind::kParameter
                                            : runtime::VariableKind::kAlgebraic;
  return info;
}

}  // namespace stiction::fmi
