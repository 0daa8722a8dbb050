// SPDX-License-Identifier: BSD-3-Clause
// When the slots of a Program take other values.
#pragma once

#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

enum class SlotKind : uint8_t {
  kConstant,   // after the initialization: constants, parameters, start values
  kHeld,       // changes at events only: relations, discrete variables, left limits, ticks, inputs
  kComputed,   // between events, by the continuous system or code that runs after it
  kIntegrated  // time and states
};

/// By slot, of a simulation once it is initialized.
std::vector<SlotKind> KindsOfSlots(const Program& program);

}  // namespace stiction::runtime
