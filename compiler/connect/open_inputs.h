// SPDX-License-Identifier: BSD-3-Clause
// Inputs of components that were left open.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/connect/connections.h"

namespace stiction::flatten {

/// From here on, up to the next section, the equations of the flat model stand in the class of an instance, or are
/// declaration equations in it.
struct EquationSection {
  size_t begin = 0;
  ir::InstanceId scope;
};

/// Marks the inputs of components that have no declaration equation and that neither a connect nor an equation outside
/// of their component mentions (MLS 4.7). @param sections in order
void MarkOpenInputs(ExpansionContext& context, Connections& connections, const std::vector<EquationSection>& sections);

}  // namespace stiction::flatten
