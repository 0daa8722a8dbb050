// SPDX-License-Identifier: BSD-3-Clause
// Any file with a result: comma-separated values or a MATLAB v4 trajectory, packed with gzip or not.
#pragma once

#include <filesystem>
#include <string_view>

#include "runtime/results/result_table.h"

namespace stiction::runtime {

/// Told apart by content, not by name. @returns as ParseCsv, ParseMat, Gunzip
ReadTable ParseResult(std::string_view bytes);

/// Reads a file. @returns as ParseResult, the sentence with the file's name
ReadTable ReadResult(const std::filesystem::path& path);

}  // namespace stiction::runtime
