// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "compiler/support/check.h"

namespace stiction {

namespace {

constexpr uintmax_t kLargestFile = 1 << 28;  // bytes; libraries have a thousandth of it in a file

}  // namespace

Span Join(Span a, Span b) {
  if (!a) return b;
  if (!b) return a;
  CHECK(a.source == b.source, "spans of sources {} and {}", a.source.value, b.source.value);
  return {a.source, std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

Source::Source(SourceId id, std::string path, std::string text)
    : id_(id), path_(std::move(path)), text_(std::move(text)), line_starts_{0} {
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineColumn Source::Locate(uint32_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<int>(after - line_starts_.begin());
  return {line, static_cast<int>(offset - line_starts_[static_cast<size_t>(line) - 1]) + 1};
}

std::string_view Source::Line(int line) const {
  CHECK(line >= 1 && static_cast<size_t>(line) <= line_starts_.size(), "line {} of {}", line, path_);
  const size_t begin = line_starts_[static_cast<size_t>(line) - 1];
  size_t end = text_.find('\n', begin);
  if (end == std::string::npos) end = text_.size();
  if (end > begin && text_[end - 1] == '\r') --end;
  return std::string_view(text_).substr(begin, end - begin);
}

const Source& SourceMap::Add(std::string path, std::string text) {
  return sources_.emplace_back(SourceId(static_cast<int64_t>(sources_.size())), std::move(path), std::move(text));
}

const Source* SourceMap::AddFile(const std::string& path) {
  // A device may have no end; what comes through a pipe, or is typed, has.
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  const bool is_device = std::filesystem::is_character_file(status) || std::filesystem::is_block_file(status);
  if (is_device && !std::filesystem::equivalent(path, "/dev/stdin", unknown)) return nullptr;
  if (std::filesystem::is_regular_file(status) && std::filesystem::file_size(path, unknown) > kLargestFile) {
    return nullptr;
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return nullptr;
  std::ostringstream text;
  text << in.rdbuf();
  if (!in.good() && !in.eof()) return nullptr;
  return &Add(path, std::move(text).str());
}

const Source& SourceMap::Replace(SourceId id, std::string text) {
  return sources_[id.index()] = Source(id, Get(id).path(), std::move(text));
}

const Source& SourceMap::Get(SourceId id) const {
  CHECK(id && id.index() < sources_.size(), "source {} of {}", id.value, sources_.size());
  return sources_[id.index()];
}

std::vector<std::string> SourceMap::Paths() const {
  std::vector<std::string> paths;
  for (const Source& source : sources_) paths.push_back(source.path());
  return paths;
}

std::string SourceMap::Describe(Span span) const {
  if (!span) return "<generated>";
  const Source& source = Get(span.source);
  const LineColumn place = source.Locate(span.begin);
  return fmt::format("{}:{}:{}", source.path(), place.line, place.column);
}

std::string_view SourceMap::Text(Span span) const {
  if (!span) return {};
  return Get(span.source).text().substr(span.begin, span.end - span.begin);
}

}  // namespace stiction
