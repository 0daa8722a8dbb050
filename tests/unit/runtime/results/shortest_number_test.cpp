// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/shortest_number.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace stiction::runtime {
namespace {

std::string Standard(double value) {
  char text[kShortestRoom];
  return {text, std::to_chars(text, text + kShortestRoom, value == 0 ? 0.0 : value).ptr};
}

double FromBits(uint64_t bits) { return std::bit_cast<double>(bits); }

TEST(ShortestNumber, ReadsBackTheSame) {
  for (const double value : {1.0 / 3, 1e300, -5e-300, 123456789.123456789, std::nextafter(1.0, 2.0)}) {
    EXPECT_EQ(std::stod(ShortestNumber(value)), value);
  }
}

TEST(ShortestNumber, IsTheShorterNotation) {
  EXPECT_EQ(ShortestNumber(0), "0");
  EXPECT_EQ(ShortestNumber(-0.0), "0");
  EXPECT_EQ(ShortestNumber(40), "40");
  EXPECT_EQ(ShortestNumber(10000), "10000");
  EXPECT_EQ(ShortestNumber(100000), "1e+05");
  EXPECT_EQ(ShortestNumber(0.001), "0.001");
  EXPECT_EQ(ShortestNumber(0.0001), "1e-04");
  EXPECT_EQ(ShortestNumber(-0.00012), "-0.00012");
  EXPECT_EQ(ShortestNumber(0.000012), "1.2e-05");
  EXPECT_EQ(ShortestNumber(1e-100), "1e-100");
  EXPECT_EQ(ShortestNumber(9007199254740991), "9007199254740991");
}

TEST(ShortestNumber, NamesWhatIsNoNumber) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(ShortestNumber(kInfinity), "inf");
  EXPECT_EQ(ShortestNumber(-kInfinity), "-inf");
  EXPECT_EQ(ShortestNumber(std::numeric_limits<double>::quiet_NaN()), "nan");
}

// Around powers of two the interval that rounds to a number is lopsided.
TEST(ShortestNumber, IsThatOfTheStandardLibraryAtAllExponents) {
  constexpr uint64_t kLastFraction = (uint64_t{1} << 52) - 1;
  for (uint64_t exponent = 0; exponent < 2047; ++exponent) {
    for (const uint64_t fraction : {uint64_t{0}, uint64_t{1}, uint64_t{2}, kLastFraction - 1, kLastFraction}) {
      const double value = FromBits(exponent << 52 | fraction);
      ASSERT_EQ(ShortestNumber(value), Standard(value));
      ASSERT_EQ(ShortestNumber(-value), Standard(-value));
    }
  }
}

// Decision 21: one bound of each of these rounds to a decimal in 64 bits, and is not one.
TEST(ShortestNumber, IsThatOfTheStandardLibraryNearDecimals) {
  for (const uint64_t bits : {0x20e8823a57adbef8, 0x20e8823a57adbef9, 0x175090684f5fe997, 0x175090684f5fe998,
                              0x176090684f5fe997, 0x176090684f5fe998, 0x09e41934d77659be, 0x09e41934d77659bf,
                              0x34128f9edfbd341f, 0x34128f9edfbd3420, 0x219ce77c2b3328fb, 0x219ce77c2b3328fc}) {
    EXPECT_EQ(ShortestNumber(FromBits(bits)), Standard(FromBits(bits)));
  }
}

TEST(ShortestNumber, IsThatOfTheStandardLibraryBetweenTwoDecimals) {
  EXPECT_EQ(ShortestNumber(562949953421312.25), "562949953421312.2");
  EXPECT_EQ(ShortestNumber(562949953421312.75), "562949953421312.8");
  EXPECT_EQ(ShortestNumber(70368744177664.0625), "70368744177664.06");
  for (const uint64_t bits : {0x0d17c0747bd76fa1, 0x2b659a2783ce70ab, 0x10f1d467e94b856e, 0x3086e22db4568793}) {
    EXPECT_EQ(ShortestNumber(FromBits(bits)), Standard(FromBits(bits)));
  }
  for (uint64_t exponent = 1075 - 60; exponent < 1075 + 2; ++exponent) {
    for (int zeros = 0; zeros < 52; ++zeros) {
      const double value = FromBits(exponent << 52 | (uint64_t{0xa5c3b7d96e4f1} >> zeros << zeros));
      ASSERT_EQ(ShortestNumber(value), Standard(value));
    }
  }
}

// All lengths at all places of the point.
TEST(ShortestNumber, IsThatOfTheStandardLibraryForFewDigits) {
  for (int exponent = -12; exponent < 23; ++exponent) {
    for (uint64_t digits = 1; digits < 10000000000000000; digits = digits * 10 + digits % 9 + 1) {
      const double value = std::stod(std::to_string(digits) + "e" + std::to_string(exponent - 6));
      ASSERT_EQ(ShortestNumber(value), Standard(value));
      ASSERT_EQ(ShortestNumber(-value), Standard(-value));
    }
  }
}

TEST(ShortestNumber, StaysInItsRoom) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; ++i) {
    char text[kShortestRoom + 8];
    std::fill(text, text + sizeof text, '#');
    PutShortest(text, FromBits(random()));
    ASSERT_EQ(std::string(text + kShortestRoom, 8), "########");
  }
}

TEST(ShortestNumber, IsThatOfTheStandardLibraryAtRandom) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const double anything = FromBits(random());
    ASSERT_EQ(ShortestNumber(anything), Standard(anything));
    const double near = std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -63 + i % 12);
    ASSERT_EQ(ShortestNumber(near), Standard(near));
    const double few = static_cast<double>(random() % 100000) * std::pow(10.0, i % 40 - 30);
    ASSERT_EQ(ShortestNumber(few), Standard(few));
  }
}

}  // namespace
}  // namespace stiction::runtime
