// SPDX-License-Identifier: BSD-3-Clause
// What the values of discrete variables are called.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// `a.b` of `a.b.c`, empty of `c`; dots in indices and quoted identifiers count as others.
std::string_view ComponentOf(std::string_view name);

/// A constant may be the name of a value, as `constant Integer Stuck = 0`; it is written with a capital, as names of
/// types are. @param name without its component
bool IsNameOfValue(std::string_view name);

/// The values of one program, which outlives this.
class ValueTexts {
 public:
  /// @param slots once parameters have their values
  ValueTexts(const Program& program, const double* slots);

  /// `true`, the literal of an enumeration, the text of a String in quotes. An Integer has the names of the constants
  /// that are declared beside it if these number something: their values are consecutive.
  /// @param variable of the program
  /// @param value of its slot
  std::string Of(const VariableInfo& variable, double value) const;

 private:
  std::map<std::string_view, std::map<int64_t, std::string_view>> names_;  // of values, by component
};

}  // namespace stiction::runtime
