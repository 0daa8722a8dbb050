// SPDX-License-Identifier: BSD-3-Clause
// Four numbers side by side, for loops that the compiler does not turn into vector code by itself. Inside of functions
// with STICTION_VECTOR_CLONES.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

namespace stiction::runtime {

constexpr size_t kLanes = 4;
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));
typedef int64_t Masks __attribute__((vector_size(kLanes * sizeof(int64_t))));  // of comparisons: 0 or -1

[[gnu::always_inline]] inline void LoadLanes(const double* from, Lanes& lanes) {
  std::memcpy(&lanes, from, sizeof lanes);
}
[[gnu::always_inline]] inline void StoreLanes(const Lanes& lanes, double* to) { std::memcpy(to, &lanes, sizeof lanes); }

/// x := |x|, each.
[[gnu::always_inline]] inline void TakeSizes(Lanes& x) {
  x = reinterpret_cast<Lanes>(reinterpret_cast<Masks>(x) & std::numeric_limits<int64_t>::max());
}

}  // namespace stiction::runtime
