// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "runtime/report/cairo_library.h"
#include "runtime/report/canvas.h"
#include "runtime/results/atomic_file.h"

namespace stiction::runtime {
namespace {

constexpr double kImageScale = 2;    // pixels of the image per pixel of the plot
constexpr double kPageScale = 0.75;  // points of the page per pixel of the plot, as in CSS

/// What images and pages have in common. Owns its surface.
class CairoCanvas : public Canvas {
 public:
  CairoCanvas(const CairoLibrary& cairo, cairo_surface_t* surface, double scale)
      : cairo_(cairo), surface_(surface), context_(cairo_.create(surface)) {
    cairo_.scale(context_, scale, scale);
    cairo_.set_line_join(context_, CAIRO_LINE_JOIN_ROUND);
    cairo_.select_font_face(context_, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  }
  ~CairoCanvas() override {
    cairo_.destroy(context_);
    cairo_.surface_destroy(surface_);
  }
  CairoCanvas(const CairoCanvas&) = delete;
  CairoCanvas& operator=(const CairoCanvas&) = delete;

  using Canvas::Polyline;
  void Polyline(const std::vector<Point>& points, Colour colour, double width, double dash) override {
    Trace(points);
    Use(colour);
    cairo_.set_line_width(context_, width);
    cairo_.set_dash(context_, &dash, dash > 0 ? 1 : 0, 0);
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

 private:
  void Trace(const std::vector<Point>& points) {
    cairo_.new_path(context_);
    for (const Point& point : points) cairo_.line_to(context_, point.x, point.y);
  }
  void Use(Colour colour) {
    cairo_.set_source_rgba(context_, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0, colour.opacity);
  }

 protected:
  // Empty, or why nothing can be saved.
  std::optional<std::string> Failure(const std::filesystem::path& path) const {
    const cairo_status_t status = cairo_.status(context_);
    if (status == CAIRO_STATUS_SUCCESS) return std::nullopt;
    return fmt::format("cannot draw {}: {}", path.string(), cairo_.status_to_string(status));
  }

  const CairoLibrary& cairo_;
  cairo_surface_t* surface_;
  cairo_t* context_;
};

class PngCanvas : public CairoCanvas {
 public:
  PngCanvas(const CairoLibrary& cairo, double width, double height)
      : CairoCanvas(cairo,
                    cairo.image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(kImageScale * width)),
                                               static_cast<int>(std::ceil(kImageScale * height))),
                    kImageScale) {}

  std::optional<std::string> Save(const std::filesystem::path& path) override {
    if (auto failure = Failure(path)) return failure;
    return WriteAtomically(path, [&](std::FILE* file) {
      const cairo_write_func_t append = [](void* closure, const unsigned char* data, unsigned int length) {
        return std::fwrite(data, 1, length, static_cast<std::FILE*>(closure)) == length ? CAIRO_STATUS_SUCCESS
                                                                                        : CAIRO_STATUS_WRITE_ERROR;
      };
      return cairo_.surface_write_to_png_stream(surface_, append, file) == CAIRO_STATUS_SUCCESS;
    });
  }
};

// The bytes of a page that is drawn; they come while it is drawn, and must be there before the surface.
struct PageBytes {
  std::string bytes;
  static cairo_status_t Append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<PageBytes*>(closure)->bytes.append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  }
};

class PdfCanvas : private PageBytes, public CairoCanvas {
 public:
  PdfCanvas(const CairoLibrary& cairo, double width, double height)
      : CairoCanvas(cairo,
                    cairo.pdf_surface_create_for_stream(PageBytes::Append, static_cast<PageBytes*>(this),
                                                        kPageScale * width, kPageScale * height),
                    kPageScale) {
    // The same picture is the same file, whenever it is drawn.
    cairo_.pdf_surface_set_metadata(surface_, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  }

  std::optional<std::string> Save(const std::filesystem::path& path) override {
    if (auto failure = Failure(path)) return failure;
    cairo_.surface_finish(surface_);
    if (cairo_.surface_status(surface_) != CAIRO_STATUS_SUCCESS) {
      return fmt::format("cannot draw {}: {}", path.string(), cairo_.status_to_string(cairo_.surface_status(surface_)));
    }
    return WriteAtomically(path, bytes);
  }
};

/// Draws nothing, and says so.
class NoCanvas : public Canvas {
 public:
  using Canvas::Polyline;
  void Polyline(const std::vector<Point>& /*points*/, Colour /*colour*/, double /*width*/, double /*dash*/) override {}
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

std::unique_ptr<Canvas> MakePdfCanvas(double width, double height) {
  const CairoLibrary* const cairo = CairoLibrary::Get();
  if (!cairo) return std::make_unique<NoCanvas>();
  return std::make_unique<PdfCanvas>(*cairo, width, height);
}

}  // namespace stiction::runtime
