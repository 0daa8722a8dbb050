// SPDX-License-Identifier: BSD-3-Clause
// Texts of a few sources that very many objects bear: names, units, comments.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace stiction {

/// A text of which the process keeps one copy: as small as a pointer, compared as one, free to copy. For texts that
/// stand in sources, of which there are fewer than of the instances made from them; none is ever given back.
class InternedText {
 public:
  InternedText() = default;
  /// Safe from several threads.
  InternedText(std::string_view text);  // NOLINT(google-explicit-constructor)
  // NOLINTNEXTLINE(google-explicit-constructor)
  InternedText(const std::string& text) : InternedText(std::string_view(text)) {}
  InternedText(const char* text) : InternedText(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)

  const std::string& str() const { return text_ ? *text_ : Empty(); }
  operator const std::string&() const { return str(); }  // NOLINT(google-explicit-constructor)
  bool empty() const { return text_ == nullptr; }

  friend bool operator==(InternedText a, InternedText b) { return a.text_ == b.text_; }
  // Of another text no copy is kept for a comparison.
  friend bool operator==(InternedText a, std::string_view b) { return a.str() == b; }
  friend bool operator==(InternedText a, const std::string& b) { return a.str() == b; }
  friend bool operator==(InternedText a, const char* b) { return a.str() == b; }

 private:
  static const std::string& Empty();
  const std::string* text_ = nullptr;  // null: the empty one
};

}  // namespace stiction

template <>
struct fmt::formatter<stiction::InternedText> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(stiction::InternedText text, Context& context) const {
    return fmt::formatter<std::string_view>::format(text.str(), context);
  }
};
