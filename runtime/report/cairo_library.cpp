// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/cairo_library.h"

#include <string>

#include "runtime/support/shared_library.h"

namespace stiction::runtime {
namespace {

struct Loaded {
  CairoLibrary cairo;
  std::string failure;  // empty: it is there
};

Loaded Load() {
  Loaded loaded;
  SharedLibrary library("libcairo.so.2");
#define STICTION_FIND(name) library.Find("cairo_" #name, loaded.cairo.name);
  STICTION_CAIRO_FUNCTIONS(STICTION_FIND)
#undef STICTION_FIND
  loaded.failure = library.failure();
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
