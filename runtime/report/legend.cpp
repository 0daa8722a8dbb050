// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/legend.h"

#include "runtime/report/plot_style.h"

namespace stiction::runtime {
namespace {

constexpr double kRow = 17, kMark = 18, kToText = 23, kBetweenEntries = 14;  // [px]

// Where each entry stands: row, and place from the left.
struct EntryPlace {
  size_t row = 0;
  double x = 0;
};

std::vector<EntryPlace> PlacesOf(const std::vector<LegendEntry>& entries, double width) {
  std::vector<EntryPlace> places;
  EntryPlace next;
  for (const LegendEntry& entry : entries) {
    const double length = kToText + TextWidth(entry.name);
    if (next.x > 0 && next.x + length > width) next = {next.row + 1, 0};
    places.push_back(next);
    next.x += length + kBetweenEntries;
  }
  return places;
}

}  // namespace

double LegendHeight(const std::vector<LegendEntry>& entries, double width) {
  const std::vector<EntryPlace> places = PlacesOf(entries, width);
  return places.empty() ? 0 : kRow * static_cast<double>(places.back().row + 1);
}

void DrawLegend(const std::vector<LegendEntry>& entries, double left, double bottom, double width, Canvas& canvas) {
  const std::vector<EntryPlace> places = PlacesOf(entries, width);
  const double top = bottom - LegendHeight(entries, width);
  for (size_t i = 0; i < entries.size(); ++i) {
    const LegendEntry& entry = entries[i];
    const double x = left + places[i].x;
    const double base = top + kRow * static_cast<double>(places[i].row + 1) - 5;  // of the text
    if (entry.line > 0) {
      canvas.Polyline({{x, base - 4}, {x + kMark, base - 4}}, entry.colour, entry.line, entry.dash);
    } else {
      canvas.Polygon({{x, base - 9}, {x + kMark, base - 9}, {x + kMark, base + 1}, {x, base + 1}}, entry.colour);
    }
    canvas.Text({x + kToText, base}, entry.name, FontFor(entry.name, width - kToText), kInk, Anchor::kStart, false);
  }
}

}  // namespace stiction::runtime
