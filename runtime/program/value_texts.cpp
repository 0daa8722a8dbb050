// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/value_texts.h"

#include <fmt/format.h>

#include <cctype>

#include "runtime/operators/texts.h"

namespace stiction::runtime {

std::string_view ComponentOf(std::string_view name) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = name.size(); i-- > 0;) {
    const char c = name[i];
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    depth += c == ']' || c == ')' ? 1 : c == '[' || c == '(' ? -1 : 0;
    if (c == '.' && depth == 0) return name.substr(0, i);
  }
  return {};
}

bool IsNameOfValue(std::string_view name) {
  return !name.empty() && std::isupper(static_cast<unsigned char>(name.front())) != 0;
}

ValueTexts::ValueTexts(const Program& program, const double* slots) {
  for (const VariableInfo& variable : program.variables) {
    if (variable.kind != VariableKind::kParameter || variable.type != ValueType::kInteger) continue;
    const std::string_view component = ComponentOf(variable.name);
    const std::string_view name = std::string_view(variable.name).substr(component.empty() ? 0 : component.size() + 1);
    if (!IsNameOfValue(name)) continue;
    const double value = slots[variable.slot];
    names_[component].emplace(static_cast<int64_t>(variable.negated ? -value : value), name);
  }
  std::erase_if(names_, [](const auto& of_component) {
    const auto& names = of_component.second;
    return names.size() < 2 || names.rbegin()->first - names.begin()->first != static_cast<int64_t>(names.size()) - 1;
  });
}

std::string ValueTexts::Of(const VariableInfo& variable, double value) const {
  if (variable.type == ValueType::kBoolean) return (value != 0) != variable.negated ? "true" : "false";
  if (variable.type == ValueType::kString) return fmt::format("\"{}\"", TextOf(value));
  if (variable.negated) value = -value;
  const std::vector<std::string>& literals = variable.declaration().literals;
  if (value >= 1 && value <= static_cast<double>(literals.size())) return literals[static_cast<size_t>(value) - 1];
  if (variable.type == ValueType::kInteger) {
    const auto of_component = names_.find(ComponentOf(variable.name));
    if (of_component != names_.end()) {
      const auto name = of_component->second.find(static_cast<int64_t>(value));
      if (name != of_component->second.end()) return std::string(name->second);
    }
  }
  return fmt::format("{}", value + 0.0);  // never -0
}

}  // namespace stiction::runtime
