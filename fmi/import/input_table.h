// SPDX-License-Identifier: BSD-3-Clause
// Inputs over time.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fmi/import/description.h"

namespace stiction::fmi {

/// Values of inputs from a table: those that change continuously are linear between rows, others keep the last row's.
/// Two rows of one time are a jump. Before the first and after the last row they are what these say.
class InputTable {
 public:
  InputTable() = default;
  /// @param path a result file, with columns that are named like inputs of the model; others are an error
  static std::variant<InputTable, std::string> Read(const std::string& path, const ImportedModel& model);

  bool empty() const { return columns_.empty(); }
  /// Numbers of the variables, in order of the values.
  const std::vector<size_t>& variables() const { return variables_; }
  /// Right limits at t, or left limits.
  void At(double t, bool from_the_left, double* values) const;
  /// Time of the next jump, or of the next row where something keeps the last row's, after t; infinite if there is
  /// none.
  double NextEvent(double t) const;

 private:
  std::vector<size_t> variables_;
  std::vector<bool> is_continuous_;
  std::vector<double> times_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> events_;  // ascending
};

}  // namespace stiction::fmi
