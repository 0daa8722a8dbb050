// SPDX-License-Identifier: BSD-3-Clause
// Gives a model the inputs of a table.
#pragma once

#include <cstddef>
#include <vector>

#include "fmi/import/description.h"
#include "fmi/import/imported_instance.h"
#include "fmi/import/input_table.h"
#include "fmi/import/values.h"

namespace stiction::fmi {

/// Not all inputs may be set between events.
class InputSetter {
 public:
  /// @pre both outlive this
  InputSetter(const ImportedModel& model, const InputTable& table);

  /// @param from_the_left whether a jump at t is still to come. @throws ImportFailure
  void SetAll(ImportedInstance& instance, double t, bool from_the_left);
  void SetContinuous(ImportedInstance& instance, double t, bool from_the_left);

 private:
  const InputTable& table_;
  Selection all_, continuous_;
  std::vector<size_t> places_of_continuous_;  // in the table
  std::vector<double> values_, continuous_values_;
};

}  // namespace stiction::fmi
