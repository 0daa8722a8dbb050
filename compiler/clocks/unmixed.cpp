// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/unmixed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace stiction::clocks {
namespace {

/// The nodes between two nodes of one set, on a shortest way.
std::vector<int32_t> WayBetween(const Partitioning& graph, int32_t begin, int32_t end) {
  std::map<int32_t, std::vector<int32_t>> next_to;
  for (const auto& [a, b] : graph.edges) {
    next_to[a].push_back(b);
    next_to[b].push_back(a);
  }
  std::map<int32_t, int32_t> came_from{{end, end}};
  std::vector<int32_t> open{end};
  for (size_t next = 0; next < open.size() && !came_from.contains(begin); ++next) {
    for (const int32_t node : next_to[open[next]]) {
      if (came_from.emplace(node, open[next]).second) open.push_back(node);
    }
  }
  std::vector<int32_t> way{begin};
  while (way.back() != end && came_from.contains(way.back())) way.push_back(came_from.at(way.back()));
  return way;
}

}  // namespace

void RequireUnmixed(const ir::FlatModel& model, Partitioning& graph, Diagnostics& diagnostics) {
  std::map<int32_t, const Reason*> clocked;
  for (const Reason& reason : graph.clocked) clocked.emplace(graph.sets.Find(reason.node), &reason);
  std::map<int32_t, size_t> equation_of;
  for (size_t i = 0; i < graph.node_of_equation.size(); ++i) equation_of[graph.node_of_equation[i]] = i;
  std::set<int32_t> told;
  for (const Reason& reason : graph.unclocked) {
    const int32_t root = graph.sets.Find(reason.node);
    const auto other = clocked.find(root);
    if (other == clocked.end() || !told.insert(root).second) continue;
    std::vector<Origin> between;
    for (const int32_t node : WayBetween(graph, reason.node, other->second->node)) {
      if (const auto equation = equation_of.find(node); equation != equation_of.end()) {
        between.push_back(model.equations[equation->second].origin);
      }
    }
    const Origin& first = between.empty() ? reason.origin : between.front();
    Diagnostic& error =
        diagnostics.Error(DiagnosticKind::ClockedMixed, first.span,
                          "unclocked and clocked variables are connected without `sample` and `hold` (MLS 16.7.4)");
    const auto label = [&error, &first](const Origin& origin, std::string text) {
      if (origin.span != first.span) error.labels.push_back({origin.span, std::move(text)});
    };
    label(reason.origin, fmt::format("{}: this is unclocked", reason.text));
    for (size_t i = 1; i + 1 < between.size(); ++i) label(between[i], "connected here, too");
    label(other->second->origin, fmt::format("{}: this is clocked", other->second->text));
    error.hint =
        "write sample(u) where a clocked equation reads an unclocked variable, hold(u) where an unclocked one reads a "
        "clocked variable";
  }
}

}  // namespace stiction::clocks
