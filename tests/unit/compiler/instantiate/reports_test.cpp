// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/reports.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

constexpr DiagnosticKind kKind = DiagnosticKind::UnknownName;

TEST(Reports, TellEachMessageOnce) {
  Diagnostics diagnostics;
  Reports reports(diagnostics);
  reports.Error(kKind, {}, "a", "do this");
  reports.Error(kKind, {}, "a").hint = "of what is not told";
  reports.Error(kKind, {}, "b", Label{{}, "here"});
  reports.Warning(kKind, {}, "c", "or that");
  reports.Warning(kKind, {}, "c");
  ASSERT_EQ(diagnostics.all().size(), 3u);
  EXPECT_EQ(diagnostics.all()[0].hint, "do this");
  EXPECT_EQ(diagnostics.all()[1].labels.at(0).text, "here");
  EXPECT_EQ(diagnostics.all()[2].hint, "or that");
  EXPECT_EQ(reports.count(), 3);  // errors
}

TEST(Reports, ToldQuietlyCountOnly) {
  Diagnostics diagnostics;
  Reports reports(diagnostics);
  const bool was_quiet = reports.Quietly([&] {
    reports.Quietly([&] { return 0; });
    reports.Error(kKind, {}, "a");
    reports.Warning(kKind, {}, "b");
    return reports.is_quiet();
  });
  EXPECT_TRUE(was_quiet);
  EXPECT_FALSE(reports.is_quiet());
  EXPECT_EQ(reports.count(), 1);
  EXPECT_TRUE(diagnostics.all().empty());
  reports.Error(kKind, {}, "a");
  EXPECT_EQ(diagnostics.all().size(), 1u);
}

}  // namespace
}  // namespace stiction
