// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/solver_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace stiction::clocks {
namespace {

using ir::SolverMethod;

constexpr std::pair<std::string_view, SolverMethod> kMethods[] = {
    {"External", SolverMethod::kExternal},
    {"ExplicitEuler", SolverMethod::kExplicitEuler},
    {"ExplicitMidPoint2", SolverMethod::kExplicitMidPoint2},
    {"ExplicitRungeKutta4", SolverMethod::kExplicitRungeKutta4},
    {"ImplicitEuler", SolverMethod::kImplicitEuler},
    {"ImplicitTrapezoid", SolverMethod::kImplicitTrapezoid}};

class Methods {
 public:
  Methods(Partitioning& graph, const std::set<int32_t>& clocked, Diagnostics& diagnostics)
      : graph_(graph), clocked_(clocked), diagnostics_(diagnostics), sets_(graph.sets.size()) {}

  std::map<int32_t, SolverMethod> Run() {
    for (const MethodUse& use : graph_.methods) Take(graph_.sets.Find(use.node), use);
    Merge();
    std::map<int32_t, SolverMethod> result;
    for (const int32_t root : clocked_) {
      const auto use = given_.find(sets_.Find(root));
      if (use != given_.end() && use->second) result[root] = MethodOf(*use->second);
    }
    std::set<int32_t> told;
    for (const Reason& reason : graph_.continuous) {
      const int32_t root = graph_.sets.Find(reason.node);
      if (!clocked_.contains(root) || result.contains(root) || !told.insert(root).second) continue;
      diagnostics_
          .Error(DiagnosticKind::SolverMethodUse, reason.origin.span,
                 fmt::format("{} makes these clocked equations continuous ones, but their clock has no solver method",
                             reason.text))
          .hint =
          "give the clock one: `Clock(c, solverMethod = \"ImplicitEuler\")`; or read a clocked variable in "
          "unclocked equations by hold()";
    }
    return result;
  }

 private:
  void Take(int32_t root, const MethodUse& use) {
    const auto [known, is_first] = given_.emplace(root, &use);
    if (is_first || known->second->method == use.method) return;
    Report(*known->second, use);
  }

  void Report(const MethodUse& first, const MethodUse& second) {
    Diagnostic& error = diagnostics_.Error(
        DiagnosticKind::SolverMethodUse, second.origin.span,
        fmt::format("two solver methods for one clock: \"{}\" and \"{}\" (MLS 16.8.4)", first.method, second.method));
    error.labels.push_back({first.origin.span, "the other method"});
    error.hint = "keep one of them";
  }

  const MethodUse* Given(int32_t root) {
    const auto found = given_.find(sets_.Find(root));
    return found == given_.end() ? nullptr : found->second;
  }

  // Sets without a method join those that they exchange values with, until each has one or there are no others.
  void Merge() {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const Conversion& conversion : graph_.conversions) {
        const int32_t a = sets_.Find(graph_.sets.Find(conversion.from)),
                      b = sets_.Find(graph_.sets.Find(conversion.to));
        const MethodUse* const of_a = Given(a);
        const MethodUse* const of_b = Given(b);
        if (a == b || (of_a && of_b)) continue;
        sets_.Join(a, b);
        if (of_a || of_b) given_[sets_.Find(a)] = of_a ? of_a : of_b;
        goes_on = true;
      }
    }
  }

  SolverMethod MethodOf(const MethodUse& use) {
    const auto* const found =
        std::find_if(std::begin(kMethods), std::end(kMethods), [&](const auto& m) { return m.first == use.method; });
    if (found != std::end(kMethods)) return found->second;
    if (unknown_.insert(use.method).second) {
      diagnostics_
          .Warning(DiagnosticKind::SolverMethodUse, use.origin.span,
                   fmt::format("there is no solver method \"{}\"; \"External\" is taken", use.method))
          .hint =
          "write one of \"External\", \"ExplicitEuler\", \"ExplicitMidPoint2\", \"ExplicitRungeKutta4\", "
          "\"ImplicitEuler\", \"ImplicitTrapezoid\"";
    }
    return SolverMethod::kExternal;
  }

  Partitioning& graph_;
  const std::set<int32_t>& clocked_;
  Diagnostics& diagnostics_;
  DisjointSets sets_;
  std::map<int32_t, const MethodUse*> given_;  // by root
  std::set<std::string> unknown_;
};

}  // namespace

std::map<int32_t, SolverMethod> InferMethods(Partitioning& graph, const std::set<int32_t>& clocked,
                                             Diagnostics& diagnostics) {
  return Methods(graph, clocked, diagnostics).Run();
}

}  // namespace stiction::clocks
