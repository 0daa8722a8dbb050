// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/dependency_order.h"

#include <algorithm>
#include <functional>

#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

using ir::BoundExpression;
using ir::BoundKind;

/// Calls `visit` for each reference to a variable of the function, with whether only its size is asked for.
using Visit = std::function<void(const BoundExpression& local, bool is_size)>;

void ForEachLocal(const BoundExpression& e, const Visit& visit, bool is_size = false) {
  if (e.kind == BoundKind::kLocal) visit(e, is_size);
  const bool asks_size = e.kind == BoundKind::kBuiltin && (e.text == "size" || e.text == "ndims");
  ForEachPart(e,
              [&](const ir::BoundPtr& part) { ForEachLocal(*part, visit, asks_size && &part == &e.operands.front()); });
  if (e.end_of) ForEachLocal(*e.end_of, visit, true);
}

/// Predecessor of an entry in the order.
struct Need {
  size_t of = 0;
  bool is_size = false;  // only its size is asked for: no cycle runs through that
};

/// Sorts things by what they need.
class Sorter {
 public:
  explicit Sorter(const std::vector<std::vector<Need>>& needs) : needs_(needs), states_(needs.size(), kNew) {}

  DependencyOrder Run() {
    for (size_t i = 0; i < needs_.size() && out_.cycle.empty(); ++i) {
      if (states_[i] == kNew) Enter({i, false});
    }
    return std::move(out_);
  }

 private:
  enum State { kNew, kOpen, kDone };

  void Enter(Need to) {
    states_[to.of] = kOpen;
    path_.push_back(to);
    for (const Need& need : needs_[to.of]) {
      if (states_[need.of] == kNew) {
        Enter(need);
      } else if (states_[need.of] == kOpen && !need.is_size) {
        CloseCycle(need.of);
      }
      if (!out_.cycle.empty()) return;
    }
    path_.pop_back();
    states_[to.of] = kDone;
    out_.order.push_back(to.of);
  }

  void CloseCycle(size_t first) {
    const auto begin = std::find_if(path_.begin(), path_.end(), [&](const Need& n) { return n.of == first; });
    if (std::any_of(begin + 1, path_.end(), [](const Need& n) { return n.is_size; })) return;
    for (auto at = begin; at != path_.end(); ++at) out_.cycle.push_back(at->of);
  }

  const std::vector<std::vector<Need>>& needs_;
  std::vector<State> states_;
  std::vector<Need> path_;  // from the outermost open one on, each with how the one before needs it
  DependencyOrder out_;
};

/// True if one of two member references contains the other.
bool Overlap(const BoundExpression& a, const BoundExpression& b) {
  const size_t common = std::min(a.members.size(), b.members.size());
  for (size_t k = 0; k < common; ++k) {
    if (a.members[k].name != b.members[k].name) return false;
  }
  return a.local == b.local;
}

}  // namespace

DependencyOrder OrderOfVariables(const ir::FunctionInstance& function) {
  std::vector<std::vector<Need>> needs(function.variables.size());
  for (size_t v = 0; v < needs.size(); ++v) {
    const ir::FunctionVariable& variable = function.variables[v];
    const auto need = [&](const BoundExpression& local, bool is_size) {
      needs[v].push_back({static_cast<size_t>(local.local), is_size});
    };
    const auto need_other = [&](const BoundExpression& local, bool is_size) {
      if (static_cast<size_t>(local.local) != v) need(local, is_size);
    };
    for (const ir::BoundSubscript& d : variable.dims) {
      if (d.expression) ForEachLocal(*d.expression, need);
    }
    if (variable.binding) ForEachLocal(*variable.binding, need);
    for (const ir::BoundStatement& s : variable.member_values) ForEachLocal(*s.value, need_other);
  }
  return Sorter(needs).Run();
}

DependencyOrder OrderOfMemberValues(const std::vector<ir::BoundStatement>& member_values) {
  std::vector<std::vector<Need>> needs(member_values.size());
  for (size_t i = 0; i < needs.size(); ++i) {
    ForEachLocal(*member_values[i].value, [&](const BoundExpression& local, bool is_size) {
      for (size_t j = 0; j < needs.size(); ++j) {
        if (Overlap(*member_values[j].target, local)) needs[i].push_back({j, is_size});
      }
    });
  }
  return Sorter(needs).Run();
}

bool HasAllNeeded(const BoundExpression& value, const BoundExpression& target,
                  const std::vector<ir::BoundStatement>& given) {
  bool has_all = true;
  ForEachLocal(value, [&](const BoundExpression& local, bool is_size) {
    if (is_size || local.local != target.local) return;
    has_all = has_all && std::any_of(given.begin(), given.end(), [&](const ir::BoundStatement& statement) {
                return Overlap(*statement.target, local);
              });
  });
  return has_all;
}

}  // namespace stiction
