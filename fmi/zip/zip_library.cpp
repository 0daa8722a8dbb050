// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/zip/zip_library.h"

#include <dlfcn.h>

#include <type_traits>

namespace stiction::fmi {
namespace {

struct Loaded {
  ZipLibrary zip;
  std::string failure;  // empty: it is there
};

Loaded Load() {
  Loaded loaded;
  void* const library = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    loaded.failure = std::string(dlerror()) + " (Debian: libzip4)";
    return loaded;
  }
  const auto find = [&](const char* name, auto& function) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr && loaded.failure.empty()) loaded.failure = dlerror();
  };
  ZipLibrary& zip = loaded.zip;
  find("zip_close", zip.close);
  find("zip_discard", zip.discard);
  find("zip_error_fini", zip.error_fini);
  find("zip_error_init_with_code", zip.error_init_with_code);
  find("zip_error_strerror", zip.error_strerror);
  find("zip_fclose", zip.fclose);
  find("zip_file_add", zip.file_add);
  find("zip_file_get_external_attributes", zip.file_get_external_attributes);
  find("zip_file_set_dostime", zip.file_set_dostime);
  find("zip_fopen_index", zip.fopen_index);
  find("zip_fread", zip.fread);
  find("zip_get_num_entries", zip.get_num_entries);
  find("zip_open", zip.open);
  find("zip_set_file_compression", zip.set_file_compression);
  find("zip_source_buffer", zip.source_buffer);
  find("zip_source_file", zip.source_file);
  find("zip_source_free", zip.source_free);
  find("zip_stat_index", zip.stat_index);
  find("zip_strerror", zip.strerror);
  return loaded;
}

const Loaded& TheLibrary() {
  static const Loaded loaded = Load();
  return loaded;
}

}  // namespace

const ZipLibrary* ZipLibrary::Get() { return TheLibrary().failure.empty() ? &TheLibrary().zip : nullptr; }

const std::string& ZipLibrary::Failure() { return TheLibrary().failure; }

std::string ZipLibrary::Describe(int code) const {
  zip_error_t error;
  error_init_with_code(&error, code);
  std::string text = error_strerror(&error);
  error_fini(&error);
  return text;
}

}  // namespace stiction::fmi
