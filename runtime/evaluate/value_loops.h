// Which values depend on each other.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace stiction::runtime {

/// By value, the number of its strong component: two have the same one if each depends on the other (Tarjan 1972, doi
/// 10.1137/0201010, as done by SuiteSparse BTF).
/// @param count of values
/// @param needs (value, another one that it depends on), in any order, some perhaps twice
std::vector<int32_t> LoopOfEach(int32_t count, std::vector<std::pair<int32_t, int32_t>> needs);

}  // namespace stiction::runtime
