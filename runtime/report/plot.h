// SPDX-License-Identifier: BSD-3-Clause
// Plots of signals over time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/report/canvas.h"
#include "runtime/report/curve.h"

namespace stiction::runtime {

/// One coordinate system: signals of one unit.
struct PlotPanel {
  struct Line {
    std::string name;
    Curve curve;
    int colour = 0;  // number in a fixed palette
    bool is_reference = false;
  };
  struct Band {
    Curve lower, upper;
    int colour = 0;
  };
  std::string unit;  // empty: unknown
  std::vector<Band> bands;
  std::vector<Line> lines;
  std::vector<std::pair<double, double>> violations;  // [s]
};

struct Plot {
  std::string title;
  std::vector<PlotPanel> panels;
  std::vector<double> events;  // [s], ticks along the time axis
  double begin = 0, end = 1;   // [s]
};

struct PlotSize {
  double width = 900;         // [px]
  double panel_height = 260;  // [px]
};

/// Height of the whole [px].
double HeightOf(const Plot& plot, const PlotSize& size);

/// Draws the panels one below the other over one time axis: grid, axes with units, tubes, lines, where a comparison
/// fails, event times, and a legend.
void DrawPlot(const Plot& plot, const PlotSize& size, Canvas& canvas);

/// Round numbers within [least, most], about `count` of them.
std::vector<double> Ticks(double least, double most, int count);

}  // namespace stiction::runtime
