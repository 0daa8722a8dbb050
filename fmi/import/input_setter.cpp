// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/input_setter.h"

namespace stiction::fmi {

InputSetter::InputSetter(const ImportedModel& model, const InputTable& table)
    : table_(table), all_(model, table.variables()), values_(table.variables().size()) {
  std::vector<size_t> continuous;
  for (size_t i = 0; i < table.variables().size(); ++i) {
    if (!model.variables[table.variables()[i]].IsContinuous()) continue;
    continuous.push_back(table.variables()[i]);
    places_of_continuous_.push_back(i);
  }
  continuous_ = Selection(model, continuous);
  continuous_values_.resize(continuous.size());
}

void InputSetter::SetAll(ImportedInstance& instance, double t, bool from_the_left) {
  if (values_.empty()) return;
  table_.At(t, from_the_left, values_.data());
  all_.Set(instance, values_.data());
}

void InputSetter::SetContinuous(ImportedInstance& instance, double t, bool from_the_left) {
  if (continuous_values_.empty()) return;
  table_.At(t, from_the_left, values_.data());
  for (size_t i = 0; i < continuous_values_.size(); ++i) continuous_values_[i] = values_[places_of_continuous_[i]];
  continuous_.Set(instance, continuous_values_.data());
}

}  // namespace stiction::fmi
