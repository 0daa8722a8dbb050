#include <cairo.h>
#include <fmt/format.h>

#include <cmath>

#include "runtime/report/canvas.h"
#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

constexpr double kScale = 2;  // pixels of the image per pixel of the plot

class PngCanvas : public Canvas {
 public:
  PngCanvas(double width, double height)
      : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(kScale * width)),
                                            static_cast<int>(std::ceil(kScale * height)))),
        cairo_(cairo_create(surface_)) {
    cairo_scale(cairo_, kScale, kScale);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    cairo_select_font_face(cairo_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  ~PngCanvas() override {
    cairo_destroy(cairo_);
    cairo_surface_destroy(surface_);
  }

  void Polyline(const std::vector<Point>& points, Colour colour, double width) override {
    Trace(points);
    Use(colour);
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
  }

  void Polygon(const std::vector<Point>& points, Colour fill) override {
    Trace(points);
    cairo_close_path(cairo_);
    Use(fill);
    cairo_fill(cairo_);
  }

  void Text(Point at, const std::string& text, double size, Colour colour, Anchor anchor, bool turned) override {
    cairo_save(cairo_);
    cairo_translate(cairo_, at.x, at.y);
    if (turned) cairo_rotate(cairo_, -std::acos(-1.0) / 2);
    cairo_set_font_size(cairo_, size);
    cairo_text_extents_t extents;
    const std::string shown = ValidUtf8(text);
    cairo_text_extents(cairo_, shown.c_str(), &extents);
    const double share = anchor == Anchor::kStart ? 0 : anchor == Anchor::kMiddle ? 0.5 : 1;
    cairo_move_to(cairo_, -share * extents.x_advance, 0);
    Use(colour);
    cairo_show_text(cairo_, shown.c_str());
    cairo_restore(cairo_);
  }

  void BeginClip(Point corner, double width, double height) override {
    cairo_save(cairo_);
    cairo_rectangle(cairo_, corner.x, corner.y, width, height);
    cairo_clip(cairo_);
  }

  void EndClip() override { cairo_restore(cairo_); }

  std::optional<std::string> Save(const std::filesystem::path& path) override {
    if (cairo_status(cairo_) != CAIRO_STATUS_SUCCESS) {
      return fmt::format("cannot draw {}: {}", path.string(), cairo_status_to_string(cairo_status(cairo_)));
    }
    return WriteAtomically(path, [&](std::FILE* file) {
      const cairo_write_func_t append = [](void* closure, const unsigned char* data, unsigned int length) {
        return std::fwrite(data, 1, length, static_cast<std::FILE*>(closure)) == length ? CAIRO_STATUS_SUCCESS
                                                                                        : CAIRO_STATUS_WRITE_ERROR;
      };
      return cairo_surface_write_to_png_stream(surface_, append, file) == CAIRO_STATUS_SUCCESS;
    });
  }

 private:
  void Trace(const std::vector<Point>& points) {
    cairo_new_path(cairo_);
    for (const Point& point : points) cairo_line_to(cairo_, point.x, point.y);
  }
  void Use(Colour colour) {
    cairo_set_source_rgba(cairo_, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, colour.opacity);
  }

  cairo_surface_t* surface_;
  cairo_t* cairo_;
};

}  // namespace

std::unique_ptr<Canvas> MakePngCanvas(double width, double height) {
  return std::make_unique<PngCanvas>(width, height);
}

}  // namespace stiction::runtime
