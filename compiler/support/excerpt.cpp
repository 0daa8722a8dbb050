// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace stiction {
namespace {

constexpr size_t kLongestLine = 160;  // bytes of a line that are shown whole
constexpr size_t kShownBefore = 60;   // bytes of a longer one before the span

bool ContinuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// Bytes of the UTF-8 character that begins at `at`; 0 if none does.
size_t CharacterLength(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80 ? 1 : lead >= 0xF0 && lead < 0xF8 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || lead >= 0xF8 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; ++i) {
    if (!ContinuesCharacter(text[at + i])) return 0;
  }
  return length;
}

/// A line as it may go to a terminal: what is no text (control characters, broken UTF-8) becomes `?`. With `blank`,
/// spaces of the same width; tabs are kept so that what stands below one another stays so.
std::string Shown(std::string_view text, bool blank) {
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    const size_t length = CharacterLength(text, at);
    const bool is_control = static_cast<unsigned char>(text[at]) < 0x20 || text[at] == 0x7F;
    if (text[at] == '\t') {
      shown += '\t';
    } else if (blank) {
      shown += ' ';
    } else if (length == 0 || is_control) {
      shown += '?';
    } else {
      shown += text.substr(at, length);
    }
    at += std::max<size_t>(length, 1);
  }
  return shown;
}

// The number after the last colon of `text`, which is cut off; 0 if there is none.
int TakeNumber(std::string_view& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return 0;
  const std::string_view digits = text.substr(colon + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return 0;
  text = text.substr(0, colon);
  return number;
}

}  // namespace

void PrintExcerpt(std::ostream& out, const Source& source, Span span, std::string_view mark, std::string_view unmark) {
  const LineColumn begin = source.Locate(span.begin);
  const std::string_view line = source.Line(begin.line);
  const size_t first = std::min(static_cast<size_t>(begin.column - 1), line.size());
  size_t from = 0;
  size_t to = line.size();
  if (line.size() > kLongestLine) {
    from = first > kShownBefore ? first - kShownBefore : 0;
    while (from < first && ContinuesCharacter(line[from])) ++from;
    to = std::min(line.size(), from + kLongestLine);
    while (to < line.size() && to > first && ContinuesCharacter(line[to])) --to;
  }
  const std::string_view marked = line.substr(first, std::min<size_t>(span.end - span.begin, to - first));
  const std::string dots = from > 0 ? "..." : "";
  out << fmt::format("{:>6} | {}{}{}\n", begin.line, dots, Shown(line.substr(from, to - from), false),
                     to < line.size() ? "..." : "");
  out << fmt::format("       | {}{}{}{}{}\n", std::string(dots.size(), ' '),
                     Shown(line.substr(from, first - from), true), mark,
                     std::string(std::max<size_t>(1, Shown(marked, true).size()), '^'), unmark);
}

Span ReadPlace(SourceMap& sources, std::string_view place) {
  const int column = TakeNumber(place);
  const int line = TakeNumber(place);
  if (column < 1 || line < 1) return {};
  const Source* source = sources.AddFile(std::string(place));
  if (!source || line > source->Locate(static_cast<uint32_t>(source->text().size())).line) return {};
  const std::string_view text = source->Line(line);
  if (static_cast<size_t>(column) > text.size() + 1) return {};
  const auto offset = static_cast<uint32_t>(text.data() - source->text().data() + column - 1);
  return {source->id(), offset, offset};
}

}  // namespace stiction
