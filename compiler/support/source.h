// SPDX-License-Identifier: BSD-3-Clause
// Source texts and places in them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/ids.h"
#include "compiler/support/interned_text.h"

namespace stiction {

using SourceId = Id<struct SourceTag>;

/// A half-open byte range [begin, end) of one source text. An invalid `source` means "no place in the text".
struct Span {
  SourceId source;
  uint32_t begin = 0;
  uint32_t end = 0;

  explicit operator bool() const { return static_cast<bool>(source); }
  friend auto operator<=>(const Span&, const Span&) = default;
};

/// The smallest span that covers both; an invalid one is ignored. @pre both valid spans are of one source.
Span Join(Span a, Span b);

/// A place as people count: line and column from 1, the column in bytes.
struct LineColumn {
  int line = 0;
  int column = 0;
};

/// One text with the name it is reported under.
class Source {
 public:
  Source(SourceId id, std::string path, std::string text);

  SourceId id() const { return id_; }
  const std::string& path() const { return path_; }
  std::string_view text() const { return text_; }
  LineColumn Locate(uint32_t offset) const;
  /// The text of a line (from 1), without its line end.
  std::string_view Line(int line) const;

 private:
  SourceId id_;
  std::string path_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

/// All source texts of one compilation.
class SourceMap {
 public:
  SourceMap() = default;
  SourceMap(const SourceMap&) = delete;
  SourceMap& operator=(const SourceMap&) = delete;

  const Source& Add(std::string path, std::string text);
  /// Reads a file. @returns nothing if it cannot be read.
  const Source* AddFile(const std::string& path);
  /// Gives a source another text; spans of the old one mean nothing any more.
  const Source& Replace(SourceId id, std::string text);
  const Source& Get(SourceId id) const;
  /// Of all sources, in the order of their ids.
  std::vector<std::string> Paths() const;
  /// "path:line:column", or "<generated>" for an invalid span.
  std::string Describe(Span span) const;
  std::string_view Text(Span span) const;

 private:
  std::deque<Source> sources_;
};

/// The origin of a variable or an equation: the modeller's text, and how the compiler made it out of that
/// ("connection equation", "derivative of ..."); empty for what was written as it is.
struct Origin {
  Span span;
  InternedText derivation;
};

}  // namespace stiction
