#include "runtime/results/shortest_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

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
