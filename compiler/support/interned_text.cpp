// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/interned_text.h"

#include <functional>
#include <mutex>
#include <unordered_set>

namespace stiction {
namespace {

struct HashOfText {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the name that the library asks for
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

/// Its elements never move.
struct Texts {
  std::mutex mutex;
  std::unordered_set<std::string, HashOfText, std::equal_to<>> set;
};

// Never destroyed: objects of static life may bear texts.
Texts& AllTexts() {
  static auto* const texts = new Texts;
  return *texts;
}

}  // namespace

const std::string& InternedText::Empty() {
  static const auto* const empty = new std::string;
  return *empty;
}

InternedText::InternedText(std::string_view text) {
  if (text.empty()) return;
  Texts& texts = AllTexts();
  const std::lock_guard lock(texts.mutex);
  auto found = texts.set.find(text);
  if (found == texts.set.end()) found = texts.set.emplace(text).first;
  text_ = &*found;
}

}  // namespace stiction
