// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/describe/xml_text.h"

#include "runtime/results/shortest_number.h"

namespace stiction::fmi {

XmlText& XmlText::Open(std::string_view name) {
  if (is_empty_) text_ += ">\n";
  text_.append(2 * open_.size(), ' ').append("<").append(name);
  open_.emplace_back(name);
  is_empty_ = true;
  return *this;
}

XmlText& XmlText::Add(std::string_view name, std::string_view value) {
  text_.append(" ").append(name).append("=\"");
  for (const char c : value) {
    switch (c) {
      case '&':
        text_ += "&amp;";
        break;
      case '<':
        text_ += "&lt;";
        break;
      case '>':
        text_ += "&gt;";
        break;
      case '"':
        text_ += "&quot;";
        break;
      case '\n':
        text_ += "&#10;";
        break;
      default:
        // XML has no other control characters.
        text_ += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  text_ += '"';
  return *this;
}

XmlText& XmlText::Add(std::string_view name, double value) { return Add(name, runtime::ShortestNumber(value)); }

XmlText& XmlText::Close() {
  if (is_empty_) {
    text_ += "/>\n";
  } else {
    text_.append(2 * (open_.size() - 1), ' ').append("</").append(open_.back()).append(">\n");
  }
  open_.pop_back();
  is_empty_ = false;
  return *this;
}

}  // namespace stiction::fmi
