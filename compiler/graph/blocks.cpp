#include "compiler/graph/blocks.h"

#include <btf.h>

#include <algorithm>
#include <functional>
#include <queue>

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

  std::vector<std::vector<int32_t>> components(static_cast<size_t>(count));
  std::vector<int32_t> component_of(static_cast<size_t>(n));
  for (int b = 0; b < count; ++b) {
    std::vector<int32_t>& component = components[static_cast<size_t>(b)];
    for (int k = bounds[static_cast<size_t>(b)]; k < bounds[static_cast<size_t>(b) + 1]; ++k) {
      component.push_back(order[static_cast<size_t>(k)]);
      component_of[static_cast<size_t>(order[static_cast<size_t>(k)])] = b;
    }
    std::sort(component.begin(), component.end());
  }

  // A topological order of the components that follows the numbering of the nodes wherever it may.
  std::vector<std::vector<int32_t>> needed_by(components.size());
  std::vector<int32_t> open(components.size(), 0);
  for (size_t b = 0; b < components.size(); ++b) {
    std::vector<int32_t> before;
    for (const int32_t node : components[b]) {
      for (const int32_t other : needs.Row(node)) {
        const int32_t c = component_of[static_cast<size_t>(other)];
        if (static_cast<size_t>(c) != b) before.push_back(c);
      }
    }
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    open[b] = static_cast<int32_t>(before.size());
    for (const int32_t c : before) needed_by[static_cast<size_t>(c)].push_back(static_cast<int32_t>(b));
  }
  using Entry = std::pair<int32_t, int32_t>;  // lowest node, component
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  for (size_t b = 0; b < components.size(); ++b) {
    if (open[b] == 0) ready.emplace(components[b].front(), static_cast<int32_t>(b));
  }
  std::vector<std::vector<int32_t>> result;
  result.reserve(components.size());
  while (!ready.empty()) {
    const size_t b = static_cast<size_t>(ready.top().second);
    ready.pop();
    for (const int32_t c : needed_by[b]) {
      if (--open[static_cast<size_t>(c)] == 0) ready.emplace(components[static_cast<size_t>(c)].front(), c);
    }
    result.push_back(std::move(components[b]));
  }
  CHECK(result.size() == static_cast<size_t>(count), "{} of {} components ordered", result.size(), count);
  return result;
}

}  // namespace stiction::graph
