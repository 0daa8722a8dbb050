// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/modes_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/report/plot_style.h"

namespace stiction::runtime {
namespace {

// Those of friction elements have their colours wherever they occur: what sticks is dark, forward and backward differ
// in lightness too.
struct ModeColour {
  std::string_view mode;
  Colour colour;
};
constexpr std::array<ModeColour, 5> kModes{{{"Stuck", {70, 70, 70}},
                                            {"Forward", {0, 114, 178}},
                                            {"Backward", {240, 150, 60}},
                                            {"Free", {205, 225, 205}},
                                            {"Unknown", {240, 240, 240}}}};

// The modes that occur: the usual ones, then others as they come.
std::vector<std::string> ModesIn(const std::vector<ModeRow>& rows) {
  std::vector<std::string> modes;
  for (const ModeColour& usual : kModes) modes.emplace_back(usual.mode);
  std::vector<bool> occurs(modes.size());
  for (const ModeRow& row : rows) {
    for (const ModeRow::Stretch& stretch : row.stretches) {
      const auto found = std::find(modes.begin(), modes.end(), stretch.mode);
      if (found == modes.end()) {
        modes.push_back(stretch.mode);
      } else if (static_cast<size_t>(found - modes.begin()) < occurs.size()) {
        occurs[static_cast<size_t>(found - modes.begin())] = true;
      }
    }
  }
  std::vector<std::string> present;
  for (size_t i = 0; i < modes.size(); ++i) {
    if (i >= occurs.size() || occurs[i]) present.push_back(modes[i]);
  }
  return present;
}

Colour ColourOfMode(const std::string& mode, const std::vector<std::string>& modes) {
  const auto usual =
      std::find_if(kModes.begin(), kModes.end(), [&](const ModeColour& one) { return one.mode == mode; });
  if (usual != kModes.end()) return usual->colour;
  constexpr int kFirstFree = 2;  // of the palette: those before are near to Forward and Backward
  return ColourOf(kFirstFree + static_cast<int>(std::find(modes.begin(), modes.end(), mode) - modes.begin()));
}

}  // namespace

std::vector<LegendEntry> LegendOfModes(const std::vector<ModeRow>& rows) {
  const std::vector<std::string> modes = ModesIn(rows);
  std::vector<LegendEntry> entries;
  for (const std::string& mode : modes) entries.push_back({mode, ColourOfMode(mode, modes), 0});
  return entries;
}

void DrawModes(const std::vector<ModeRow>& rows, const TimeFrame& frame, Canvas& canvas) {
  constexpr double kLeastWidth = 1;  // [px]: what lasts a moment is to be seen
  const std::vector<std::string> modes = ModesIn(rows);
  const double pitch = frame.height / static_cast<double>(std::max<size_t>(rows.size(), 1));
  for (size_t i = 0; i < rows.size(); ++i) {
    const double top = frame.top + pitch * (static_cast<double>(i) + 0.14);
    const double bottom = top + 0.72 * pitch;
    const std::string& name = rows[i].name;
    canvas.Text({frame.left - 6, (top + bottom) / 2 + 4}, name, FontFor(name, frame.left - 10), kInk, Anchor::kEnd,
                false);
    canvas.BeginClip({frame.left, frame.top}, frame.width, frame.height);
    for (const ModeRow::Stretch& stretch : rows[i].stretches) {
      if (stretch.end < frame.begin || stretch.begin > frame.end) continue;
      const double begin = frame.X(std::max(stretch.begin, frame.begin));
      const double end = std::max(frame.X(std::min(stretch.end, frame.end)), begin + kLeastWidth);
      canvas.Polygon({{begin, top}, {end, top}, {end, bottom}, {begin, bottom}}, ColourOfMode(stretch.mode, modes));
    }
    canvas.EndClip();
  }
}

}  // namespace stiction::runtime
