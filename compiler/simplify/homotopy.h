// SPDX-License-Identifier: BSD-3-Clause
// homotopy(actual, simplified) of MLS 3.7.4.4: the equations of a model, and those of the path to its start.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Leaves homotopy in equations of Real type only; everything else gets the actual expressions.
void KeepHomotopyInEquations(ir::Dae& dae);

/// Leaves the actual expressions in the equations of the model and puts their other form beside them, which holds while
/// the start is sought: DaeEquation::path_left and path_right. Initial equations stay as they are.
void SplitHomotopy(ir::Dae& dae);

}  // namespace stiction
