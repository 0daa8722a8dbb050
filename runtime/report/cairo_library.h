// SPDX-License-Identifier: BSD-3-Clause
// The functions of libcairo, which is loaded when the first image is drawn.
#pragma once

#include <cairo-pdf.h>
#include <cairo.h>

#include <string>

namespace stiction::runtime {

/// The functions that are used, without their prefix.
#define STICTION_CAIRO_FUNCTIONS(each)                                                                                \
  each(clip) each(close_path) each(create) each(destroy) each(fill) each(image_surface_create) each(line_to)          \
      each(move_to) each(new_path) each(pdf_surface_create_for_stream) each(pdf_surface_set_metadata) each(rectangle) \
          each(restore) each(rotate) each(save) each(scale) each(select_font_face) each(set_dash) each(set_font_size) \
              each(set_line_join) each(set_line_width) each(set_source_rgba) each(show_text) each(status)             \
                  each(status_to_string) each(stroke) each(surface_destroy) each(surface_finish) each(surface_status) \
                      each(surface_write_to_png_stream) each(text_extents) each(translate)

/// The functions of libcairo, loaded when an image is drawn: cairo_clip is `clip`, and so on. Loading the library with
/// those that it needs itself takes a third of the time in which the command starts, and few commands draw an image.
struct CairoLibrary {
#define STICTION_MEMBER(name) decltype(&cairo_##name) name = nullptr;
  STICTION_CAIRO_FUNCTIONS(STICTION_MEMBER)
#undef STICTION_MEMBER

  /// Safe from several threads. @returns null if the library, or one of these functions, is not there
  static const CairoLibrary* Get();
  /// @returns why not
  static const std::string& Failure();
};

}  // namespace stiction::runtime
