// SPDX-License-Identifier: BSD-3-Clause
// The text form of a Program (`dump --ir=program`).
#pragma once

#include <ostream>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Variables with their slots, then the code of each purpose, one instruction a line:
///     s12 = s3 * s4
/// Slots of variables print as their name, constants as their value, others as s and the number. Deterministic.
void Print(std::ostream& out, const Program& program);

}  // namespace stiction::runtime
