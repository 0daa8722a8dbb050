// SPDX-License-Identifier: BSD-3-Clause
// The continuous system linearized at a point, exact, with every relation and discrete variable held:
//   d/dt dx = A dx + B du,  dy = C dx + D du.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

struct LinearSignal {
  std::string name, unit;
  double value = 0;  // at the point
};

/// A discrete variable or relation with the value that it has at the point, as text.
struct HeldSignal {
  std::string name, value;
};

/// A matrix by rows.
using LinearMatrix = std::vector<std::vector<double>>;

struct Linearization {
  double time = 0;
  std::vector<LinearSignal> states, inputs, outputs;
  std::vector<double> derivatives;  // of the states at the point: 0 at an equilibrium
  LinearMatrix a, b, c, d;
  std::vector<HeldSignal> mode;       // discrete variables, of aliases one
  std::vector<HeldSignal> relations;  // those that events watch
  size_t constraints = 0;             // between the states
};

/// @param slots of the program, solved at the point
/// @param outputs names of variables
/// @returns nothing where an equation has no derivative: a block is singular, or a value is not finite
/// @pre the program has these variables
std::optional<Linearization> Linearize(const Program& program, Tape& tape, const std::vector<double>& slots,
                                       double time, const std::vector<std::string>& outputs);

}  // namespace stiction::runtime
