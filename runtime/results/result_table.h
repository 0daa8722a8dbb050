// SPDX-License-Identifier: BSD-3-Clause
// A result of a simulation read back from a file, ours or another tool's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace stiction::runtime {

/// What the values of a signal are.
struct SignalType {
  enum class Kind { kUnknown, kReal, kInteger, kBoolean, kEnumeration };
  Kind kind = Kind::kUnknown;
  std::vector<std::string> literals = {};  // of an enumeration, from the value 1 on

  bool is_discrete() const { return kind == Kind::kInteger || kind == Kind::kBoolean || kind == Kind::kEnumeration; }
};

/// Named signals over non-decreasing times; an event has two rows of the same time.
struct ResultTable {
  /// The column of a signal. Aliases share a column.
  struct Source {
    size_t column = 0;
    bool negated = false;
  };

  std::vector<std::string> names;            // without the time
  std::vector<double> times;                 // [s]
  std::vector<std::vector<double>> columns;  // each as long as `times`, or one value: a constant
  std::vector<Source> sources = {};          // by signal; empty: signal k has column k
  std::vector<std::string> units = {};       // by signal; empty: the file tells none
  std::vector<std::string> descriptions = {};
  std::vector<SignalType> types = {};  // by signal; empty: the file tells none

  size_t rows() const { return times.size(); }
  /// Nothing if there is no such signal; the first of several.
  std::optional<size_t> Find(std::string_view name) const;
  /// As long as `times`.
  std::vector<double> Values(size_t signal) const;
  /// Empty if unknown.
  std::string UnitOf(size_t signal) const { return signal < units.size() ? units[signal] : std::string(); }
  SignalType TypeOf(size_t signal) const { return signal < types.size() ? types[signal] : SignalType(); }
  /// True of a parameter of a file that tells constants from others.
  bool IsConstant(size_t signal) const;

  /// Signals by name, for those who look up many.
  std::unordered_map<std::string_view, size_t> Index() const;
};

/// The table, or a sentence that says what is wrong and where.
using ReadTable = std::variant<ResultTable, std::string>;

}  // namespace stiction::runtime
