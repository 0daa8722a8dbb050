// SPDX-License-Identifier: BSD-3-Clause
// Results from MATLAB v4 trajectories, as Dymola and OpenModelica write them.
#pragma once

#include <string_view>

#include "runtime/results/result_table.h"

namespace stiction::runtime {

/// True if it is a MATLAB file of any version.
bool LooksLikeMat(std::string_view bytes);

/// Reads a trajectory of class version 1.1 in either layout, "binTrans" (variables in rows) or "binNormal" (variables
/// in columns), and one of version 1.0 (`names` and `data`). Numbers of any type of the format, of either byte order.
/// @returns the table with units and descriptions, or what is wrong, with matrix and row: another version of MATLAB
/// file, a matrix that is missing or cut off, an entry of dataInfo that points outside, a time that is not finite or
/// decreases
ReadTable ParseMat(std::string_view bytes);

}  // namespace stiction::runtime
