#include "runtime/evaluate/value_loops.h"

#include <btf.h>

#include <algorithm>
#include <cstddef>

namespace stiction::runtime {

std::vector<int32_t> LoopOfEach(int32_t count, std::vector<std::pair<int32_t, int32_t>> needs) {
  if (count == 0) return {};
  const auto size = static_cast<size_t>(count);
  std::ranges::sort(needs);
  std::vector<int> starts(size + 1), operands;
  for (const auto& [value, operand] : needs) {
    ++starts[static_cast<size_t>(value) + 1];
    operands.push_back(operand);
  }
  operands.push_back(0);  // data() of an empty vector may be null
  for (size_t i = 0; i < size; ++i) starts[i + 1] += starts[i];
  std::vector<int> order(size), bounds(size + 1), work(4 * size);
  const int loops =
      btf_strongcomp(count, starts.data(), operands.data(), nullptr, order.data(), bounds.data(), work.data());
  std::vector<int32_t> loop_of(size);
  for (int loop = 0; loop < loops; ++loop) {
    for (int i = bounds[static_cast<size_t>(loop)]; i < bounds[static_cast<size_t>(loop) + 1]; ++i) {
      loop_of[static_cast<size_t>(order[static_cast<size_t>(i)])] = loop;
    }
  }
  return loop_of;
}

}  // namespace stiction::runtime
