// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/diagnostics.h"

#include <algorithm>
#include <array>

#include "compiler/support/check.h"
#include "compiler/support/excerpt.h"

namespace stiction {
namespace {

constexpr std::string_view kKindNames[] = {
#define DIAGNOSTIC_KIND(name, ...) #name,
#include "compiler/support/diagnostic_kinds.def"
#undef DIAGNOSTIC_KIND
};

constexpr std::string_view kClauses[] = {
#define DIAGNOSTIC_KIND(name, ...) "" __VA_ARGS__,
#include "compiler/support/diagnostic_kinds.def"
#undef DIAGNOSTIC_KIND
};

struct Palette {
  std::string_view bold, error, warning, note, reset;
};
constexpr Palette kPlain{"", "", "", "", ""};
constexpr Palette kColoured{"\x1b[1m", "\x1b[1;31m", "\x1b[1;35m", "\x1b[1;36m", "\x1b[0m"};

// "[TypeMismatch; MLS 6.7]"
std::string KindText(DiagnosticKind kind) {
  const std::string_view clause = Clause(kind);
  return clause.empty() ? fmt::format("[{}]", Name(kind)) : fmt::format("[{}; MLS {}]", Name(kind), clause);
}

void PrintHead(std::ostream& out, const SourceMap& sources, Span span, const Palette& colours) {
  if (span) out << colours.bold << sources.Describe(span) << ": " << colours.reset;
}

void PrintSeverity(std::ostream& out, Severity severity, const Palette& colours) {
  switch (severity) {
    case Severity::kError:
      out << colours.error << "error: ";
      break;
    case Severity::kWarning:
      out << colours.warning << "warning: ";
      break;
    case Severity::kNote:
      out << colours.note << "note: ";
      break;
  }
  out << colours.reset;
}

}  // namespace

std::string_view Name(DiagnosticKind kind) { return kKindNames[static_cast<size_t>(kind)]; }

std::string_view Clause(DiagnosticKind kind) { return kClauses[static_cast<size_t>(kind)]; }

Diagnostic& Diagnostics::Error(DiagnosticKind kind, Span span, std::string message) {
  ++error_count_;
  return all_.emplace_back(Diagnostic{Severity::kError, kind, span, std::move(message), {}, {}});
}

Diagnostic& Diagnostics::Warning(DiagnosticKind kind, Span span, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::kWarning, kind, span, std::move(message), {}, {}});
}

Diagnostic& Diagnostics::Note(DiagnosticKind kind, Span span, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::kNote, kind, span, std::move(message), {}, {}});
}

void Diagnostics::Add(Diagnostic diagnostic) {
  if (diagnostic.severity == Severity::kError) ++error_count_;
  all_.push_back(std::move(diagnostic));
}

void Print(std::ostream& out, const Diagnostic& diagnostic, const SourceMap& sources, bool colour) {
  const Palette& colours = colour ? kColoured : kPlain;
  PrintHead(out, sources, diagnostic.span, colours);
  PrintSeverity(out, diagnostic.severity, colours);
  out << diagnostic.message << " " << KindText(diagnostic.kind) << "\n";
  const auto excerpt = [&](Span span) {
    if (span) PrintExcerpt(out, sources.Get(span.source), span, colours.error, colours.reset);
  };
  excerpt(diagnostic.span);
  for (const Label& label : diagnostic.labels) {
    PrintHead(out, sources, label.span, colours);
    out << colours.note << "note: " << colours.reset << label.text << "\n";
    excerpt(label.span);
  }
  if (!diagnostic.hint.empty()) out << "  hint: " << diagnostic.hint << "\n";
}

void Print(std::ostream& out, const Diagnostics& diagnostics, const SourceMap& sources, bool colour) {
  for (const Diagnostic& diagnostic : diagnostics.all()) Print(out, diagnostic, sources, colour);
}

}  // namespace stiction
