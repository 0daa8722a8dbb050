// SPDX-License-Identifier: BSD-3-Clause
// Parameters and constants once, in a table of their own, in place of a column each in the rows.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/results/row_sink.h"

namespace stiction::runtime {

/// Passes rows on without the parameters, whose values it takes from the first row.
class ParameterSplit : public RowSink {
 public:
  /// @param rows outlives this
  /// @param kept names of parameters that stay in the rows
  ParameterSplit(RowSink& rows, std::unordered_set<std::string> kept) : rows_(rows), kept_(std::move(kept)) {}

  void Begin(const std::vector<VariableInfo>& signals, Slot time) override;
  void Row(double time, const double* values) override;
  bool failed() const override { return rows_.failed(); }

  /// Comma-separated: a header, then name, value, unit and comment of each. The header alone without a row.
  std::string Table() const;

 private:
  RowSink& rows_;
  std::unordered_set<std::string> kept_;
  std::vector<VariableInfo> parameters_;
  std::vector<size_t> columns_of_parameters_;
  std::vector<double> parameter_values_;
  std::vector<size_t> columns_;  // of what is passed on
  std::vector<double> row_;
};

}  // namespace stiction::runtime
