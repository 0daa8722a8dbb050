// SPDX-License-Identifier: BSD-3-Clause
// InstanceTree -> FlatModel (MLS 5.6.2): connection sets become equations (MLS 9.2), arrays and for-equations are
// unrolled, functions are specialised, constants folded.
#pragma once

#include "compiler/ir/flat/flat_model.h"
#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Whether something stands around the model: nothing, as in a simulation, or what may be connected to the connectors
/// of a component (MLS 4.8), of which only the structure means anything.
enum class Surroundings { kNone, kAnything };

/// @pre typechecked without error
ir::FlatModel Flatten(const ir::InstanceTree& tree, Diagnostics& diagnostics,
                      Surroundings surroundings = Surroundings::kNone);

}  // namespace stiction
