// SPDX-License-Identifier: BSD-3-Clause
#include "cli/lsp/places.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace stiction::lsp {
namespace {

// Bytes of the character of UTF-8 that begins with this one, and units of UTF-16 that it takes.
size_t BytesOf(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}
uint32_t UnitsOf(char first) { return static_cast<unsigned char>(first) >= 0xF0 ? 2 : 1; }

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

uint32_t OffsetOf(std::string_view text, const Json& position) {
  const auto line = position.value("line", int64_t{0}), column = position.value("character", int64_t{0});
  size_t at = 0;
  for (int64_t i = 0; i < line; ++i) {
    const size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return static_cast<uint32_t>(text.size());
    at = end + 1;
  }
  for (int64_t units = 0; units < column && at < text.size() && text[at] != '\n' && text[at] != '\r';) {
    units += UnitsOf(text[at]);
    at = std::min(at + BytesOf(text[at]), text.size());
  }
  return static_cast<uint32_t>(at);
}

Json PositionOf(const Source& source, uint32_t offset) {
  offset = std::min(offset, static_cast<uint32_t>(source.text().size()));
  const LineColumn place = source.Locate(offset);
  uint32_t units = 0;
  for (size_t at = offset - static_cast<uint32_t>(place.column - 1); at < offset; at += BytesOf(source.text()[at])) {
    units += UnitsOf(source.text()[at]);
  }
  return {{"line", place.line - 1}, {"character", units}};
}

Json RangeOf(const Source& source, Span span) {
  return {{"start", PositionOf(source, span.begin)}, {"end", PositionOf(source, std::max(span.begin, span.end))}};
}

std::string PathOf(const std::string& uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return uri;
  std::string path;
  for (size_t i = kScheme.size(); i < uri.size(); ++i) {
    const std::string digits = uri.substr(i + 1, 2);
    const bool is_coded = uri[i] == '%' && digits.size() == 2 &&
                          std::ranges::all_of(digits, [](unsigned char c) { return std::isxdigit(c) != 0; });
    path += is_coded ? static_cast<char>(std::stoi(digits, nullptr, 16)) : uri[i];
    if (is_coded) i += 2;
  }
  return path;
}

std::string UriOf(const std::string& path) {
  if (path.find("://") != std::string::npos || path.starts_with("untitled:")) return path;
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).lexically_normal().string();
  std::string uri = "file://";
  for (const char c : whole)
    uri += IsPlain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

Json LocationOf(const SourceMap& sources, Span span) {
  const Source& source = sources.Get(span.source);
  return {{"uri", UriOf(source.path())}, {"range", RangeOf(source, span)}};
}

}  // namespace stiction::lsp
