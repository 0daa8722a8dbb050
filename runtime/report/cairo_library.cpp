// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/cairo_library.h"

#include <dlfcn.h>

#include <cstddef>
#include <string>
#include <type_traits>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

struct Loaded {
  CairoLibrary cairo;
  std::string failure;  // empty: it is there
};

Loaded Load() {
  Loaded loaded;
  void* const library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);  // never closed: it keeps fonts
  if (!library) {
    loaded.failure = dlerror();
    return loaded;
  }
  CairoLibrary& cairo = loaded.cairo;
  size_t count = 0;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function && loaded.failure.empty()) loaded.failure = dlerror();
    ++count;
  };
  find("cairo_clip", cairo.clip);
  find("cairo_close_path", cairo.close_path);
  find("cairo_create", cairo.create);
  find("cairo_destroy", cairo.destroy);
  find("cairo_fill", cairo.fill);
  find("cairo_image_surface_create", cairo.image_surface_create);
  find("cairo_line_to", cairo.line_to);
  find("cairo_move_to", cairo.move_to);
  find("cairo_new_path", cairo.new_path);
  find("cairo_pdf_surface_create_for_stream", cairo.pdf_surface_create_for_stream);
  find("cairo_pdf_surface_set_metadata", cairo.pdf_surface_set_metadata);
  find("cairo_rectangle", cairo.rectangle);
  find("cairo_restore", cairo.restore);
  find("cairo_rotate", cairo.rotate);
  find("cairo_save", cairo.save);
  find("cairo_scale", cairo.scale);
  find("cairo_select_font_face", cairo.select_font_face);
  find("cairo_set_dash", cairo.set_dash);
  find("cairo_set_font_size", cairo.set_font_size);
  find("cairo_set_line_join", cairo.set_line_join);
  find("cairo_set_line_width", cairo.set_line_width);
  find("cairo_set_source_rgba", cairo.set_source_rgba);
  find("cairo_show_text", cairo.show_text);
  find("cairo_status", cairo.status);
  find("cairo_status_to_string", cairo.status_to_string);
  find("cairo_stroke", cairo.stroke);
  find("cairo_surface_destroy", cairo.surface_destroy);
  find("cairo_surface_finish", cairo.surface_finish);
  find("cairo_surface_status", cairo.surface_status);
  find("cairo_surface_write_to_png_stream", cairo.surface_write_to_png_stream);
  find("cairo_text_extents", cairo.text_extents);
  find("cairo_translate", cairo.translate);
  RT_CHECK(count == sizeof(CairoLibrary) / sizeof(cairo.clip), "{} functions looked for", count);
  return loaded;
}

const Loaded& TheLibrary() {
  static const Loaded loaded = Load();
  return loaded;
}

}  // namespace

const CairoLibrary* CairoLibrary::Get() { return TheLibrary().failure.empty() ? &TheLibrary().cairo : nullptr; }

const std::string& CairoLibrary::Failure() { return TheLibrary().failure; }

}  // namespace stiction::runtime
