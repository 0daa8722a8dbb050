// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/parameter_table.h"

#include <algorithm>

#include "runtime/results/csv.h"
#include "runtime/results/shortest_number.h"

namespace stiction::runtime {

void ParameterSplit::Begin(const std::vector<VariableInfo>& signals, Slot time) {
  std::vector<VariableInfo> others;
  for (size_t i = 0; i < signals.size(); ++i) {
    const bool is_parameter = signals[i].kind == VariableKind::kParameter;
    if (is_parameter) {
      parameters_.push_back(signals[i]);
      columns_of_parameters_.push_back(i);
    }
    if (!is_parameter || kept_.contains(signals[i].name)) {
      others.push_back(signals[i]);
      columns_.push_back(i);
    }
  }
  row_.resize(columns_.size());
  rows_.Begin(others, time);
}

void ParameterSplit::Row(double time, const double* values) {
  if (parameter_values_.empty()) {
    for (const size_t column : columns_of_parameters_) parameter_values_.push_back(values[column]);
  }
  std::transform(columns_.begin(), columns_.end(), row_.begin(), [values](size_t column) { return values[column]; });
  rows_.Row(time, row_.data());
}

std::string ParameterSplit::Table() const {
  std::string text = "\"name\",\"value\",\"unit\",\"comment\"\n";
  for (size_t i = 0; i < parameter_values_.size(); ++i) {
    const Declaration& declaration = parameters_[i].declaration();
    AppendQuoted(text, parameters_[i].name);
    text += ',';
    text += ShortestNumber(parameter_values_[i]);
    AppendQuoted(text += ',', declaration.unit);
    AppendQuoted(text += ',', declaration.comment);
    text += '\n';
  }
  return text;
}

}  // namespace stiction::runtime
