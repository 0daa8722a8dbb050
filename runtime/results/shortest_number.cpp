#include "runtime/results/shortest_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace stiction::runtime {
namespace {

__extension__ using Wide = unsigned __int128;

// 10^k, rounded up to 128 bits and scaled to lie in [2^127, 2^128).
struct Power {
  uint64_t high = 0, low = 0;
};
constexpr int kLeastPower = -292, kLargestPower = 324;

// An unsigned integer, the lowest limb first.
using Limbs = std::array<uint64_t, 20>;

// The highest 128 bits. @param is_exact whether the bits below, if they are 0, are all there is
constexpr Power Leading(const Limbs& limbs, bool is_exact) {
  size_t top = limbs.size() - 1;
  while (limbs[top] == 0) --top;
  const auto limb = [&](size_t below) { return top >= below ? limbs[top - below] : 0; };
  const int shift = std::countl_zero(limbs[top]);
  const auto shifted = [&](size_t below) {
    return shift == 0 ? limb(below) : limb(below) << shift | limb(below + 1) >> (64 - shift);
  };
  uint64_t rest = shift == 0 ? limb(2) : limb(2) << shift;
  for (size_t below = 3; below <= top; ++below) rest |= limb(below);
  const bool rounds_up = rest != 0 || !is_exact;
  const Wide leading = ((Wide{shifted(0)} << 64) | shifted(1)) + (rounds_up ? 1 : 0);
  return {static_cast<uint64_t>(leading >> 64), static_cast<uint64_t>(leading)};
}

constexpr auto MakePowers() {
  std::array<Power, kLargestPower - kLeastPower + 1> powers{};
  const auto at = [&](int k) -> Power& { return powers[static_cast<size_t>(k - kLeastPower)]; };
  Limbs positive{1};
  for (int k = 0; k <= kLargestPower; ++k) {
    at(k) = Leading(positive, true);
    uint64_t carry = 0;
    for (uint64_t& limb : positive) {
      const Wide product = Wide{limb} * 10 + carry;
      limb = static_cast<uint64_t>(product);
      carry = static_cast<uint64_t>(product >> 64);
    }
  }
  Limbs negative{};
  negative.back() = 1;  // 2^1216: after 292 divisions by 10 more than 128 bits are left
  for (int k = -1; k >= kLeastPower; --k) {
    uint64_t remainder = 0;
    for (size_t i = negative.size(); i-- > 0;) {
      const Wide dividend = (Wide{remainder} << 64) | negative[i];
      negative[i] = static_cast<uint64_t>(dividend / 10);
      remainder = static_cast<uint64_t>(dividend % 10);
    }
    at(k) = Leading(negative, false);
  }
  return powers;
}

constexpr auto kPowers = MakePowers();

struct Decimal {
  uint64_t digits = 0;  // at most 17 of them; the last ones may be 0
  int exponent = 0;     // of ten
};

// The high part of a product, its last bit set if anything was cut off.
uint64_t RoundedToOdd(const Power& power, uint64_t factor) {
  const Wide low = Wide{power.low} * factor;
  const Wide sum = Wide{power.high} * factor + static_cast<uint64_t>(low >> 64);
  return static_cast<uint64_t>(sum >> 64) | (static_cast<uint64_t>(sum) > 1 ? 1 : 0);
}

// R. Giulietti, The Schubfach way to render doubles (2020): of the decimals in the interval that rounds to
// significand * 2^exponent the shortest, of those the nearest.
// @param is_power_of_two the neighbour below is only half as far
Decimal ShortestDecimal(uint64_t significand, int exponent, bool is_power_of_two) {
  const uint64_t odd = significand & 1;  // the bounds belong to the interval of an even one
  const int k = (exponent * 1262611 - (is_power_of_two ? 524031 : 0)) >> 22;
  const int shift = exponent + ((-k * 1741647) >> 19) + 1;
  const Power& power = kPowers[static_cast<size_t>(-k - kLeastPower)];
  const uint64_t scaled = 4 * significand;
  const uint64_t lower = RoundedToOdd(power, (scaled - 2 + (is_power_of_two ? 1 : 0)) << shift) + odd;
  const uint64_t value = RoundedToOdd(power, scaled << shift);
  const uint64_t upper = RoundedToOdd(power, (scaled + 2) << shift) - odd;
  const uint64_t below = value / 4;
  if (below >= 10) {
    const uint64_t shorter = below / 10;
    const bool is_below_inside = lower <= 40 * shorter;
    const bool is_above_inside = 40 * shorter + 40 <= upper;
    if (is_below_inside != is_above_inside) return {shorter + (is_above_inside ? 1 : 0), k + 1};
  }
  const bool is_below_inside = lower <= 4 * below;
  const bool is_above_inside = 4 * below + 4 <= upper;
  if (is_below_inside != is_above_inside) return {below + (is_above_inside ? 1 : 0), k};
  const uint64_t middle = 4 * below + 2;
  const bool rounds_up = value > middle || (value == middle && (below & 1) != 0);
  return {below + (rounds_up ? 1 : 0), k};
}

// The eight decimal digits of x < 10^8 as the bytes of a number, the first one lowest.
uint64_t EightDigits(uint64_t x) {
  const uint64_t fours = x / 10000 | (x % 10000) << 32;
  const uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
  const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
  const uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
  return tens | (pairs - 10 * tens) << 8;
}

void PutEight(char* at, uint64_t digits) {
  digits |= 0x3030303030303030;
  if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap64(digits);
  std::memcpy(at, &digits, sizeof digits);
}

// How many digits are left without the zeros at the end. @param digits not 0
int Significant(uint64_t digits) { return 8 - std::countl_zero(digits) / 8; }

char* PutExponent(char* at, int exponent) {
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  const int size = exponent < 0 ? -exponent : exponent;
  if (size >= 100) *at++ = static_cast<char>('0' + size / 100);
  *at++ = static_cast<char>('0' + size / 10 % 10);
  *at++ = static_cast<char>('0' + size % 10);
  return at;
}

// d.ddd * 10^exponent, in the notation that is shorter, plain if both are as long. @pre the exponent is below 17
char* PutDecimal(char* at, uint64_t seventeen_digits, int exponent) {
  const uint64_t rest = seventeen_digits % 10000000000000000;
  const char first = static_cast<char>('0' + seventeen_digits / 10000000000000000);
  const uint64_t high = EightDigits(rest / 100000000), low = EightDigits(rest % 100000000);
  const int count = low != 0 ? 9 + Significant(low) : high != 0 ? 1 + Significant(high) : 1;
  const int room = 3 + (count > 1 ? 1 : 0);  // the scientific form needs so many characters more than a plain fraction
  const bool is_plain = exponent < 0 ? -exponent <= room : exponent < count || exponent <= count + room;
  if (is_plain && exponent < 0) {
    std::memcpy(at, "0.000000", 8);
    at += 1 - exponent;
    at[0] = first;
    PutEight(at + 1, high);
    PutEight(at + 9, low);
    return at + count;
  }
  if (is_plain && exponent > 0) {
    at[0] = first;
    PutEight(at + 1, high);
    PutEight(at + 9, low);
    const int whole = exponent + 1;
    if (count <= whole) return at + whole;
    std::memmove(at + whole + 1, at + whole, static_cast<size_t>(count - whole));
    at[whole] = '.';
    return at + count + 1;
  }
  at[0] = first;
  at[1] = '.';
  PutEight(at + 2, high);
  PutEight(at + 10, low);
  at += count > 1 ? count + 1 : 1;
  return is_plain ? at : PutExponent(at, exponent);
}

}  // namespace

char* PutShortest(char* at, double value) {
  constexpr int kFractionBits = 52;
  constexpr double kLargest = 9007199254740992;  // 2^53: from there whole numbers are told to the last digit
  const auto bits = std::bit_cast<uint64_t>(value);
  const uint64_t fraction = bits & ((uint64_t{1} << kFractionBits) - 1);
  const auto biased = static_cast<int>(bits >> kFractionBits & 0x7ff);
  if (value == 0) {
    *at = '0';
    return at + 1;
  }
  if (biased == 0 || !(std::fabs(value) < kLargest)) return std::to_chars(at, at + kShortestRoom, value).ptr;
  Decimal decimal =
      ShortestDecimal(fraction | uint64_t{1} << kFractionBits, biased - 1075, fraction == 0 && biased > 1);
  while (decimal.digits < 10000000000000000) {
    decimal.digits *= 10;
    --decimal.exponent;
  }
  *at = '-';
  return PutDecimal(at + (bits >> 63), decimal.digits, decimal.exponent + 16);
}

std::string ShortestNumber(double value) {
  char text[kShortestRoom];
  return {text, PutShortest(text, value)};
}

}  // namespace stiction::runtime
