// SPDX-License-Identifier: BSD-3-Clause
// std::vector::push_back for code that runs once an event among much other code: the growth, which happens a
// few times in a run, does not lie between what runs each time.
#pragma once

#include <vector>

namespace stiction::runtime {

template <class T>
[[gnu::noinline, gnu::cold]] void GrowForOne(std::vector<T>& list) {
  list.reserve(2 * list.size() + 8);
}

template <class T>
void Append(std::vector<T>& list, const T& value) {
  if (list.size() == list.capacity()) GrowForOne(list);
  if (list.size() == list.capacity()) __builtin_unreachable();
  list.push_back(value);
}

}  // namespace stiction::runtime
