// SPDX-License-Identifier: BSD-3-Clause
// Values of variables of imported models, of whatever types.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fmi/import/description.h"
#include "fmi/import/imported_instance.h"
#include "runtime/program/program.h"

namespace stiction::fmi {

/// Variables that are got or set together. All throw ImportFailure.
class Selection {
 public:
  Selection() = default;
  /// @param numbers of variables with numbers as values
  Selection(const ImportedModel& model, const std::vector<size_t>& numbers);

  /// @param values in order of the numbers
  void Get(ImportedInstance& instance, double* values) const;
  /// Elements of an array that are not among them get their start values.
  void Set(ImportedInstance& instance, const double* values) const;

 private:
  /// Arrays, and variables that are none, of one type, one after the other.
  struct Arrays {
    std::vector<uint32_t> references;
    std::vector<double> starts;                     // of elements
    std::vector<std::pair<size_t, size_t>> places;  // given number, element
  };
  std::map<ImportedType, Arrays> of_type_;
};

/// Sets variables, by name, to what texts say: numbers, true or false, literals of their types, or texts.
/// @throws ImportFailure
void SetFromTexts(ImportedInstance& instance, const ImportedModel& model,
                  const std::vector<std::pair<std::string, std::string>>& settings);

/// Variables that results show, by number: those with a number as a value.
std::vector<size_t> ShownVariables(const ImportedModel& model);
/// One of them, without a slot.
runtime::VariableInfo ShownAs(const ImportedVariable& variable);

}  // namespace stiction::fmi
