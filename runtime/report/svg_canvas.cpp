// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "runtime/report/canvas.h"
#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

class SvgCanvas : public Canvas {
 public:
  SvgCanvas(double width, double height) : width_(width), height_(height) {}

  using Canvas::Polyline;
  void Polyline(const std::vector<Point>& points, Colour colour, double width, double dash) override {
    const std::string dashes = dash > 0 ? fmt::format(" stroke-dasharray=\"{:.4g}\"", dash) : std::string();
    body_ += fmt::format(
        "<polyline fill=\"none\" stroke=\"{}\"{} stroke-width=\"{:.4g}\"{} stroke-linejoin=\"round\" points=\"",
        Hex(colour), Opacity("stroke", colour), width, dashes);
    AppendPoints(points);
  }

  void Polygon(const std::vector<Point>& points, Colour fill) override {
    body_ += fmt::format("<polygon fill=\"{}\"{} points=\"", Hex(fill), Opacity("fill", fill));
    AppendPoints(points);
  }

  void Text(Point at, const std::string& text, double size, Colour colour, Anchor anchor, bool turned) override {
    constexpr const char* kAnchors[] = {"start", "middle", "end"};
    const std::string turn = turned ? fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", at.x, at.y) : "";
    body_ +=
        fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.3g}\" fill=\"{}\" text-anchor=\"{}\"{}>{}</text>\n",
                    at.x, at.y, size, Hex(colour), kAnchors[static_cast<int>(anchor)], turn, Escaped(text));
  }

  void BeginClip(Point corner, double width, double height) override {
    ++clips_;
    body_ += fmt::format(
        "<clipPath id=\"clip{0}\"><rect x=\"{1:.2f}\" y=\"{2:.2f}\" width=\"{3:.2f}\" height=\"{4:.2f}\"/></clipPath>\n"
        "<g clip-path=\"url(#clip{0})\">\n",
        clips_, corner.x, corner.y, width, height);
  }

  void EndClip() override { body_ += "</g>\n"; }

  std::optional<std::string> Save(const std::filesystem::path& path) override {
    return WriteAtomically(
        path,
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
                    "{0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n{2}</svg>\n",
                    width_, height_, body_));
  }

 private:
  static std::string Hex(Colour colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
  }
  static std::string Opacity(const char* what, Colour colour) {
    return colour.opacity < 1 ? fmt::format(" {}-opacity=\"{:.3g}\"", what, colour.opacity) : std::string();
  }
  void AppendPoints(const std::vector<Point>& points) {
    for (const Point& point : points) fmt::format_to(std::back_inserter(body_), "{:.2f},{:.2f} ", point.x, point.y);
    if (!points.empty()) body_.pop_back();
    body_ += "\"/>\n";
  }

  double width_, height_;
  int clips_ = 0;
  std::string body_;
};

}  // namespace

std::unique_ptr<Canvas> MakeSvgCanvas(double width, double height) {
  return std::make_unique<SvgCanvas>(width, height);
}

std::unique_ptr<Canvas> MakeCanvas(const std::filesystem::path& path, double width, double height) {
  if (path.extension() == ".pdf") return MakePdfCanvas(width, height);
  return path.extension() == ".svg" ? MakeSvgCanvas(width, height) : MakePngCanvas(width, height);
}

std::string ValidUtf8(const std::string& text) {
  std::string valid;
  for (size_t i = 0; i < text.size();) {
    const auto byte = [&](size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U; };
    const unsigned first = byte(0);
    const size_t length = first < 0x80                    ? 1
                          : first >= 0xC2 && first < 0xE0 ? 2
                          : first >= 0xE0 && first < 0xF0 ? 3
                          : first >= 0xF0 && first < 0xF5 ? 4
                                                          : 0;
    bool is_valid = length > 0 && first != 0;
    for (size_t k = 1; k < length; ++k) is_valid = is_valid && (byte(k) & 0xC0U) == 0x80U;
    // Overlong forms, surrogates, and what lies beyond the last code point.
    if (first == 0xE0 && byte(1) < 0xA0) is_valid = false;
    if (first == 0xED && byte(1) >= 0xA0) is_valid = false;
    if (first == 0xF0 && byte(1) < 0x90) is_valid = false;
    if (first == 0xF4 && byte(1) >= 0x90) is_valid = false;
    valid += is_valid ? text.substr(i, length) : "?";
    i += is_valid ? length : 1;
  }
  return valid;
}

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : ValidUtf8(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return escaped;
}

}  // namespace stiction::runtime
