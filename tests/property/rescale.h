// SPDX-License-Identifier: BSD-3-Clause
// A model in other units: force, length, time and the parameter of friction curves, each by a factor.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/flat/flat_model.h"

namespace stiction::test {

/// A value of one newton (metre, second) becomes one of `force` (`length`, `time`); mass, energy, stiffness and all
/// other quantities follow. `curve` is the factor of variables called `sa`, on top of that of their unit.
struct Scale {
  double force = 1, length = 1, time = 1, curve = 1;
};

/// Rewrites the model so that its solution is that of the original times a factor for each variable, at `scale.time`
/// times the instant. What has a unit (declared, or inferred from an equation in which all else has one) is scaled with
/// its unit, and a number gets the unit that its place asks for: in `u = 0.9*sin(time)` the 0.9 is a force, and `time`
/// is divided by a second. Where units contradict each other the factor between them is written out, so that the
/// statement above holds of any model.
/// @returns the factor of each variable, by id
std::vector<double> Rescale(ir::FlatModel& model, const Scale& scale);

}  // namespace stiction::test
