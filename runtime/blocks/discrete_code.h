// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes of the discrete assignments of a mixed block: how often they have to run.
#pragma once

#include "runtime/program/program.h"

namespace stiction::runtime {

struct DiscreteCode {
  bool settles_at_once = false;  // another run changes nothing
  bool reads_solution = true;    // of the Real equations of its block
  bool is_open = false;          // these read nothing that it writes but its variables
};

/// @returns what the reads and writes of the discrete assignments show
DiscreteCode LookAtDiscreteCode(const Program& program, const BlockCode& block);

}  // namespace stiction::runtime
