// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/shortest_number.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <tuple>

#include "runtime/results/seventeen_digits.h"

namespace stiction::runtime {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kFractionBits = 52, kBias = 1075;  // of a significand that is a whole number

// The distance of numbers of one exponent, in units of a power of ten that is larger: 2^q * 10^n in [1/10, 1),
// rounded up to a multiple of 2^-128.
struct Step {
  uint64_t high = 0, low = 0;
};

// A number below 1, the lowest limb first, exact for all steps.
using Limbs = std::array<uint64_t, 13>;

// @returns the whole part
constexpr uint64_t MultiplyByTen(Limbs& limbs) {
  uint64_t carry = 0;
  for (uint64_t& limb : limbs) {
    const Wide product = Wide{limb} * 10 + carry;
    limb = static_cast<uint64_t>(product);
    carry = static_cast<uint64_t>(product >> 64);
  }
  return carry;
}

constexpr void Halve(Limbs& limbs) {
  for (size_t i = 0; i < limbs.size(); ++i) {
    limbs[i] = limbs[i] >> 1 | (i + 1 < limbs.size() ? limbs[i + 1] << 63 : 0);
  }
}

constexpr Step RoundedUp(const Limbs& limbs) {
  constexpr size_t kLow = std::tuple_size_v<Limbs> - 2;
  uint64_t rest = 0;
  for (size_t i = 0; i < kLow; ++i) rest |= limbs[i];
  const Wide leading = (Wide{limbs[kLow + 1]} << 64 | limbs[kLow]) + (rest != 0 ? 1 : 0);
  return {static_cast<uint64_t>(leading >> 64), static_cast<uint64_t>(leading)};
}

// By the biased exponent: of normal numbers below 2^52.
constexpr auto MakeSteps() {
  std::array<Step, kBias> steps{};
  Limbs step{};
  step.back() = uint64_t{1} << 63;
  for (size_t biased = steps.size() - 1; biased > 0; --biased) {
    Limbs tenfold = step;
    if (MultiplyByTen(tenfold) == 0) step = tenfold;
    steps[biased] = RoundedUp(step);
    Halve(step);
  }
  return steps;
}

constexpr auto kSteps = MakeSteps();

// The first sixteen digits as a number, one more, and the exponent of ten of the first.
struct Decimal {
  uint64_t sixteen = 0, last = 0;
  int exponent = 0;
};

// The shortest decimal that rounds to a number, of those the nearest (decision 21, which proves it).
// @pre biased is in [1, kBias)
// @returns false if it takes more to tell
bool FindShortest(uint64_t bits, unsigned biased, Decimal& decimal) {
  constexpr uint64_t kSixteenDigits = 1000000000000000;  // the least number of so many
  constexpr int kLog = 1262611, kLogBits = 22;           // of 2 to the base 10
  const Step& step = kSteps[biased];
  const uint64_t fraction = bits & ((uint64_t{1} << kFractionBits) - 1);
  const uint64_t significand = fraction | uint64_t{1} << kFractionBits;
  const Wide scaled = Wide{significand} * step.high + static_cast<uint64_t>(Wide{significand} * step.low >> 64);
  const uint64_t part = static_cast<uint64_t>(scaled);
  const uint64_t above = part + (step.high >> 1);  // the upper end of the interval that rounds to it
  const uint64_t whole = static_cast<uint64_t>(scaled >> 64) + (above < part ? 1 : 0);
  const uint64_t is_whole = 0 - static_cast<uint64_t>(above < step.high);  // one is in the interval; 0 or all bits
  const Wide tenths = Wide{part} * 10 + (uint64_t{1} << 63);
  const bool is_lopsided = fraction == 0 && part != 0;  // the neighbour below is only half as far
  if (is_lopsided || static_cast<uint64_t>(tenths) + 10 <= 10) [[unlikely]] {
    return false;
  }
  const uint64_t tenth = static_cast<uint64_t>(tenths >> 64) & ~is_whole;
  const uint64_t is_fifteen = 0 - static_cast<uint64_t>(whole < kSixteenDigits);
  decimal.sixteen = whole + ((9 * whole + tenth) & is_fifteen);
  decimal.last = tenth & ~is_fifteen;
  decimal.exponent = ((static_cast<int>(biased) * kLog - (kBias * kLog - (16 << kLogBits))) >> kLogBits) +
                     static_cast<int>(is_fifteen);
  return true;
}

// Plain notation is taken unless the scientific one is shorter. @param exponent of the first digit
constexpr bool IsPlain(int count, int exponent) {
  const int room = 3 + (count > 1 ? 1 : 0);  // the scientific form needs so many characters more than a plain fraction
  return exponent < 0 ? -exponent <= room : exponent < count || exponent <= count + room;
}

// The layout of digits as plain text whose point is among the first eight characters.
struct alignas(32) Layout {
  uint64_t whole_digits = 0;  // a mask of characters
  uint64_t fixed = 0;         // characters: the point, the zeros of a fraction below 1
  uint8_t whole = 0;          // how many digits are before the point
  uint8_t offset = 0;         // how many characters the others move
  uint8_t least = 0;          // with fewer digits it is not plain
};
constexpr int kMinPlain = -4, kMaxPlain = 6;  // exponents

constexpr Layout MakeLayout(int exponent) {
  Layout layout;
  const auto fix = [&](int place, char c) { layout.fixed |= uint64_t{static_cast<unsigned char>(c)} << 8 * place; };
  layout.least = IsPlain(1, exponent) ? 1 : 2;
  if (exponent >= 0) {
    layout.whole = static_cast<uint8_t>(exponent + 1);
    layout.whole_digits = (uint64_t{1} << 8 * layout.whole) - 1;
    layout.offset = 1;
    fix(layout.whole, '.');
    return layout;
  }
  layout.offset = static_cast<uint8_t>(1 - exponent);
  for (int place = 0; place < layout.offset; ++place) fix(place, place == 1 ? '.' : '0');
  return layout;
}

constexpr auto MakeLayouts() {
  std::array<Layout, kMaxPlain - kMinPlain + 1> layouts{};
  for (int exponent = kMinPlain; exponent <= kMaxPlain; ++exponent) {
    layouts[static_cast<size_t>(exponent - kMinPlain)] = MakeLayout(exponent);
  }
  return layouts;
}

constexpr auto kLayouts = MakeLayouts();

char* PutExponent(char* at, int exponent) {
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  const int size = exponent < 0 ? -exponent : exponent;
  if (size >= 100) *at++ = static_cast<char>('0' + size / 100);
  *at++ = static_cast<char>('0' + size / 10 % 10);
  *at++ = static_cast<char>('0' + size % 10);
  return at;
}

// The place of digits for which there is no layout: at the end of the room, a sign before it or not.
constexpr size_t kApart = kShortestRoom - 1 - 17;

[[gnu::noinline]] char* PutUnusual(char* at, int count, int exponent) {
  char digits[17];
  std::memcpy(digits, at + kApart, sizeof digits);
  if (IsPlain(count, exponent)) {
    const int whole = exponent + 1;
    std::memcpy(at, digits, sizeof digits);
    if (count <= whole) return at + whole;
    at[whole] = '.';
    std::memcpy(at + whole + 1, digits + whole, static_cast<size_t>(count - whole));
    return at + count + 1;
  }
  at[0] = digits[0];
  at[1] = '.';
  std::memcpy(at + 2, digits + 1, sizeof digits - 1);
  return PutExponent(at + (count > 1 ? count + 1 : 1), exponent);
}

[[gnu::noinline]] char* PutByStandard(char* at, double value) {
  if (value != 0) return std::to_chars(at, at + kShortestRoom, value).ptr;
  *at = '0';
  return at + 1;
}

}  // namespace

char* PutShortest(char* at, double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const auto biased = static_cast<unsigned>(bits >> kFractionBits & 0x7ff);
  Decimal decimal;
  if (biased - 1 >= kSteps.size() - 1 || !FindShortest(bits, biased, decimal)) [[unlikely]] {
    return PutByStandard(at, value);
  }
  const SeventeenDigits digits(decimal.sixteen, decimal.last);
  const int count = digits.Significant();
  *at = '-';
  at += bits >> 63;
  const auto index = static_cast<unsigned>(decimal.exponent - kMinPlain);
  if (index >= kLayouts.size() || count < kLayouts[index].least) [[unlikely]] {
    digits.Put(at + kApart);
    return PutUnusual(at, count, decimal.exponent);
  }
  const Layout& layout = kLayouts[index];
  digits.Put(at + layout.offset);
  const uint64_t head = digits.Head(), whole = head & layout.whole_digits;
  PutEight(at, layout.fixed | whole | (head ^ whole) << 8 * layout.offset);
  return at + (count > layout.whole ? layout.offset + count : layout.whole);
}

std::string ShortestNumber(double value) {
  char text[kShortestRoom];
  return {text, PutShortest(text, value)};
}

}  // namespace stiction::runtime
