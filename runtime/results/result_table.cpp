// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/result_table.h"

#include <algorithm>

namespace stiction::runtime {

std::optional<size_t> ResultTable::Find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<size_t>(found - names.begin());
}

std::vector<double> ResultTable::Values(size_t signal) const {
  const Source source = sources.empty() ? Source{signal, false} : sources[signal];
  std::vector<double> values = columns[source.column];
  if (values.size() == 1) values.resize(times.size(), values.front());
  if (source.negated) {
    for (double& value : values) value = value == 0 ? 0 : -value;
  }
  return values;
}

bool ResultTable::IsConstant(size_t signal) const {
  return columns[sources.empty() ? signal : sources[signal].column].size() == 1 && times.size() != 1;
}

std::unordered_map<std::string_view, size_t> ResultTable::Index() const {
  std::unordered_map<std::string_view, size_t> index;
  index.reserve(names.size());
  for (size_t i = 0; i < names.size(); ++i) index.emplace(names[i], i);
  return index;
}

}  // namespace stiction::runtime
