// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/check_table.h"

#include <fmt/format.h>

#include <cmath>

namespace stiction::runtime {

std::string CheckTable(const Matrix& table, std::span<const int> columns, std::string_view name, bool repeats) {
  if (table.rows == 0 || table.columns < 2) {
    return fmt::format(
        "{} is {} x {}: it needs at least one row and two columns, the abscissae and what belongs to them", name,
        table.rows, table.columns);
  }
  for (const int column : columns) {
    if (column < 1 || static_cast<size_t>(column) > table.columns) {
      return fmt::format("{} has {} columns, but 'columns' asks for column {}", name, table.columns, column);
    }
  }
  for (size_t i = 0; i < table.rows; ++i) {
    const double x = table(i, 0);
    if (!std::isfinite(x)) return fmt::format("{}: the abscissa {} of row {} is no finite number", name, x, i + 1);
    if (i == 0) continue;
    const double before = table(i - 1, 0);
    if (x > before || (repeats && x == before)) continue;
    return fmt::format("{}: the abscissa {} of row {} is {} the abscissa {} of row {}; the first column has to be {}",
                       name, x, i + 1, x == before ? "no greater than" : "less than", before, i,
                       repeats ? "in increasing order" : "strictly increasing");
  }
  return {};
}

std::string OutOfRange(std::string_view name, std::string_view letter, double u, double low, double high) {
  return fmt::format(
      "{}: {} = {} is outside of its abscissae {} ... {}, and extrapolation = NoExtrapolation forbids that; let the "
      "table "
      "reach further or choose another extrapolation",
      name, letter, u, low, high);
}

double IntoPeriod(double u, double low, double high) {
  const double period = high - low;
  const double moved = u - period * std::floor((u - low) / period);
  // Rounding may leave the period by a bit.
  if (moved < low) return low;
  if (moved >= high) return low;
  return moved;
}

}  // namespace stiction::runtime
