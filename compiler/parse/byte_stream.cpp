// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/byte_stream.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace stiction::parse {
namespace {

unsigned char At(std::string_view text, size_t i) { return static_cast<unsigned char>(text[i]); }

// The length the lead byte announces; 0 for a byte that can start no character (RFC 3629).
size_t AnnouncedLength(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

bool StartsWithEightAscii(std::string_view text, size_t i) {
  uint64_t bytes = 0;
  if (i + sizeof bytes > text.size()) return false;
  std::memcpy(&bytes, text.data() + i, sizeof bytes);
  return (bytes & 0x8080808080808080) == 0;
}

bool IsValidCharacter(std::string_view text, size_t i, size_t length) {
  if (length == 0 || i + length > text.size()) return false;
  for (size_t k = 1; k < length; ++k) {
    if ((At(text, i + k) & 0xC0) != 0x80) return false;
  }
  const unsigned char lead = At(text, i);
  const unsigned char second = length > 1 ? At(text, i + 1) : 0;
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0;
  const bool beyond_unicode = lead == 0xF4 && second >= 0x90;
  return !overlong && !surrogate && !beyond_unicode;
}

}  // namespace

std::optional<size_t> FindInvalidUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    if (StartsWithEightAscii(text, i)) {
      i += 8;
      continue;
    }
    const size_t length = AnnouncedLength(At(text, i));
    if (!IsValidCharacter(text, i, length)) return i;
    i += length;
  }
  return std::nullopt;
}

size_t CharacterLength(std::string_view text, size_t offset) {
  return std::max<size_t>(1, AnnouncedLength(At(text, offset)));
}

ByteStream::ByteStream(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {
  if (text_.starts_with("\xEF\xBB\xBF")) position_ = 3;
}

void ByteStream::consume() {
  if (position_ < text_.size()) ++position_;
}

size_t ByteStream::LA(ssize_t i) {
  if (i == 0) return 0;
  const ssize_t at = static_cast<ssize_t>(position_) + (i > 0 ? i - 1 : i);
  if (at < 0 || at >= static_cast<ssize_t>(text_.size())) return antlr4::IntStream::EOF;
  return At(text_, static_cast<size_t>(at));
}

std::string ByteStream::getText(const antlr4::misc::Interval& interval) {
  if (interval.a < 0 || interval.b < interval.a) return {};
  const auto begin = std::min(static_cast<size_t>(interval.a), text_.size());
  const auto end = std::min(static_cast<size_t>(interval.b) + 1, text_.size());
  return std::string(text_.substr(begin, end - begin));
}

}  // namespace stiction::parse
