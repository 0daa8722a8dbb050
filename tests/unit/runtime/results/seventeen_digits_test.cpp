// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/seventeen_digits.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace stiction::runtime {
namespace {

template <typename Digits>
class SeventeenDigitsTest : public testing::Test {
 protected:
  static std::string Text(uint64_t sixteen, uint64_t last) {
    char text[17];
    Digits(sixteen, last).Put(text);
    return {text, sizeof text};
  }

  static std::string Head(uint64_t sixteen, uint64_t last) {
    char text[8];
    PutEight(text, Digits(sixteen, last).Head());
    return {text, sizeof text};
  }
};

#if defined(__SSE2__)
using Kinds = testing::Types<PortableSeventeenDigits, VectorSeventeenDigits>;
#else
using Kinds = testing::Types<PortableSeventeenDigits>;
#endif
TYPED_TEST_SUITE(SeventeenDigitsTest, Kinds);

TYPED_TEST(SeventeenDigitsTest, AreText) {
  EXPECT_EQ(this->Text(1234567890123456, 7), "12345678901234567");
  EXPECT_EQ(this->Head(1234567890123456, 7), "12345678");
  EXPECT_EQ(this->Text(9999999999999999, 9), "99999999999999999");
  EXPECT_EQ(this->Text(1, 0), "00000000000000010");
}

TYPED_TEST(SeventeenDigitsTest, AreThoseOfAllGroups) {
  for (uint64_t four = 0; four < 10000; ++four) {
    const std::string group = std::to_string(10000 + four).substr(1);
    ASSERT_EQ(this->Text(four * 1000100010000 + 1, 0).substr(0, 12), group + group + group);
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t number = random() % 100000000000000000;
    const std::string text = std::to_string(100000000000000000 + number).substr(1);
    ASSERT_EQ(this->Text(number / 10, number % 10), text);
  }
}

TYPED_TEST(SeventeenDigitsTest, EndWithTheLastOneThatIsNotZero) {
  EXPECT_EQ(TypeParam(1000000000000000, 1).Significant(), 17);
  EXPECT_EQ(TypeParam(1000000000000000, 9).Significant(), 17);
  uint64_t power = 1;
  for (int count = 16; count > 0; --count, power *= 10) {
    for (uint64_t digit = 1; digit < 10; ++digit) EXPECT_EQ(TypeParam(digit * power, 0).Significant(), count);
  }
}

}  // namespace
}  // namespace stiction::runtime
