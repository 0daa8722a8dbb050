// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace stiction::runtime {

/// 1 or -1. @param permutation of 0 ... n - 1 @param n its length
template <class Integer>
int SignOfPermutation(const Integer* permutation, size_t n) {
  std::vector<bool> is_seen(n, false);
  int sign = 1;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i; !is_seen[j]; j = static_cast<size_t>(permutation[j])) {
      is_seen[j] = true;
      if (static_cast<size_t>(permutation[j]) != i) sign = -sign;
    }
  }
  return sign;
}

}  // namespace stiction::runtime
