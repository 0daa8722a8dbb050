// SPDX-License-Identifier: BSD-3-Clause
// Variables of functions that are declared with the size `:` and no value (MLS 12.4.5).
#pragma once

#include <vector>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// Gives variables of open size the size of what is assigned to them as a whole: one and the same in all assignments of
/// branches that are not ruled out.
/// @param locals by variable number; the dimensions of all others are known, open ones are 0
/// @param open variable numbers
/// @throws ExpansionError if there is no such size
void FindOpenSizes(Expander& expander, const ir::FunctionInstance& function, std::vector<LocalVariable>& locals,
                   const std::vector<size_t>& open);

}  // namespace stiction::flatten
