// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

// Told apart by people who see colours differently (Okabe and Ito 2008, jfly.uni-koeln.de/color).
constexpr Colour kPalette[] = {{0, 114, 178},  {213, 94, 0},  {0, 158, 115}, {204, 121, 167},
                               {86, 180, 233}, {230, 159, 0}, {90, 90, 90}};
constexpr Colour kInk{40, 40, 40};
constexpr Colour kGrid{225, 225, 225};
constexpr Colour kReference{130, 130, 130};
constexpr Colour kViolation{214, 39, 40, 0.25};
constexpr Colour kEvent{120, 60, 160};
constexpr double kLeft = 78, kRight = 18, kTitle = 30, kLegend = 22, kBottom = 44, kBetween = 14;
constexpr double kFont = 12;

Colour ColourOf(int number) { return kPalette[static_cast<size_t>(number) % std::size(kPalette)]; }

std::string TickText(double value, double step) {
  if (value == 0) return "0";
  const double magnitude = std::max(std::abs(value), std::abs(step));
  if (magnitude >= 1e6 || magnitude < 1e-4) return fmt::format("{:.6g}", value);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  return fmt::format("{:.{}f}", value, decimals);
}

// Maps time and value to pixels.
struct Frame {
  double left, top, width, height;
  double begin, end, least, most;
  double X(double t) const { return left + width * (t - begin) / (end - begin); }
  double Y(double v) const { return top + height * (1 - (v - least) / (most - least)); }
  std::vector<Point> Map(const Curve& curve) const {
    std::vector<Point> points;
    for (const CurvePoint& p : curve) points.push_back({X(p.t), std::clamp(Y(p.v), top - 1e4, top + 1e4)});
    return points;
  }
};

// Some room above and below what is to be seen.
std::pair<double, double> ValueRange(const PlotPanel& panel) {
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
  const double room = most > least ? 0.05 * (most - least) : std::max(0.5 * std::abs(most), 0.5);
  return {least - room, most + room};
}

void DrawRectangle(Canvas& canvas, double x, double y, double width, double height, Colour fill) {
  canvas.Polygon({{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, fill);
}

void DrawAxes(const PlotPanel& panel, const Frame& frame, bool is_last, Canvas& canvas) {
  const double bottom = frame.top + frame.height;
  const double right = frame.left + frame.width;
  const std::vector<double> times = Ticks(frame.begin, frame.end, 8);
  const std::vector<double> values = Ticks(frame.least, frame.most, 5);
  const auto step = [](const std::vector<double>& ticks) { return ticks.size() > 1 ? ticks[1] - ticks[0] : 1; };
  for (const double t : times) {
    canvas.Polyline({{frame.X(t), frame.top}, {frame.X(t), bottom}}, kGrid, 1);
    if (is_last) {
      canvas.Text({frame.X(t), bottom + 17}, TickText(t, step(times)), kFont, kInk, Anchor::kMiddle, false);
    }
  }
  for (const double v : values) {
    canvas.Polyline({{frame.left, frame.Y(v)}, {right, frame.Y(v)}}, kGrid, 1);
    canvas.Text({frame.left - 6, frame.Y(v) + 4}, TickText(v, step(values)), kFont, kInk, Anchor::kEnd, false);
  }
  canvas.Polyline({{frame.left, frame.top}, {frame.left, bottom}, {right, bottom}}, kInk, 1);
  if (is_last) {
    canvas.Text({frame.left + frame.width / 2, bottom + 36}, "time [s]", kFont, kInk, Anchor::kMiddle, false);
  }
  if (!panel.unit.empty()) {
    canvas.Text({16, frame.top + frame.height / 2}, "[" + panel.unit + "]", kFont, kInk, Anchor::kMiddle, true);
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
    canvas.Polyline(frame.Map(line.curve), line.is_reference ? kReference : ColourOf(line.colour),
                    line.is_reference ? 3 : 1.5);
  }
  canvas.EndClip();
  for (const double t : plot.events) {
    if (t < frame.begin || t > frame.end) continue;
    canvas.Polyline({{frame.X(t), bottom - 7}, {frame.X(t), bottom + 4}}, kEvent, 1.2);
  }
}

void DrawLegend(const PlotPanel& panel, const Frame& frame, Canvas& canvas) {
  double x = frame.left;
  for (const PlotPanel::Line& line : panel.lines) {
    const double width = 34 + 0.58 * kFont * static_cast<double>(line.name.size());
    if (x > frame.left && x + width > frame.left + frame.width) {
      canvas.Text({x, frame.top - 6}, "...", kFont, kInk, Anchor::kStart, false);
      break;
    }
    canvas.Polyline({{x, frame.top - 10}, {x + 18, frame.top - 10}},
                    line.is_reference ? kReference : ColourOf(line.colour), line.is_reference ? 3 : 2);
    canvas.Text({x + 23, frame.top - 6}, line.name, kFont, kInk, Anchor::kStart, false);
    x += width;
  }
}

}  // namespace

std::vector<double> Ticks(double least, double most, int count) {
  const double range = most - least;
  if (!(range > 0) || !std::isfinite(range)) return {least};
  const double rough = range / std::max(count, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  if (!(power > 0)) return {least};  // below the least number
  const double share = rough / power;
  const double step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step && ticks.size() < 100; ++k) {
    ticks.push_back(k == 0 ? 0 : k * step);
  }
  return ticks;
}

double HeightOf(const Plot& plot, const PlotSize& size) {
  return kTitle +
         static_cast<double>(std::max<size_t>(plot.panels.size(), 1)) * (size.panel_height + kLegend + kBetween) +
         kBottom;
}

void DrawPlot(const Plot& plot, const PlotSize& size, Canvas& canvas) {
  DrawRectangle(canvas, 0, 0, size.width, HeightOf(plot, size), {255, 255, 255});
  canvas.Text({size.width / 2, 20}, plot.title, 15, kInk, Anchor::kMiddle, false);
  double top = kTitle;
  for (size_t i = 0; i < plot.panels.size(); ++i) {
    const PlotPanel& panel = plot.panels[i];
    const auto [least, most] = ValueRange(panel);
    const double end = plot.end > plot.begin ? plot.end : plot.begin + 1;
    const Frame frame{kLeft, top + kLegend, size.width - kLeft - kRight, size.panel_height, plot.begin, end,
                      least, most};
    DrawAxes(panel, frame, i + 1 == plot.panels.size(), canvas);
    DrawCurves(plot, panel, frame, canvas);
    DrawLegend(panel, frame, canvas);
    top += size.panel_height + kLegend + kBetween;
  }
}

}  // namespace stiction::runtime
