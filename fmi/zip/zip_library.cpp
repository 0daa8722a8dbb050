// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/zip/zip_library.h"

#include "runtime/support/shared_library.h"

namespace stiction::fmi {
namespace {

struct Loaded {
  ZipLibrary zip;
  std::string failure;  // empty: it is there
};

Loaded Load() {
  Loaded loaded;
  runtime::SharedLibrary library("libzip.so.4");
#define STICTION_FIND(name) library.Find("zip_" #name, loaded.zip.name);
  STICTION_ZIP_FUNCTIONS(STICTION_FIND)
#undef STICTION_FIND
  if (!library.failure().empty()) loaded.failure = library.failure() + " (Debian: libzip4)";
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
