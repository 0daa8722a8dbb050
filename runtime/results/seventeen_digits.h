// SPDX-License-Identifier: BSD-3-Clause
// The decimal digits of a number as text: sixteen at once, and one more.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace stiction::runtime {

/// Puts the bytes of a number, the lowest first.
inline void PutEight(char* at, uint64_t characters) {
  if constexpr (std::endian::native == std::endian::big) characters = __builtin_bswap64(characters);
  std::memcpy(at, &characters, sizeof characters);
}

/// For all processors: eight digits in each of two numbers.
class PortableSeventeenDigits {
 public:
  /// @param sixteen the number of the first sixteen digits, below 10^16 and not 0
  PortableSeventeenDigits(uint64_t sixteen, uint64_t last)
      : high_(EightDigits(sixteen / 100000000)), low_(EightDigits(sixteen % 100000000)), last_(last) {}

  /// The number of digits without the zeros at the end.
  int Significant() const {
    if (last_ != 0) return 17;
    return low_ != 0 ? 16 - std::countl_zero(low_) / 8 : 8 - std::countl_zero(high_) / 8;
  }

  /// The first eight characters as bytes of a number, the first one lowest.
  uint64_t Head() const { return high_ | kZeros; }

  /// Puts all seventeen characters.
  void Put(char* at) const {
    PutEight(at, high_ | kZeros);
    PutEight(at + 8, low_ | kZeros);
    at[16] = static_cast<char>('0' + last_);
  }

 private:
  static constexpr uint64_t kZeros = 0x3030303030303030;

  // The digits of x < 10^8 as the bytes of a number, the first one lowest.
  static uint64_t EightDigits(uint64_t x) {
    const uint64_t fours = x / 10000 | (x % 10000) << 32;
    const uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007f0000007f;
    const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
    const uint64_t tens = (pairs * 103 >> 10) & 0x000f000f000f000f;
    return tens | (pairs - 10 * tens) << 8;
  }

  uint64_t high_, low_, last_;
};

#if defined(__SSE2__)

/// The same sixteen digits in one vector. Quotients are products with rounded reciprocals, exact in their ranges.
class VectorSeventeenDigits {
 public:
  VectorSeventeenDigits(uint64_t sixteen, uint64_t last) : last_(last) {
    const uint64_t high = sixteen / 100000000, low = sixteen - 100000000 * high;
    const __m128i eights = _mm_set_epi64x(static_cast<long long>(low), static_cast<long long>(high));
    const __m128i first_fours = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(3518437209)), 45);
    const __m128i last_fours = _mm_sub_epi32(eights, _mm_mul_epu32(first_fours, _mm_set1_epi64x(10000)));
    const __m128i fours = _mm_or_si128(first_fours, _mm_slli_epi64(last_fours, 32));
    const __m128i hundreds = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi32(5243)), 3);
    const __m128i below_hundred = _mm_add_epi32(fours, _mm_madd_epi16(hundreds, _mm_set1_epi16(-100)));
    const __m128i pairs = _mm_or_si128(hundreds, _mm_slli_epi32(below_hundred, 16));
    const __m128i tenth =
        _mm_set1_epi16(6554);  // of 2^16: the high part of a product is the tens, the low part the rest
    const __m128i tens = _mm_mulhi_epu16(pairs, tenth);
    const __m128i ones = _mm_mulhi_epu16(_mm_mullo_epi16(pairs, tenth), _mm_set1_epi16(10));
    digits_ = _mm_or_si128(tens, _mm_slli_epi16(ones, 8));
  }

  int Significant() const {
    const __m128i high_bits = _mm_add_epi8(digits_, _mm_set1_epi8(0x7f));  // set where a digit is not 0
    const auto sixteen = static_cast<unsigned>(_mm_movemask_epi8(high_bits));
    const auto seventeenth = static_cast<unsigned>(last_ + 0xffff) & 0x10000;
    return 32 - __builtin_clz(sixteen | seventeenth);
  }

  uint64_t Head() const { return static_cast<uint64_t>(_mm_cvtsi128_si64(Characters())); }

  void Put(char* at) const {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(at), Characters());
    at[16] = static_cast<char>('0' + last_);
  }

 private:
  __m128i Characters() const { return _mm_or_si128(digits_, _mm_set1_epi8('0')); }

  __m128i digits_;
  uint64_t last_;
};

using SeventeenDigits = VectorSeventeenDigits;
#else
using SeventeenDigits = PortableSeventeenDigits;
#endif

}  // namespace stiction::runtime
