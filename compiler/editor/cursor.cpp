// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/cursor.h"

#include <algorithm>
#include <array>

namespace stiction::editor {
namespace {

struct Word {
  std::string_view text;  // a name or keyword, a symbol of one character; "" for a string or a number
  uint32_t begin = 0, end = 0;
  bool is_name = false;
};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array<std::string_view, 6> kBeforeModifiers{"each",        "final",     "redeclare",
                                                           "replaceable", "parameter", "constant"};
constexpr std::array<std::string_view, 18> kKeywords{
    "if",   "then", "else",  "elseif",   "and",       "or",     "not",      "in",      "loop",
    "when", "for",  "while", "equation", "algorithm", "return", "elsewhen", "extends", "constrainedby"};

template <size_t n>
bool Holds(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// The words before a place; is_in_text if it lies in a string or a comment.
class Words {
 public:
  Words(std::string_view text, uint32_t offset) : text_(text.substr(0, offset)) {
    for (size_t at = 0; at < text_.size() && !is_in_text;) at = Read(at);
  }

  std::vector<Word> words;
  bool is_in_text = false;

 private:
  // Up to `end` and over it; what is not closed goes on at the place.
  size_t Over(size_t from, std::string_view end) {
    const size_t found = text_.find(end, from);
    is_in_text = found == std::string_view::npos;
    return is_in_text ? text_.size() : found + end.size();
  }

  size_t OverQuoted(size_t from, char quote) {
    for (size_t at = from; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == quote) {
        return at + 1;
      }
    }
    is_in_text = true;
    return text_.size();
  }

  size_t Read(size_t at) {
    const char c = text_[at];
    if (text_.substr(at, 2) == "//") return Over(at, "\n");
    if (text_.substr(at, 2) == "/*") return Over(at + 2, "*/");
    if (c == '"') return Add(at, OverQuoted(at + 1, '"'), false, true);
    if (c == '\'') return Add(at, OverQuoted(at + 1, '\''), true);
    size_t end = at + 1;
    if (IsLetter(c)) {
      while (end < text_.size() && (IsLetter(text_[end]) || IsDigit(text_[end]))) ++end;
      return Add(at, end, true);
    }
    if (IsDigit(c)) {
      while (end < text_.size() && (IsDigit(text_[end]) || IsLetter(text_[end]) || text_[end] == '.')) ++end;
      return Add(at, end, false, true);
    }
    return c == ' ' || (c >= '\t' && c <= '\r') ? end : Add(at, end, false);
  }

  size_t Add(size_t begin, size_t end, bool is_name, bool is_value = false) {
    words.push_back({is_value ? std::string_view() : text_.substr(begin, end - begin), static_cast<uint32_t>(begin),
                     static_cast<uint32_t>(end), is_name});
    return end;
  }

  std::string_view text_;
};

// Reads words from the last to the first.
class Backwards {
 public:
  explicit Backwards(const std::vector<Word>& words) : words_(words), at_(words.size()) {}

  bool AtStart() const { return at_ == 0; }
  const Word& Last() const { return words_[at_ - 1]; }
  bool Is(std::string_view text) const { return !AtStart() && Last().text == text; }
  bool IsName() const { return !AtStart() && Last().is_name && !Holds(kKeywords, Last().text); }
  void Drop() { --at_; }

  // Over `(...)`, `[...]`, `{...}` that ends here.
  void DropBrackets() {
    int depth = 0;
    while (!AtStart()) {
      const std::string_view text = Last().text;
      if (text == ")" || text == "]" || text == "}") ++depth;
      if (text == "(" || text == "[" || text == "{") --depth;
      Drop();
      if (depth == 0) return;
    }
  }

  // `a.b[1].c` that ends here, without subscripts; nothing if there is no name.
  std::vector<std::string> TakePath() {
    std::vector<std::string> path;
    for (;;) {
      while (Is("]")) DropBrackets();
      if (!IsName()) break;
      path.insert(path.begin(), std::string(Last().text));
      Drop();
      if (!Is(".")) break;
      Drop();
    }
    return path;
  }

  // To behind the innermost open bracket; false if there is none in this declaration, equation or statement.
  bool DropToOpenParenthesis() {
    while (!AtStart()) {
      const std::string_view text = Last().text;
      if (text == ";") return false;
      if (text == "(") return true;
      if (text == ")" || text == "]" || text == "}") {
        DropBrackets();
      } else {
        Drop();
      }
    }
    return false;
  }

 private:
  const std::vector<Word>& words_;
  size_t at_;
};

// What the parentheses around a place belong to.
void ReadAround(Backwards at, Cursor& cursor) {
  std::vector<std::vector<std::string>> names;  // innermost first
  while (at.DropToOpenParenthesis()) {
    at.Drop();
    std::vector<std::string> name = at.TakePath();
    if (name.empty()) return;
    while (!at.AtStart() && Holds(kBeforeModifiers, at.Last().text)) at.Drop();
    names.push_back(std::move(name));
    if (at.IsName() || at.Is("]") || at.Is("extends") || at.Is("constrainedby")) {
      // A component of a type, or the base class itself.
      const bool has_type = !at.Is("extends") && !at.Is("constrainedby");
      cursor.kind = Cursor::Around::kModifiers;
      cursor.around = has_type ? at.TakePath() : names.back();
      names.pop_back();
      for (size_t i = names.size(); i-- > 0;) {
        cursor.inside.insert(cursor.inside.end(), names[i].begin(), names[i].end());
      }
      return;
    }
    if (!at.Is("(") && !at.Is(",")) break;
  }
  if (names.empty()) return;
  cursor.kind = Cursor::Around::kArguments;
  cursor.around = names.front();
}

}  // namespace

Cursor ReadCursor(std::string_view text, uint32_t offset) {
  Cursor cursor;
  cursor.prefix_begin = offset;
  const Words read(text, std::min<uint32_t>(offset, static_cast<uint32_t>(text.size())));
  cursor.is_in_text = read.is_in_text;
  if (cursor.is_in_text) return cursor;
  Backwards at(read.words);
  if (!at.AtStart() && at.Last().is_name && at.Last().end == offset) {
    cursor.prefix = at.Last().text;
    cursor.prefix_begin = at.Last().begin;
    at.Drop();
  }
  if (at.Is(".")) {
    Backwards path = at;
    path.Drop();
    cursor.path = path.TakePath();
  }
  cursor.is_name_place = at.Is("(") || at.Is(",") || (!at.AtStart() && Holds(kBeforeModifiers, at.Last().text));
  ReadAround(at, cursor);
  return cursor;
}

}  // namespace stiction::editor
