// SPDX-License-Identifier: BSD-3-Clause
// Results as MATLAB v4 trajectories, in the layout that Dymola and OpenModelica write and read.
#pragma once

#include <filesystem>
#include <memory>

#include "runtime/results/result_writer.h"

namespace stiction::runtime {

/// Writes the matrices Aclass, name, description, dataInfo, data_1 and data_2, transposed ("binTrans"), numbers as
/// doubles. data_1 holds the parameters and constants, each at the start and the stop time; data_2 the rows. Variables
/// that share a slot share a row of data, a negated one by a negative number in dataInfo. A description ends with the
/// unit in brackets, behind which stands the type of what is no Real: "[m]", "[:#(type=Boolean)]",
/// "[:#(type=enumeration(Stuck,Forward))]".
/// @source the format of result files in the Dymola user manual; MATLAB "MAT-File Format", Level 4
std::unique_ptr<ResultWriter> MakeMatWriter(const std::filesystem::path& path);

}  // namespace stiction::runtime
