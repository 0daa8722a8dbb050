// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/input_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/results/read_result.h"

namespace stiction::fmi {

std::variant<InputTable, std::string> InputTable::Read(const std::string& path, const ImportedModel& model) {
  runtime::ReadTable read = runtime::ReadResult(path);
  if (auto* const wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  const auto& table = std::get<runtime::ResultTable>(read);
  if (table.rows() == 0) return fmt::format("{} has no rows", path);
  InputTable inputs;
  inputs.times_ = table.times;
  for (size_t i = 0; i < table.names.size(); ++i) {
    const auto input = std::ranges::find_if(model.variables, [&](const ImportedVariable& variable) {
      return variable.name == table.names[i] && variable.causality == "input";
    });
    if (input == model.variables.end()) return fmt::format("{}: the FMU has no input `{}`", path, table.names[i]);
    inputs.variables_.push_back(static_cast<size_t>(input - model.variables.begin()));
    inputs.is_continuous_.push_back(input->IsContinuous());
    inputs.columns_.push_back(table.Values(i));
  }
  const bool keeps = std::ranges::find(inputs.is_continuous_, false) != inputs.is_continuous_.end();
  for (size_t k = 1; k < inputs.times_.size(); ++k) {
    if (keeps || inputs.times_[k] == inputs.times_[k - 1]) inputs.events_.push_back(inputs.times_[k]);
  }
  inputs.events_.erase(std::unique(inputs.events_.begin(), inputs.events_.end()), inputs.events_.end());
  return inputs;
}

void InputTable::At(double t, bool from_the_left, double* values) const {
  // The first row behind t.
  const auto next = from_the_left ? std::ranges::lower_bound(times_, t) : std::ranges::upper_bound(times_, t);
  const auto after = static_cast<size_t>(next - times_.begin());
  for (size_t i = 0; i < columns_.size(); ++i) {
    const std::vector<double>& column = columns_[i];
    if (after == 0 || after == times_.size()) {
      values[i] = column[after == 0 ? 0 : after - 1];
    } else {
      const double share = (t - times_[after - 1]) / (times_[after] - times_[after - 1]);
      values[i] = column[after - 1] + (is_continuous_[i] ? share * (column[after] - column[after - 1]) : 0);
    }
  }
}

double InputTable::NextEvent(double t) const {
  const auto next = std::ranges::upper_bound(events_, t);
  return next == events_.end() ? std::numeric_limits<double>::infinity() : *next;
}

}  // namespace stiction::fmi
