// SPDX-License-Identifier: BSD-3-Clause
// XML as text, element by element.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::fmi {

/// Writes elements one in the other, each on a line of its own.
class XmlText {
 public:
  XmlText() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

  /// Begins an element in the one that is open.
  XmlText& Open(std::string_view name);
  /// An attribute of the element that was opened last. @pre it has nothing in it yet
  XmlText& Add(std::string_view name, std::string_view value);
  XmlText& Add(std::string_view name, const char* value) { return Add(name, std::string_view(value)); }
  XmlText& Add(std::string_view name, bool value) { return Add(name, value ? "true" : "false"); }
  XmlText& Add(std::string_view name, double value);
  XmlText& Add(std::string_view name, std::integral auto value) { return Add(name, std::to_string(value)); }
  template <class T>
  XmlText& Add(std::string_view name, const std::optional<T>& value) {
    return value ? Add(name, *value) : *this;
  }
  XmlText& AddText(std::string_view name, std::string_view value) { return value.empty() ? *this : Add(name, value); }
  /// Ends the element that is open.
  XmlText& Close();

  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::vector<std::string> open_;
  bool is_empty_ = false;  // the element opened last
};

}  // namespace stiction::fmi
