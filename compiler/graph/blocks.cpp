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

namespace {

/// Strong components of a directed graph, each ascending, in some topological order.
struct Components {
  std::vector<int> order, bounds;  // nodes of component c: order[bounds[c]] to order[bounds[c + 1] - 1]
  std::vector<int32_t> of_node;
  int32_t count = 0;

  std::span<const int> Of(int32_t c) const {
    const auto begin = order.begin();
    return std::span<const int>(begin + bounds[static_cast<size_t>(c)], begin + bounds[static_cast<size_t>(c) + 1]);
  }
};

Components FindComponents(const BipartiteGraph& needs) {
  const int32_t n = needs.row_count();
  // BTF reads compressed columns: its columns are our rows. It does not write to them but takes no const.
  std::vector<int> starts(static_cast<size_t>(n) + 1);
  for (int32_t i = 0; i < n; ++i) starts[static_cast<size_t>(i)] = needs.FirstEdge(i);
  starts[static_cast<size_t>(n)] = needs.edge_count();
  std::vector<int> edges = needs.columns();
  edges.push_back(0);  // data() of an empty vector may be null
  Components components;
  components.order.resize(static_cast<size_t>(n));
  components.bounds.resize(static_cast<size_t>(n) + 1);
  std::vector<int> work(4 * static_cast<size_t>(n));
  components.count = btf_strongcomp(n, starts.data(), edges.data(), nullptr, components.order.data(),
                                    components.bounds.data(), work.data());
  components.of_node.resize(static_cast<size_t>(n));
  for (int32_t c = 0; c < components.count; ++c) {
    const auto begin = components.order.begin();
    std::sort(begin + components.bounds[static_cast<size_t>(c)], begin + components.bounds[static_cast<size_t>(c) + 1]);
    for (const int32_t node : components.Of(c)) components.of_node[static_cast<size_t>(node)] = c;
  }
  return components;
}

/// The components that each one needs, without itself.
BipartiteGraph NeedsOf(const Components& components, const BipartiteGraph& needs) {
  BipartiteGraph before(components.count);
  std::vector<int32_t> row;
  std::vector<int32_t> last_seen_by(static_cast<size_t>(components.count), -1);
  for (int32_t c = 0; c < components.count; ++c) {
    row.clear();
    last_seen_by[static_cast<size_t>(c)] = c;
    for (const int32_t node : components.Of(c)) {
      for (const int32_t other : needs.Row(node)) {
        const int32_t needed = components.of_node[static_cast<size_t>(other)];
        if (std::exchange(last_seen_by[static_cast<size_t>(needed)], c) != c) row.push_back(needed);
      }
    }
    before.AddRow(row);
  }
  return before;
}

}  // namespace

std::vector<std::vector<int32_t>> StrongComponents(const BipartiteGraph& needs) {
  CHECK(needs.row_count() == needs.column_count(), "{} rows, {} columns", needs.row_count(), needs.column_count());
  if (needs.row_count() == 0) return {};
  const Components components = FindComponents(needs);
  const BipartiteGraph before = NeedsOf(components, needs);
  const BipartiteGraph needed_by = before.Transposed();
  // A topological order of the components that follows the numbering of the nodes wherever it may.
  using Entry = std::pair<int32_t, int32_t>;  // lowest node, component
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  std::vector<size_t> open;
  for (int32_t c = 0; c < components.count; ++c) {
    open.push_back(before.Row(c).size());
    if (open.back() == 0) ready.emplace(components.Of(c).front(), c);
  }
  std::vector<std::vector<int32_t>> result;
  result.reserve(static_cast<size_t>(components.count));
  while (!ready.empty()) {
    const int32_t next = ready.top().second;
    ready.pop();
    for (const int32_t c : needed_by.Row(next)) {
      if (--open[static_cast<size_t>(c)] == 0) ready.emplace(components.Of(c).front(), c);
    }
    result.emplace_back(components.Of(next).begin(), components.Of(next).end());
  }
  CHECK(result.size() == static_cast<size_t>(components.count), "{} of {} components ordered", result.size(),
        components.count);
  return result;
}

}  // namespace stiction::graph
