// SPDX-License-Identifier: BSD-3-Clause
// The functions of libcairo, which is loaded when the first image is drawn.
#pragma once

#include <cairo-pdf.h>
#include <cairo.h>

#include <string>

namespace stiction::runtime {

/// The functions of libcairo, loaded when an image is drawn: cairo_clip is `clip`, and so on. Loading the library with
/// those that it needs itself takes a third of the time in which the command starts, and few commands draw an image.
struct CairoLibrary {
  decltype(&cairo_clip) clip = nullptr;
  decltype(&cairo_close_path) close_path = nullptr;
  decltype(&cairo_create) create = nullptr;
  decltype(&cairo_destroy) destroy = nullptr;
  decltype(&cairo_fill) fill = nullptr;
  decltype(&cairo_image_surface_create) image_surface_create = nullptr;
  decltype(&cairo_line_to) line_to = nullptr;
  decltype(&cairo_move_to) move_to = nullptr;
  decltype(&cairo_new_path) new_path = nullptr;
  decltype(&cairo_pdf_surface_create_for_stream) pdf_surface_create_for_stream = nullptr;
  decltype(&cairo_pdf_surface_set_metadata) pdf_surface_set_metadata = nullptr;
  decltype(&cairo_rectangle) rectangle = nullptr;
  decltype(&cairo_restore) restore = nullptr;
  decltype(&cairo_rotate) rotate = nullptr;
  decltype(&cairo_save) save = nullptr;
  decltype(&cairo_scale) scale = nullptr;
  decltype(&cairo_select_font_face) select_font_face = nullptr;
  decltype(&cairo_set_dash) set_dash = nullptr;
  decltype(&cairo_set_font_size) set_font_size = nullptr;
  decltype(&cairo_set_line_join) set_line_join = nullptr;
  decltype(&cairo_set_line_width) set_line_width = nullptr;
  decltype(&cairo_set_source_rgba) set_source_rgba = nullptr;
  decltype(&cairo_show_text) show_text = nullptr;
  decltype(&cairo_status) status = nullptr;
  decltype(&cairo_status_to_string) status_to_string = nullptr;
  decltype(&cairo_stroke) stroke = nullptr;
  decltype(&cairo_surface_destroy) surface_destroy = nullptr;
  decltype(&cairo_surface_finish) surface_finish = nullptr;
  decltype(&cairo_surface_status) surface_status = nullptr;
  decltype(&cairo_surface_write_to_png_stream) surface_write_to_png_stream = nullptr;
  decltype(&cairo_text_extents) text_extents = nullptr;
  decltype(&cairo_translate) translate = nullptr;

  /// Safe from several threads. @returns null if the library, or one of these functions, is not there
  static const CairoLibrary* Get();
  /// @returns why not
  static const std::string& Failure();
};

}  // namespace stiction::runtime
