// SPDX-License-Identifier: BSD-3-Clause
// Diagnostics: the messages of the compiler. Each kind stands once in diagnostic_kinds.def.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/support/source.h"

namespace stiction {

enum class Severity { kError, kWarning, kNote };

enum class DiagnosticKind {
#define DIAGNOSTIC_KIND(name, ...) name,
#include "compiler/support/diagnostic_kinds.def"
#undef DIAGNOSTIC_KIND
};

/// "EquationUnmatched" for DiagnosticKind::EquationUnmatched.
std::string_view Name(DiagnosticKind kind);
/// The clause of the Modelica specification that the kind enforces, "8.3.4" or "A"; empty for a rule of our own.
std::string_view Clause(DiagnosticKind kind);

/// A further place that belongs to a message, with what is to be seen there.
struct Label {
  Span span;
  std::string text;
};

/// One message. `span` is the narrowest place it is about; `hint` is the way out, as an imperative sentence.
struct Diagnostic {
  Severity severity = Severity::kError;
  DiagnosticKind kind;
  Span span;
  std::string message;
  std::vector<Label> labels;
  std::string hint;
};

/// Thrown where a model grows beyond what a translation can hold; the translation ends there, with one message.
struct ModelTooLarge {
  Span span;  // where it grew over the limit
  std::string message;
};

/// Collects the messages of one compilation, in the order they were reported.
class Diagnostics {
 public:
  /// Adds an error; the reference is for labels and hint: `d.Error(kind, span, "...").hint = "...";`. It is valid until
  /// the next report.
  Diagnostic& Error(DiagnosticKind kind, Span span, std::string message);
  Diagnostic& Warning(DiagnosticKind kind, Span span, std::string message);
  /// What was asked for, and is no fault.
  Diagnostic& Note(DiagnosticKind kind, Span span, std::string message);

  /// Adds a message of another compilation.
  void Add(Diagnostic diagnostic);

  bool HasErrors() const { return error_count_ > 0; }
  int error_count() const { return error_count_; }
  const std::vector<Diagnostic>& all() const { return all_; }

 private:
  std::vector<Diagnostic> all_;
  int error_count_ = 0;
};

/// Prints messages as
///
///     Loop.mo:6:3: error: equation determines no unknown [EquationUnmatched; MLS 8.4]
///        6 |   x = 2;
///          |   ^^^^^
///       hint: ...
///
/// @param colour whether to use terminal colours
void Print(std::ostream& out, const Diagnostic& diagnostic, const SourceMap& sources, bool colour = false);
void Print(std::ostream& out, const Diagnostics& diagnostics, const SourceMap& sources, bool colour = false);

}  // namespace stiction
