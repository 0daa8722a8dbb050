// SPDX-License-Identifier: BSD-3-Clause
// The legend above a panel: all of its lines, in as many rows as they need.
#pragma once

#include <string>
#include <vector>

#include "runtime/report/canvas.h"

namespace stiction::runtime {

struct LegendEntry {
  std::string name;
  Colour colour;
  double line = 2;  // width [px]; 0: a patch
  double dash = 0;
};

/// Height of the rows that the entries need in that width [px].
double LegendHeight(const std::vector<LegendEntry>& entries, double width);

/// @param bottom the lower end of the last row
void DrawLegend(const std::vector<LegendEntry>& entries, double left, double bottom, double width, Canvas& canvas);

}  // namespace stiction::runtime
