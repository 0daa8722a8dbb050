// SPDX-License-Identifier: BSD-3-Clause
// Drawing surface of a plot.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stiction::runtime {

struct Point {
  double x = 0, y = 0;  // [px], y downwards
};

struct Colour {
  uint8_t red = 0, green = 0, blue = 0;
  double opacity = 1;
};

enum class Anchor { kStart, kMiddle, kEnd };

/// Draws in pixels, from the top left corner. What was drawn first lies below.
class Canvas {
 public:
  virtual ~Canvas() = default;
  /// @param dash length of dashes and of the gaps between them; 0: none
  virtual void Polyline(const std::vector<Point>& points, Colour colour, double width, double dash) = 0;
  void Polyline(const std::vector<Point>& points, Colour colour, double width) { Polyline(points, colour, width, 0); }
  virtual void Polygon(const std::vector<Point>& points, Colour fill) = 0;
  /// @param turned reads from below to above
  virtual void Text(Point at, const std::string& text, double size, Colour colour, Anchor anchor, bool turned) = 0;
  /// Clips drawing to the rectangle until EndClip.
  virtual void BeginClip(Point corner, double width, double height) = 0;
  virtual void EndClip() = 0;
  /// @returns nothing on success, else why the file cannot be written
  virtual std::optional<std::string> Save(const std::filesystem::path& path) = 0;
};

/// Scalable vector graphics, text as text. @param width, height [px]
std::unique_ptr<Canvas> MakeSvgCanvas(double width, double height);

/// Portable network graphics at twice the resolution, drawn by cairo.
std::unique_ptr<Canvas> MakePngCanvas(double width, double height);

/// Portable document format, one page, drawn by cairo: lines and text stay lines and text.
std::unique_ptr<Canvas> MakePdfCanvas(double width, double height);

/// By the extension: .svg, .pdf, else .png.
std::unique_ptr<Canvas> MakeCanvas(const std::filesystem::path& path, double width, double height);

/// The text with question marks for bytes that are no UTF-8.
std::string ValidUtf8(const std::string& text);

/// Valid UTF-8: the text with what XML and HTML take for markup written out; control characters become blanks.
std::string Escaped(const std::string& text);

}  // namespace stiction::runtime
