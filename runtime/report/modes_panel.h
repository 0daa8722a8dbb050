// SPDX-License-Identifier: BSD-3-Clause
// The panel of modes: a band over time for each element, coloured by what it does.
#pragma once

#include <string>
#include <vector>

#include "runtime/report/canvas.h"
#include "runtime/report/legend.h"

namespace stiction::runtime {

/// An element and what it did: one stretch after the other.
struct ModeRow {
  struct Stretch {
    double begin = 0, end = 0;  // [s]
    std::string mode;           // "Stuck", "Forward", ...
  };
  std::string name;
  std::vector<Stretch> stretches;
};

/// The rectangle of a panel and the part of time it shows.
struct TimeFrame {
  double left = 0, top = 0, width = 1, height = 1;  // [px]
  double begin = 0, end = 1;                        // [s]
  double X(double t) const { return left + width * (t - begin) / (end - begin); }
};

/// One entry for each mode that occurs; the usual ones first.
std::vector<LegendEntry> LegendOfModes(const std::vector<ModeRow>& rows);

/// The bands with the names of their elements to the left.
void DrawModes(const std::vector<ModeRow>& rows, const TimeFrame& frame, Canvas& canvas);

}  // namespace stiction::runtime
