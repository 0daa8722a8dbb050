// SPDX-License-Identifier: BSD-3-Clause
// Signs of the perturbations that show rounding errors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction::runtime {

/// +1 or -1 for each element of a vector, in a pattern of its own for each sample: two elements that a model subtracts
/// from each other move apart in one of few samples, wherever they stand.
inline double PerturbationSign(size_t element, uint64_t sample) {
  uint64_t z = static_cast<uint64_t>(element) + 0x9e3779b97f4a7c15 * (sample + 1);  // SplitMix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return ((z ^ (z >> 31)) & 1) != 0 ? 1 : -1;
}

}  // namespace stiction::runtime
