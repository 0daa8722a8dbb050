// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "runtime/report/cairo_library.h"
#include "runtime/report/canvas.h"
#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

constexpr double kScale = 2;  // pixels of the image per pixel of the plot

class PngCanvas : public Canvas {
 public:
  PngCanvas(const CairoLibrary& cairo, double width, double height)
      : cairo_(cairo),
        surface_(cairo_.image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(kScale * width)),
                                             static_cast<int>(std::ceil(kScale * height)))),
        context_(cairo_.create(surface_)) {
    cairo_.scale(context_, kScale, kScale);
    cairo_.set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
    cairo_.select_font_face(context_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  ~PngCanvas() override {
    cairo_.destroy(context_);
    cairo_.surface_destroy(surface_);
  }

  void Polyline(const std::vector<Point>& points, Colour colour, double width) override {
    Trace(points);
    Use(colour);
    cairo_.set_line_width(context_, width);
    cairo_.stroke(context_);
  }

  void Polygon(const std::vector<Point>& points, Colour fill) override {
    Trace(points);
    cairo_.close_path(context_);
    Use(fill);
    cairo_.fill(context_);
  }

  void Text(Point at, const std::string& text, double size, Colour colour, Anchor anchor, bool turned) override {
    cairo_.save(context_);
    cairo_.translate(context_, at.x, at.y);
    if (turned) cairo_.rotate(context_, -std::acos(-1.0) / 2);
    cairo_.set_font_size(context_, size);
    cairo_text_extents_t extents;
    const std::string shown = ValidUtf8(text);
    cairo_.text_extents(context_, shown.c_str(), &extents);
    const double share = anchor == Anchor::kStart ? 0 : anchor == Anchor::kMiddle ? 0.5 : 1;
    cairo_.move_to(context_, -share * extents.x_advance, 0);
    Use(colour);
    cairo_.show_text(context_, shown.c_str());
    cairo_.restore(context_);
  }

  void BeginClip(Point corner, double width, double height) override {
    cairo_.save(context_);
    cairo_.rectangle(context_, corner.x, corner.y, width, height);
    cairo_.clip(context_);
  }

  void EndClip() override { cairo_.restore(context_); }

  std::optional<std::string> Save(const std::filesystem::path& path) override {
    if (cairo_.status(context_) != CAIRO_STATUS_SUCCESS) {
      return fmt::format("cannot draw {}: {}", path.string(), cairo_.status_to_string(cairo_.status(context_)));
    }
    return WriteAtomically(path, [&](std::FILE* file) {
      const cairo_write_func_t append = [](void* closure, const unsigned char* data, unsigned int length) {
        return std::fwrite(data, 1, length, static_cast<std::FILE*>(closure)) == length ? CAIRO_STATUS_SUCCESS
                                                                                        : CAIRO_STATUS_WRITE_ERROR;
      };
      return cairo_.surface_write_to_png_stream(surface_, append, file) == CAIRO_STATUS_SUCCESS;
    });
  }

 private:
  void Trace(const std::vector<Point>& points) {
    cairo_.new_path(context_);
    for (const Point& point : points) cairo_.line_to(context_, point.x, point.y);
  }
  void Use(Colour colour) {
    cairo_.set_source_rgba(context_, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, colour.opacity);
  }

  const CairoLibrary& cairo_;
  cairo_surface_t* surface_;
  cairo_t* context_;
};

/// Draws nothing, and says so.
class NoCanvas : public Canvas {
 public:
  void Polyline(const std::vector<Point>& /*points*/, Colour /*colour*/, double /*width*/) override {}
  void Polygon(const std::vector<Point>& /*points*/, Colour /*fill*/) override {}
  void Text(Point /*at*/, const std::string& /*text*/, double /*size*/, Colour /*colour*/, Anchor /*anchor*/,
            bool /*turned*/) override {}
  void BeginClip(Point /*corner*/, double /*width*/, double /*height*/) override {}
  void EndClip() override {}
  std::optional<std::string> Save(const std::filesystem::path& path) override {
    return fmt::format("cannot draw {}: {} (Debian: libcairo2)\n  hint: an .svg needs no library", path.string(),
                       CairoLibrary::Failure());
  }
};

}  // namespace

std::unique_ptr<Canvas> MakePngCanvas(double width, double height) {
  const CairoLibrary* const cairo = CairoLibrary::Get();
  if (!cairo) return std::make_unique<NoCanvas>();
  return std::make_unique<PngCanvas>(*cairo, width, height);
}

}  // namespace stiction::runtime
