// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/foreign_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include "runtime/external/foreign_code.h"
#include "runtime/external/user_tables.h"
#include "runtime/operators/texts.h"

namespace stiction::runtime {

std::string ForeignEntryName(size_t function, size_t external) {
  return fmt::format("stiction_{}_{}", function, external);
}

std::optional<std::string> LoadForeignLibrary(const std::string& path, std::span<const ForeignEntry> entries) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = dlerror();
    return why != nullptr ? why : "";
  }
  auto* const hear = static_cast<void (**)(const char*)>(dlsym(library, "stiction_hear_warning"));
  using TakeTexts = void (*)(double (*)(const char*), const char* (*)(double));
  auto* const take_texts = reinterpret_cast<TakeTexts>(dlsym(library, "stiction_take_texts"));
  auto* const has_tables = reinterpret_cast<int (*)()>(dlsym(library, "stiction_has_usertab"));
  if (hear == nullptr || take_texts == nullptr || has_tables == nullptr) return "it was not made by Stiction";
  *hear = HearForeignWarning;
  take_texts([](const char* text) { return NumberOf(text); }, [](double number) { return TextOf(number).c_str(); });
  if (has_tables() != 0) SetUserTables(reinterpret_cast<ExternalCode::Entry>(dlsym(library, "stiction_usertab")));
  for (const ForeignEntry& one : entries) {
    *one.entry = reinterpret_cast<ExternalCode::Entry>(dlsym(library, one.name.c_str()));
    if (*one.entry == nullptr) return fmt::format("it has no function {}", one.name);
  }
  return std::nullopt;
}

}  // namespace stiction::runtime
