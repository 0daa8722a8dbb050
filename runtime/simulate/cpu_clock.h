// SPDX-License-Identifier: BSD-3-Clause
// CPU time of this process.
#pragma once

#include <ctime>

namespace stiction::runtime {

/// CPU time used so far [s].
inline double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace stiction::runtime
