// SPDX-License-Identifier: BSD-3-Clause
// The text as ANTLR reads it: byte by byte, so that token indices are the byte offsets of our spans and nothing is
// widened or copied. Characters outside ASCII matter to no token but strings, quoted identifiers and comments.
#pragma once

#include <antlr4-runtime.h>

#include <optional>
#include <string>
#include <string_view>

namespace stiction::parse {

/// The offset of the first byte that is no valid UTF-8, if there is one.
std::optional<size_t> FindInvalidUtf8(std::string_view text);

/// Length in bytes of the character at the offset of a valid UTF-8 text.
size_t CharacterLength(std::string_view text, size_t offset);

/// A character stream over the bytes of a text, which must outlive it. A byte order mark at the start is passed over.
class ByteStream : public antlr4::CharStream {
 public:
  ByteStream(std::string_view text, std::string name);

  void consume() override;
  size_t LA(ssize_t i) override;
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  size_t index() override { return position_; }
  void seek(size_t index) override { position_ = std::min(index, text_.size()); }
  size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return name_; }
  std::string getText(const antlr4::misc::Interval& interval) override;
  std::string toString() const override { return std::string(text_); }

 private:
  std::string_view text_;
  std::string name_;
  size_t position_ = 0;
};

}  // namespace stiction::parse
