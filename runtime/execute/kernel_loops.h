// SPDX-License-Identifier: BSD-3-Clause
// The loops over runs of equal operations of a kernel: operands side by side or one for all, else whatever strides.
// They become part of functions with STICTION_VECTOR_CLONES.
#pragma once

#include <cmath>
#include <cstddef>

namespace stiction::runtime {

#define STICTION_BINARY_LOOP(name, expression)                                                                  \
  [[gnu::always_inline]] inline void name(double* __restrict d, const double* a, const double* b, ptrdiff_t sa, \
                                          ptrdiff_t sb, ptrdiff_t n) {                                          \
    if (sa == 1 && sb == 1) {                                                                                   \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                       \
        const double x = a[i], y = b[i];                                                                        \
        d[i] = expression;                                                                                      \
      }                                                                                                         \
    } else if (sa == 0 && sb == 1) {                                                                            \
      const double x = *a;                                                                                      \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                       \
        const double y = b[i];                                                                                  \
        d[i] = expression;                                                                                      \
      }                                                                                                         \
    } else if (sa == 1 && sb == 0) {                                                                            \
      const double y = *b;                                                                                      \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                       \
        const double x = a[i];                                                                                  \
        d[i] = expression;                                                                                      \
      }                                                                                                         \
    } else {                                                                                                    \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                       \
        const double x = a[i * sa], y = b[i * sb];                                                              \
        d[i] = expression;                                                                                      \
      }                                                                                                         \
    }                                                                                                           \
  }
#define STICTION_UNARY_LOOP(name, expression)                                                                 \
  [[gnu::always_inline]] inline void name(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) { \
    if (sa == 1) {                                                                                            \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                     \
        const double x = a[i];                                                                                \
        d[i] = expression;                                                                                    \
      }                                                                                                       \
    } else {                                                                                                  \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                     \
        const double x = a[i * sa];                                                                           \
        d[i] = expression;                                                                                    \
      }                                                                                                       \
    }                                                                                                         \
  }

STICTION_BINARY_LOOP(AddLoop, x + y)
STICTION_BINARY_LOOP(SubLoop, x - y)
STICTION_BINARY_LOOP(MulLoop, x* y)
STICTION_BINARY_LOOP(DivLoop, x / y)
STICTION_UNARY_LOOP(NegLoop, -x)
STICTION_UNARY_LOOP(SquareLoop, x* x)
STICTION_UNARY_LOOP(AbsLoop, std::fabs(x))
STICTION_UNARY_LOOP(SqrtLoop, std::sqrt(x))

#undef STICTION_BINARY_LOOP
#undef STICTION_UNARY_LOOP

/// d := a != 0 ? b : c
[[gnu::always_inline]] inline void SelectLoop(double* __restrict d, const double* a, const double* b, const double* c,
                                              ptrdiff_t sa, ptrdiff_t sb, ptrdiff_t sc, ptrdiff_t n) {
  if (sa == 1 && sb == 1 && sc == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i], z = c[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else if (sa == 1 && sb == 1 && sc == 0) {
    const double z = *c;
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else if (sa == 1 && sb == 0 && sc == 1) {
    const double y = *b;
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double z = c[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i * sb], z = c[i * sc];
      d[i] = a[i * sa] != 0 ? y : z;
    }
  }
}

/// d := sin a, beside := cos a
void SineAndCosineLoop(double* __restrict d, double* __restrict beside, const double* a, ptrdiff_t sa, ptrdiff_t n);
void SineLoop(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n);

}  // namespace stiction::runtime
