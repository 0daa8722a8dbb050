// SPDX-License-Identifier: BSD-3-Clause
// Comma-separated values: a header of quoted names, "time" first; one row a time point, two at an event.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "runtime/results/result_writer.h"
#include "runtime/results/trajectory.h"

namespace stiction::runtime {

/// Booleans as 0 and 1, enumerations by their number, Reals in the shortest form that reads back the same.
std::string FormatCsv(const Trajectory& trajectory);

/// Writes the file whole or not at all.
/// @returns nothing on success, else a sentence with the system's reason
std::optional<std::string> WriteCsv(const Trajectory& trajectory, const std::filesystem::path& path);

/// A writer of such a file, row by row.
std::unique_ptr<ResultWriter> MakeCsvWriter(const std::filesystem::path& path);

}  // namespace stiction::runtime
