// SPDX-License-Identifier: BSD-3-Clause
// Comma-separated values: a header of quoted names, "time" first; one row a time point, two at an event.
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/results/result_writer.h"
#include "runtime/results/trajectory.h"

namespace stiction::runtime {

/// Appends a text in quotes, its own ones doubled.
void AppendQuoted(std::string& text, std::string_view what);

/// Booleans as 0 and 1, enumerations by their number, Reals in the shortest form that reads back the same.
std::string FormatCsv(const Trajectory& trajectory);

/// Writes the file whole or not at all.
/// @returns nothing on success, else a sentence with the system's reason
std::optional<std::string> WriteCsv(const Trajectory& trajectory, const std::filesystem::path& path);

/// A writer of such a file, row by row.
std::unique_ptr<ResultWriter> MakeCsvWriter(const std::filesystem::path& path, const CsvFormat& format = {});

/// Likewise, of a stream, which is closed in the end: rows appear as they come, and stay whatever happens.
std::unique_ptr<ResultWriter> MakeCsvWriter(std::FILE* stream, const CsvFormat& format = {});

}  // namespace stiction::runtime
