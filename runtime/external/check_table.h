// SPDX-License-Identifier: BSD-3-Clause
// Checks and messages that all tables share.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/external/matrix.h"

namespace stiction::runtime {

/// Shape, columns and abscissae of a table whose first column is its abscissa.
/// @param name  what the messages call the table
/// @param repeats  whether an abscissa may stand twice
/// @returns empty, or a sentence
std::string CheckTable(const Matrix& table, std::span<const int> columns, std::string_view name, bool repeats);

/// "table 'a': u = 3 is outside of 0 ... 2, and extrapolation is NoExtrapolation; ...".
std::string OutOfRange(std::string_view name, std::string_view letter, double u, double low, double high);

/// u moved by whole periods into [low, high).
double IntoPeriod(double u, double low, double high);

}  // namespace stiction::runtime
