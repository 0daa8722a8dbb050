// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/diagnostics.h"

#include <gtest/gtest.h>

#include <sstream>

namespace stiction {
namespace {

std::string Printed(DiagnosticKind kind) {
  Diagnostics diagnostics;
  diagnostics.Error(kind, {}, "what is wrong");
  std::ostringstream text;
  Print(text, diagnostics, SourceMap());
  return text.str();
}

TEST(Diagnostics, CitesTheClauseThatItEnforces) {
  EXPECT_EQ(Printed(DiagnosticKind::TypeMismatch), "error: what is wrong [TypeMismatch; MLS 6.7]\n");
}

TEST(Diagnostics, ARuleOfOurOwnCitesNone) {
  EXPECT_EQ(Printed(DiagnosticKind::FileNotReadable), "error: what is wrong [FileNotReadable]\n");
}

}  // namespace
}  // namespace stiction
