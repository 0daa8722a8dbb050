// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/format/format.h"

#include <ModelicaParser.h>

#include <algorithm>
#include <vector>

#include "compiler/format/gap.h"
#include "compiler/format/layout.h"
#include "compiler/parse/parse.h"
#include "compiler/support/check.h"

namespace stiction {
namespace format {
namespace {

using P = grammar::ModelicaParser;

constexpr size_t kIndent = 2;

// Writes tokens and comments. A line that goes on with what an earlier one began is indented by one step more than the
// line that opened the innermost bracket which is still open, or than the first line.
class Writer {
 public:
  Writer(std::string_view text, std::string_view line_end) : text_(text), line_end_(line_end) {
    if (text.starts_with("\xEF\xBB\xBF")) out_ = text.substr(0, 3);
  }

  void Token(const TokenLayout& token, const Gap& gap) {
    for (const Comment& comment : gap.comments) {
      Add(comment, token.starts_line ? token.comment_level * kIndent : ContinuationOf(token));
    }
    Separate(token, gap);
    if (IsClosing(token) && !brackets_.empty()) brackets_.pop_back();
    if (IsOpening(token)) brackets_.push_back(line_indent_);
    out_ += text_.substr(token.begin, token.end - token.begin);
    at_start_ = after_line_comment_ = false;
  }

  std::string Finish(const Gap& gap) && {
    for (const Comment& comment : gap.comments) Add(comment, 0);
    if (!at_start_) out_ += line_end_;
    return std::move(out_);
  }

 private:
  static bool IsOpening(const TokenLayout& token) {
    return token.is_bracket && (token.type == P::LPAR || token.type == P::LBRK || token.type == P::LBRC);
  }
  static bool IsClosing(const TokenLayout& token) { return token.is_bracket && !IsOpening(token); }

  size_t ContinuationOf(const TokenLayout& token) const {
    if (brackets_.empty()) return item_indent_ + kIndent;
    return brackets_.back() + (IsClosing(token) ? 0 : kIndent);
  }

  // Line ends or a blank before a token.
  void Separate(const TokenLayout& token, const Gap& gap) {
    const bool hangs = token.type == P::SEMI || token.type == P::COMMA;
    const bool breaks = gap.lines_after > 0 && !(hangs && gap.comments.empty());
    if (token.starts_line) {
      item_indent_ = token.level * kIndent;
      StartLine(gap.lines_after, item_indent_);
    } else if (after_line_comment_ || breaks) {
      StartLine(gap.lines_after, ContinuationOf(token));
    } else if (!gap.comments.empty() || token.space == Space::kOne ||
               (token.space == Space::kAsWritten && gap.has_blank)) {
      out_ += ' ';
    }
  }

  void Add(const Comment& comment, size_t indent) {
    if (at_start_ || after_line_comment_ || comment.lines_before > 0) {
      StartLine(comment.lines_before, indent);
    } else if (comment.to_end_of_line || comment.after_blank) {
      out_ += ' ';
    }
    const std::string_view line(out_);
    const size_t column = ColumnOf(line, line.size());
    Lines(comment, column);
    after_line_comment_ = comment.to_end_of_line;
    at_start_ = false;
  }

  // The further lines of a comment move with its first one.
  void Lines(const Comment& comment, size_t column) {
    bool is_first = true;
    for (size_t at = 0; at <= comment.text.size();) {
      size_t end = std::min(comment.text.find_first_of("\r\n", at), comment.text.size());
      std::string_view line = comment.text.substr(at, end - at);
      if (comment.text.substr(end, 2) == "\r\n") ++end;
      at = end + 1;
      line = line.substr(0, line.find_last_not_of(" \t\v\f") + 1);
      if (is_first) {
        out_ += line;
        is_first = false;
        continue;
      }
      const size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
      const size_t written = ColumnOf(line, blanks);
      const size_t wanted = written + column > comment.column ? written + column - comment.column : 0;
      out_ += line_end_;
      if (blanks < line.size()) out_.append(wanted, ' ');
      out_ += line.substr(blanks);
    }
  }

  // One empty line of several stays.
  void StartLine(int line_ends, size_t indent) {
    if (!at_start_) {
      out_ += line_end_;
      if (line_ends > 1) out_ += line_end_;
    }
    out_.append(indent, ' ');
    line_indent_ = indent;
  }

  std::string_view text_;
  std::string_view line_end_;
  std::string out_;
  bool at_start_ = true;
  bool after_line_comment_ = false;
  size_t item_indent_ = 0;        // of the declaration, equation or statement that is being written
  size_t line_indent_ = 0;        // of the line that is being written
  std::vector<size_t> brackets_;  // of the lines that opened the brackets which are open
};

std::string_view LineEndOf(std::string_view text) {
  const size_t first = text.find('\n');
  return first != std::string_view::npos && first > 0 && text[first - 1] == '\r' ? "\r\n" : "\n";
}

// Files are written in place: that their words stay is worth a second look.
void CheckWords(const Source& source, const std::vector<TokenLayout>& tokens, const std::string& written) {
  const Source again(source.id(), source.path(), written);
  Diagnostics diagnostics;
  const std::vector<parse::Node> derivation = Derive(again, diagnostics);
  size_t i = 0;
  for (const parse::Node& node : derivation) {
    if (node.is_rule || node.IsToken(static_cast<size_t>(antlr4::Token::EOF))) continue;
    const bool is_same =
        i < tokens.size() && again.text().substr(node.begin, node.end - node.begin) ==
                                 source.text().substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
    CHECK(is_same, "the layout of {} changes its words at byte {}", source.path(), node.begin);
    ++i;
  }
  CHECK(i == tokens.size(), "the layout of {} loses words", source.path());
}

}  // namespace
}  // namespace format

std::optional<std::string> Format(const Source& source, Diagnostics& diagnostics) {
  const std::vector<parse::Node> derivation = Derive(source, diagnostics);
  if (derivation.empty()) return std::nullopt;
  const std::string_view text = source.text();
  format::Writer writer(text, format::LineEndOf(text));
  size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  const std::vector<format::TokenLayout> tokens = format::LayOut(derivation);
  for (const format::TokenLayout& token : tokens) {
    writer.Token(token, format::ReadGap(text, at, token.begin));
    at = token.end;
  }
  std::string written = std::move(writer).Finish(format::ReadGap(text, at, text.size()));
  format::CheckWords(source, tokens, written);
  return written;
}

}  // namespace stiction
