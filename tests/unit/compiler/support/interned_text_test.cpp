// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/interned_text.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace stiction {
namespace {

TEST(InternedText, EqualTextsAreOne) {
  const std::string name = "flange_a";
  const InternedText a(name), b(std::string("flange") + "_a"), c("flange_b");
  EXPECT_EQ(a, b);
  EXPECT_EQ(&a.str(), &b.str());
  EXPECT_NE(a, c);
  EXPECT_EQ(a.str(), name);
  EXPECT_EQ(fmt::format("{:>10}|", c), "  flange_b|");
}

TEST(InternedText, TheEmptyTextIsThatOfNone) {
  EXPECT_EQ(InternedText(""), InternedText());
  EXPECT_TRUE(InternedText(std::string()).empty());
  EXPECT_EQ(InternedText().str(), "");
}

TEST(InternedText, ThreadsAgree) {
  constexpr size_t kThreads = 4, kTexts = 500;
  std::vector<std::vector<InternedText>> texts(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<InternedText>& own : texts) {
    threads.emplace_back([&own] {
      for (size_t i = 0; i < kTexts; ++i) own.emplace_back(fmt::format("threads agree on {}", i));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<InternedText>& own : texts) EXPECT_EQ(own, texts.front());
}

}  // namespace
}  // namespace stiction
