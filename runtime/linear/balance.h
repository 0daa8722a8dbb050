// SPDX-License-Identifier: BSD-3-Clause
// Quantities that equations balance: forces, motions, currents or voltages, and at which connectors.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// The physical quantity that an equation adds up, by the units of its variables.
enum class Quantity {
  kUnknown,
  kForce,         // or a torque
  kMotion,        // positions or speeds, which states may be
  kAcceleration,  // or what is differentiated as often
  kCurrent,
  kVoltage
};

struct Balance {
  Quantity quantity = Quantity::kUnknown;  // none, or several
  std::vector<std::string> nodes;  // connectors with a flow variable in the balance and an undetermined potential
};

/// @param rows residuals of the block, evaluated in `slots` with relations held
/// @param undetermined variables
Balance FindBalance(const Program& program, const BlockCode& block, const std::vector<size_t>& rows,
                    const double* slots, const std::unordered_set<Slot>& undetermined);

}  // namespace stiction::runtime
