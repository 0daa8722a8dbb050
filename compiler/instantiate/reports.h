// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "compiler/support/diagnostics.h"

namespace stiction {

/// The messages of this phase. Each is told once, however many instances of a class show it.
class Reports {
 public:
  explicit Reports(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// The reference is for labels and hint, and valid until the next report.
  Diagnostic& Error(DiagnosticKind kind, Span span, const std::string& message, const std::string& hint = {}) {
    return Tell(kind, span, span, message, hint);
  }
  /// What is wrong in the same way wherever it stands: only the first place is told.
  void ErrorOnce(DiagnosticKind kind, Span span, const std::string& message, const std::string& hint) {
    Tell(kind, span, Span(), message, hint);
  }
  Diagnostic& Error(DiagnosticKind kind, Span span, const std::string& message, const Label& label,
                    const std::string& hint = {}) {
    Diagnostic& error = Error(kind, span, message, hint);
    error.labels.push_back(label);
    return error;
  }
  void Warning(DiagnosticKind kind, Span span, const std::string& message, const std::string& hint = {}) {
    if (is_quiet_ || !reported_.emplace(kind, span, message).second) return;
    diagnostics_.Warning(kind, span, message).hint = hint;
  }
  void Warning(DiagnosticKind kind, Span span, const std::string& message, const Label& label) {
    if (is_quiet_ || !reported_.emplace(kind, span, message).second) return;
    diagnostics_.Warning(kind, span, message).labels.push_back(label);
  }
  void NotSupported(Span span, const std::string& feature) {
    Error(DiagnosticKind::NotYetSupported, span, feature + " is not supported yet");
  }

  /// Number of errors, with those told already or not told.
  int64_t count() const { return count_; }
  bool is_quiet() const { return is_quiet_; }
  /// Calls `work` without telling what it reports: what is wrong is told where it is used.
  template <class Work>
  auto Quietly(const Work& work) {
    const bool before = std::exchange(is_quiet_, true);
    auto result = work();
    is_quiet_ = before;
    return result;
  }

 private:
  /// @param key messages of one key are told once
  Diagnostic& Tell(DiagnosticKind kind, Span span, Span key, const std::string& message, const std::string& hint) {
    ++count_;
    const bool is_told = !is_quiet_ && reported_.emplace(kind, key, message).second;
    Diagnostic& error = is_told ? diagnostics_.Error(kind, span, message) : discarded_ = {};
    error.hint = hint;
    return error;
  }

  Diagnostics& diagnostics_;
  std::set<std::tuple<DiagnosticKind, Span, std::string>> reported_;
  Diagnostic discarded_;
  int64_t count_ = 0;
  bool is_quiet_ = false;
};

}  // namespace stiction
