// SPDX-License-Identifier: BSD-3-Clause
// A result file of `stiction simulate`: named columns over time.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stiction::test {

class Table {
 public:
  /// Reads a CSV result.
  /// @errors throws std::runtime_error: not readable, no header, a row of another length, or a number that is none
  static Table Read(const std::string& path);

  const std::vector<std::string>& Names() const { return names_; }
  bool Has(const std::string& name) const;

  /// All values of one column, one a row. @errors throws std::runtime_error, naming the column, if there is none
  const std::vector<double>& Column(const std::string& name) const;

  /// Time of each row; an event has two rows of the same time.
  const std::vector<double>& Time() const { return Column("time"); }

  double First(const std::string& name) const { return Column(name).front(); }
  double Last(const std::string& name) const { return Column(name).back(); }

  /// The value at time `t`, linear between rows; at an event the right limit.
  double At(const std::string& name, double t) const;

  /// The times at which a column takes another value, for Booleans, Integers and enumerations.
  std::vector<double> ChangeTimes(const std::string& name) const;

  /// The first time from `from` on at which a column has the value `value` and had another one in the row before.
  /// @errors throws std::runtime_error, naming the column, if it never does
  double TimeOfChangeTo(const std::string& name, double value, double from = 0) const;

  /// As above, for the first of several columns and values.
  double TimeOfFirstChangeTo(const std::vector<std::pair<std::string, double>>& changes, double from = 0) const;

 private:
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
};

}  // namespace stiction::test
