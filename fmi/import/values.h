// SPDX-License-Identifier: BSD-3-Clause
// Values of variables of imported models, of whatever types.
#pragma once

#include <string>
#include <vector>

#include "fmi/import/description.h"
#include "fmi/import/imported_instance.h"
#include "runtime/program/program.h"

namespace stiction::fmi {

/// Of variables by number. @throws ImportFailure
void GetNumbers(ImportedInstance& instance, const ImportedModel& model, const std::vector<size_t>& numbers,
                double* values);

/// Sets a variable to what a text says: a number, true or false, a literal of its type, or a text.
/// @throws ImportFailure
void SetFromText(ImportedInstance& instance, const ImportedVariable& variable, const std::string& text);

/// Variables that results show, by number: those with a number as a value.
std::vector<size_t> ShownVariables(const ImportedModel& model);
/// One of them, without a slot.
runtime::VariableInfo ShownAs(const ImportedVariable& variable);

}  // namespace stiction::fmi
