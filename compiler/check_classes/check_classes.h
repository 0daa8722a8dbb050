// SPDX-License-Identifier: BSD-3-Clause
// Checks only: what each class may hold by itself, before anything is instantiated (MLS 4.6, 4.8.5, 13.2, 14, 18).
#pragma once

#include <vector>

#include "compiler/ir/classes/class_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Checks the classes that a model reaches and the classes inside of them; of a package only those that are reached.
void CheckClasses(const ir::ClassTree& tree, const std::vector<ir::ClassId>& reached, Diagnostics& diagnostics);

}  // namespace stiction
