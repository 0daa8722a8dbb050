// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/quote.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(Quote, PlainTextStandsInQuotes) {
  EXPECT_EQ(Quote(""), "\"\"");
  EXPECT_EQ(Quote("N.m/rad"), "\"N.m/rad\"");
}

TEST(Quote, EveryEscapeOfTheLanguageIsWritten) { EXPECT_EQ(Quote("\"\\\a\b\f\n\r\t\v"), R"("\"\\\a\b\f\n\r\t\v")"); }

TEST(Quote, CharactersWithoutAnEscapeStayAsTheyAre) { EXPECT_EQ(Quote("é'?"), "\"é'?\""); }

}  // namespace
}  // namespace stiction
