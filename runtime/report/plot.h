// SPDX-License-Identifier: BSD-3-Clause
// Plots of signals over time, or over another signal.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/report/canvas.h"
#include "runtime/report/curve.h"
#include "runtime/report/modes_panel.h"

namespace stiction::runtime {

/// One coordinate system: signals of one unit, or a discrete signal.
struct PlotPanel {
  struct Line {
    std::string name;  // empty: the legend leaves it out
    Curve curve;
    int colour = 0;  // number in a fixed palette
    bool is_reference = false;
    std::optional<double> place = {};  // in a series of lines, from 0 to 1: it has the colour of a ramp
  };
  struct Band {
    Curve lower, upper;
    int colour = 0;
  };
  /// A value of a discrete signal and what it is called.
  struct Literal {
    double value = 0;
    std::string name;
  };
  std::string unit;  // empty: unknown
  std::vector<Band> bands;
  std::vector<Line> lines;
  std::vector<std::pair<double, double>> violations = {};  // [s]
  bool is_discrete = false;
  std::vector<Literal> literals = {};                   // of a discrete signal; on the axis in place of numbers
  std::optional<std::pair<double, double>> range = {};  // of values; else what there is
};

struct Plot {
  std::string title;
  std::vector<PlotPanel> panels;
  std::vector<ModeRow> modes = {};  // a panel below the others
  std::vector<double> events;       // [s], ticks along the time axis
  double begin = 0, end = 1;        // [s]; of what is on the axis
  std::string axis = "time [s]";    // below the last panel
};

struct PlotSize {
  double width = 900;                 // [px]
  std::optional<double> height = {};  // [px] of the whole; else what the panels want
};

/// Height of the whole [px].
double HeightOf(const Plot& plot, const PlotSize& size);

/// Empty, or why the plot cannot be drawn in that size.
std::string WhyTooSmall(const Plot& plot, const PlotSize& size);

/// Draws the panels one below the other over one axis: grid, axes with units, tubes, lines, where a comparison fails,
/// event times, legends, and the bands of modes.
void DrawPlot(const Plot& plot, const PlotSize& size, Canvas& canvas);

}  // namespace stiction::runtime
