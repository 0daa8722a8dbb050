// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/blocks.h"

#include <btf.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <span>
#include <utility>

#include "compiler/support/check.h"

namespace stiction::graph {

std::vector<std::vector<int32_t>> StrongComponents(const BipartiteGraph& needs) {
  const int32_t n = needs.row_count();
  CHECK(n == needs.column_count(), "{} rows, {} columns", n, needs.column_count());
  if (n == 0) return {};

  // BTF reads compressed columns: its columns are our rows. It does not write to them but takes no const.
  std::vector<int> starts(static_cast<size_t>(n) + 1);
  for (int32_t i = 0; i < n; ++i) starts[static_cast<size_t>(i)] = needs.FirstEdge(i);
  starts[static_cast<size_t>(n)] = needs.edge_count();
  std::vector<int> edges = needs.columns();
  edges.push_back(0);  // data() of an empty vector may be null
  std::vector<int> order(static_cast<size_t>(n));
  std::vector<int> bounds(static_cast<size_t>(n) + 1);
  std::vector<int> work(4 * static_cast<size_t>(n));
  const int count = btf_strongcomp(n, starts.data(), edges.data(), nullptr, order.data(), bounds.data(), work.data());

  const auto component = [&](int32_t c) {
    const auto begin = order.begin();
    return std::span<const int>(begin + bounds[static_cast<size_t>(c)], begin + bounds[static_cast<size_t>(c) + 1]);
  };
  std::vector<int32_t> component_of(static_cast<size_t>(n));
  for (int32_t c = 0; c < count; ++c) {
    std::sort(order.begin() + bounds[static_cast<size_t>(c)], order.begin() + bounds[static_cast<size_t>(c) + 1]);
    for (const int32_t node : component(c)) component_of[static_cast<size_t>(node)] = c;
  }

  // A topological order of the components that follows the numbering of the nodes wherever it may.
  BipartiteGraph before(count);
  std::vector<int32_t> open(static_cast<size_t>(count), 0);
  std::vector<int32_t> row;
  std::vector<int32_t> last_seen_by(static_cast<size_t>(count), -1);
  for (int32_t c = 0; c < count; ++c) {
    row.clear();
    last_seen_by[static_cast<size_t>(c)] = c;
    for (const int32_t node : component(c)) {
      for (const int32_t other : needs.Row(node)) {
        const int32_t needed = component_of[static_cast<size_t>(other)];
        if (std::exchange(last_seen_by[static_cast<size_t>(needed)], c) != c) row.push_back(needed);
      }
    }
    open[static_cast<size_t>(c)] = static_cast<int32_t>(row.size());
    before.AddRow(row);
  }
  const BipartiteGraph needed_by = before.Transposed();
  using Entry = std::pair<int32_t, int32_t>;  // lowest node, component
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (int32_t c = 0; c < count; ++c) {
    if (open[static_cast<size_t>(c)] == 0) ready.emplace(component(c).front(), c);
  }
  std::vector<std::vector<int32_t>> result;
  result.reserve(static_cast<size_t>(count));
  while (!ready.empty()) {
    const int32_t next = ready.top().second;
    ready.pop();
    for (const int32_t c : needed_by.Row(next)) {
      if (--open[static_cast<size_t>(c)] == 0) ready.emplace(component(c).front(), c);
    }
    result.emplace_back(component(next).begin(), component(next).end());
  }
  CHECK(result.size() == static_cast<size_t>(count), "{} of {} components ordered", result.size(), count);
  return result;
}

}  // namespace stiction::graph
