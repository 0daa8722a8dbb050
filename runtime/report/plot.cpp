// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "runtime/report/legend.h"
#include "runtime/report/plot_style.h"
#include "runtime/report/ticks.h"

namespace stiction::runtime {
namespace {

constexpr Colour kViolation{214, 39, 40, 0.25};
constexpr Colour kEvent{120, 60, 160};
constexpr double kLeft = 78, kRight = 18, kTitle = 30, kNoTitle = 6, kAboveLegend = 5, kBottom = 44, kBetween = 14;
constexpr double kPanel = 260, kLevel = 22, kModeRow = 24;  // heights [px]
constexpr double kLeastPanel = 30;

// Maps what is on the axis, mostly time, and values to pixels.
struct Frame {
  double left, top, width, height;
  double begin, end, least, most;
  double X(double t) const { return left + width * (t - begin) / (end - begin); }
  double Y(double v) const { return top + height * (1 - (v - least) / (most - least)); }
  std::vector<Point> Map(const Curve& curve) const {
    std::vector<Point> points;
    for (const CurvePoint& p : curve) {
      points.push_back({std::clamp(X(p.t), left - 1e4, left + 1e4), std::clamp(Y(p.v), top - 1e4, top + 1e4)});
    }
    return points;
  }
};

// Some room above and below what is to be seen.
std::pair<double, double> ValueRange(const PlotPanel& panel) {
  if (panel.range) return *panel.range;
  bool any = false;
  double least = 0;
  double most = 1;
  const auto include = [&](const Curve& curve) {
    if (curve.empty()) return;
    const auto [low, high] = RangeOf(curve);
    least = any ? std::min(least, low) : low;
    most = any ? std::max(most, high) : high;
    any = true;
  };
  for (const PlotPanel::Line& line : panel.lines) include(line.curve);
  for (const PlotPanel::Band& band : panel.bands) {
    include(band.lower);
    include(band.upper);
  }
  if (panel.is_discrete) return {least - 0.4, std::max(most, least + 1) + 0.4};
  const double room = most > least ? 0.05 * (most - least) : std::max(0.5 * std::abs(most), 0.5);
  return {least - room, most + room};
}

// What stands at the value axis, and where.
std::vector<PlotPanel::Literal> ValueTicks(const PlotPanel& panel, double least, double most) {
  std::vector<PlotPanel::Literal> ticks;
  for (const PlotPanel::Literal& literal : panel.literals) {
    if (literal.value >= least && literal.value <= most) ticks.push_back(literal);
  }
  if (!ticks.empty()) return ticks;
  std::vector<double> values = Ticks(least, most, panel.is_discrete ? 8 : 5);
  if (panel.is_discrete) std::erase_if(values, [](double value) { return value != std::round(value); });
  const std::vector<std::string> texts = TickTexts(values);
  for (size_t i = 0; i < values.size(); ++i) ticks.push_back({values[i], texts[i]});
  return ticks;
}

LegendEntry EntryOf(const PlotPanel::Line& line) {
  if (line.is_reference) return {line.name, kReference, 3, 0};
  if (line.place) return {line.name, ColourOfRamp(*line.place), 2, 0};
  return {line.name, ColourOf(line.colour), 2, DashOf(line.colour)};
}

std::vector<LegendEntry> LegendOf(const PlotPanel& panel) {
  std::vector<LegendEntry> entries;
  for (const PlotPanel::Line& line : panel.lines) {
    if (!line.name.empty()) entries.push_back(EntryOf(line));
  }
  return entries;
}

// A level each for the values of a discrete signal.
double WantedHeight(const PlotPanel& panel) {
  if (!panel.is_discrete) return kPanel;
  const auto [least, most] = ValueRange(panel);
  return std::clamp(kLevel * (std::round(most - least - 0.8) + 1) + 16, 2 * kLevel, kPanel);
}

/// Where everything is: the panels, and last the modes if there are any.
struct Layout {
  double left = kLeft;
  double width = 0;
  std::vector<double> legends;  // heights
  std::vector<double> panels;   // heights
  double total = 0;
};

double TopOf(const Plot& plot) { return plot.title.empty() ? kNoTitle : kTitle; }

// The texts at the axis of values need room to the left of it, to some extent.
double LeftOf(const Plot& plot, double width) {
  double longest = 0;
  for (const PlotPanel& panel : plot.panels) {
    for (const PlotPanel::Literal& literal : panel.literals) longest = std::max(longest, TextWidth(literal.name) + 16);
  }
  for (const ModeRow& row : plot.modes) longest = std::max(longest, TextWidth(row.name));
  return std::max(kLeft, std::min(longest + 12, 0.3 * width));
}

// The height that is given goes to panels of values, as long as they do not become smaller than the others.
void FitHeight(const Plot& plot, double height, Layout& layout) {
  const double excess = layout.total - height;
  double of_values = 0;
  for (size_t i = 0; i < plot.panels.size(); ++i) of_values += plot.panels[i].is_discrete ? 0 : layout.panels[i];
  const double all = std::accumulate(layout.panels.begin(), layout.panels.end(), 0.0);
  const bool by_values = of_values > 0 && (of_values - excess) / of_values * kPanel >= 2 * kLeastPanel;
  for (size_t i = 0; i < layout.panels.size(); ++i) {
    const bool is_of_values = i < plot.panels.size() && !plot.panels[i].is_discrete;
    if (by_values && is_of_values) layout.panels[i] *= (of_values - excess) / of_values;
    if (!by_values) layout.panels[i] *= std::max(all - excess, 0.0) / all;
  }
  layout.total = height;
}

Layout LayOut(const Plot& plot, const PlotSize& size) {
  Layout layout;
  layout.left = LeftOf(plot, size.width);
  layout.width = std::max(size.width - layout.left - kRight, 1.0);
  for (const PlotPanel& panel : plot.panels) {
    layout.legends.push_back(kAboveLegend + LegendHeight(LegendOf(panel), layout.width));
    layout.panels.push_back(WantedHeight(panel));
  }
  if (!plot.modes.empty()) {
    layout.legends.push_back(kAboveLegend + LegendHeight(LegendOfModes(plot.modes), layout.width));
    layout.panels.push_back(kModeRow * static_cast<double>(plot.modes.size()) + 8);
  }
  const auto sum = [](const std::vector<double>& parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); };
  layout.total = TopOf(plot) + sum(layout.legends) + sum(layout.panels) +
                 kBetween * static_cast<double>(layout.panels.size()) + kBottom;
  if (size.height && !layout.panels.empty()) FitHeight(plot, *size.height, layout);
  return layout;
}

void DrawRectangle(Canvas& canvas, double x, double y, double width, double height, Colour fill) {
  canvas.Polygon({{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, fill);
}

void DrawTimeAxis(const Plot& plot, const Frame& frame, bool is_last, Canvas& canvas) {
  const double bottom = frame.top + frame.height;
  const std::vector<double> times =
      Ticks(frame.begin, frame.end, std::clamp(static_cast<int>(frame.width / 95), 2, 12));
  const std::vector<std::string> texts = TickTexts(times);
  for (size_t i = 0; i < times.size(); ++i) {
    const double x = frame.X(times[i]);
    canvas.Polyline({{x, frame.top}, {x, bottom}}, kGrid, 1);
    if (is_last) canvas.Text({x, bottom + 17}, texts[i], kFont, kInk, Anchor::kMiddle, false);
  }
  if (!is_last) return;
  const Point middle{frame.left + frame.width / 2, bottom + 36};
  canvas.Text(middle, plot.axis, FontFor(plot.axis, frame.width), kInk, Anchor::kMiddle, false);
}

void DrawValueAxis(const PlotPanel& panel, const Frame& frame, Canvas& canvas) {
  const double right = frame.left + frame.width;
  for (const PlotPanel::Literal& tick : ValueTicks(panel, frame.least, frame.most)) {
    const double y = frame.Y(tick.value);
    canvas.Polyline({{frame.left, y}, {right, y}}, kGrid, 1);
    canvas.Text({frame.left - 6, y + 4}, tick.name, FontFor(tick.name, frame.left - 12), kInk, Anchor::kEnd, false);
  }
  if (panel.unit.empty()) return;
  canvas.Text({16, frame.top + frame.height / 2}, "[" + panel.unit + "]", kFont, kInk, Anchor::kMiddle, true);
}

void DrawBorder(const Frame& frame, Canvas& canvas) {
  const double bottom = frame.top + frame.height;
  canvas.Polyline({{frame.left, frame.top}, {frame.left, bottom}, {frame.left + frame.width, bottom}}, kInk, 1);
}

void DrawEvents(const Plot& plot, const Frame& frame, double bottom, Canvas& canvas) {
  for (const double t : plot.events) {
    if (t < frame.begin || t > frame.end) continue;
    canvas.Polyline({{frame.X(t), bottom - 7}, {frame.X(t), bottom + 4}}, kEvent, 1.2);
  }
}

void DrawCurves(const Plot& plot, const PlotPanel& panel, const Frame& frame, Canvas& canvas) {
  const double bottom = frame.top + frame.height;
  canvas.BeginClip({frame.left, frame.top}, frame.width, frame.height);
  for (const auto& [begin, end] : panel.violations) {
    const double width = std::max(2.0, frame.X(end) - frame.X(begin));
    DrawRectangle(canvas, (frame.X(begin) + frame.X(end) - width) / 2, frame.top, width, frame.height, kViolation);
  }
  for (const PlotPanel::Band& band : panel.bands) {
    std::vector<Point> outline = frame.Map(band.upper);
    const std::vector<Point> lower = frame.Map(band.lower);
    outline.insert(outline.end(), lower.rbegin(), lower.rend());
    Colour fill = ColourOf(band.colour);
    fill.opacity = 0.18;
    canvas.Polygon(outline, fill);
  }
  for (const PlotPanel::Line& line : panel.lines) {
    const LegendEntry style = EntryOf(line);
    canvas.Polyline(frame.Map(line.curve), style.colour, line.is_reference ? style.line : 1.5, style.dash);
  }
  canvas.EndClip();
  DrawEvents(plot, frame, bottom, canvas);
}

}  // namespace

double HeightOf(const Plot& plot, const PlotSize& size) { return LayOut(plot, size).total; }

std::string WhyTooSmall(const Plot& plot, const PlotSize& size) {
  constexpr double kLeastWidth = 200;
  const Layout layout = LayOut(plot, size);
  const double least = layout.panels.empty() ? kPanel : *std::min_element(layout.panels.begin(), layout.panels.end());
  if (size.width >= kLeastWidth && least >= kLeastPanel) return {};
  const double wanted = LayOut(plot, {.width = std::max(size.width, kLeastWidth)}).total;
  return fmt::format("{} panels do not fit into {:g} x {:g} pixels\n  hint: {:g} x {:.0f} would do",
                     layout.panels.size(), size.width, layout.total, std::max(size.width, kLeastWidth),
                     std::ceil(wanted));
}

void DrawPlot(const Plot& plot, const PlotSize& size, Canvas& canvas) {
  const Layout layout = LayOut(plot, size);
  DrawRectangle(canvas, 0, 0, size.width, layout.total, {255, 255, 255});
  canvas.Text({size.width / 2, 20}, plot.title, std::min(15.0, 15 / kFont * FontFor(plot.title, size.width * 0.78)),
              kInk, Anchor::kMiddle, false);
  const double end = plot.end > plot.begin ? plot.end : plot.begin + 1;
  double top = TopOf(plot);
  for (size_t i = 0; i < layout.panels.size(); ++i) {
    top += layout.legends[i];
    const bool is_last = i + 1 == layout.panels.size();
    Frame frame{layout.left, top, layout.width, layout.panels[i], plot.begin, end, 0, 1};
    if (i < plot.panels.size()) {
      const PlotPanel& panel = plot.panels[i];
      std::tie(frame.least, frame.most) = ValueRange(panel);
      DrawTimeAxis(plot, frame, is_last, canvas);
      DrawValueAxis(panel, frame, canvas);
      DrawCurves(plot, panel, frame, canvas);
      DrawLegend(LegendOf(panel), layout.left, top - kAboveLegend, layout.width, canvas);
    } else {
      DrawTimeAxis(plot, frame, is_last, canvas);
      DrawModes(plot.modes, {frame.left, top, frame.width, frame.height, plot.begin, end}, canvas);
      DrawEvents(plot, frame, top + frame.height, canvas);
      DrawLegend(LegendOfModes(plot.modes), layout.left, top - kAboveLegend, layout.width, canvas);
    }
    DrawBorder(frame, canvas);
    top += layout.panels[i] + kBetween;
  }
}

}  // namespace stiction::runtime
