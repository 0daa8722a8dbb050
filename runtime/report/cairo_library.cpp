#include "runtime/report/cairo_library.h"

#include <dlfcn.h>

#include <optional>
#include <type_traits>

namespace stiction::runtime {
namespace {

std::optional<CairoLibrary> Load() {
  void* const library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);  // never closed: it keeps fonts
  if (!library) return std::nullopt;
  bool has_all = true;
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    has_all = has_all && function != nullptr;
  };
  CairoLibrary cairo;
  find("cairo_clip", cairo.clip);
  find("cairo_close_path", cairo.close_path);
  find("cairo_create", cairo.create);
  find("cairo_destroy", cairo.destroy);
  find("cairo_fill", cairo.fill);
  find("cairo_image_surface_create", cairo.image_surface_create);
  find("cairo_line_to", cairo.line_to);
  find("cairo_move_to", cairo.move_to);
  find("cairo_new_path", cairo.new_path);
  find("cairo_rectangle", cairo.rectangle);
  find("cairo_restore", cairo.restore);
  find("cairo_rotate", cairo.rotate);
  find("cairo_save", cairo.save);
  find("cairo_scale", cairo.scale);
  find("cairo_select_font_face", cairo.select_font_face);
  find("cairo_set_font_size", cairo.set_font_size);
  find("cairo_set_line_join", cairo.set_line_join);
  find("cairo_set_line_width", cairo.set_line_width);
  find("cairo_set_source_rgba", cairo.set_source_rgba);
  find("cairo_show_text", cairo.show_text);
  find("cairo_status", cairo.status);
  find("cairo_status_to_string", cairo.status_to_string);
  find("cairo_stroke", cairo.stroke);
  find("cairo_surface_destroy", cairo.surface_destroy);
  find("cairo_surface_write_to_png_stream", cairo.surface_write_to_png_stream);
  find("cairo_text_extents", cairo.text_extents);
  find("cairo_translate", cairo.translate);
  return has_all ? std::optional(cairo) : std::nullopt;
}

}  // namespace

const CairoLibrary* CairoLibrary::Get() {
  static const std::optional<CairoLibrary> loaded = Load();
  return loaded ? &*loaded : nullptr;
}

}  // namespace stiction::runtime
