#include "compiler/symbolic/differentiate.h"

#include <algorithm>
#include <unordered_set>

#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/partial.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

/// The non-zero partial derivatives of one expression, by position in `wrt`, ascending.
using SparseGradient = std::vector<std::pair<size_t, ExprId>>;

/// Reverse differentiation. `if` and noEvent are barriers: what lies below them is differentiated on its own and the
/// derivative stays below the condition, because seed * 0 of a branch that is not taken may be 0 * infinity.
class ReverseSweep {
 public:
  ReverseSweep(ExprPool& pool, const std::vector<VariableId>& wrt) : pool_(pool) {
    for (size_t i = 0; i < wrt.size(); ++i) position_.emplace(wrt[i], i);
  }

  SparseGradient Run(ExprId e) {
    std::vector<ExprId> barriers;
    ForEachNode(pool_, e, [&](ExprId id) {
      const ExprNode& node = pool_[id];
      bool depends = node.op == Op::kVariable && position_.contains(VariableId(node.payload));
      for (const ExprId arg : node.args) depends = depends || depends_.contains(arg);
      if (!depends) return;
      depends_.insert(id);
      if (IsBarrier(node.op)) barriers.push_back(id);
    });
    for (const ExprId barrier : barriers) barrier_gradient_.emplace(barrier, Barrier(barrier));
    return Sweep(e);
  }

 private:
  static bool IsBarrier(Op op) { return op == Op::kIf || op == Op::kNoEvent; }

  SparseGradient Barrier(ExprId id) {
    const ExprNode& node = pool_[id];
    if (node.op == Op::kNoEvent) {
      SparseGradient gradient = Sweep(node.args[0]);
      for (auto& [position, value] : gradient) value = NoEvent(value);
      return gradient;
    }
    const SparseGradient of_then = Sweep(node.args[1]);
    const SparseGradient of_else = Sweep(node.args[2]);
    SparseGradient merged;
    const ExprId zero = pool_.Real(0);
    auto a = of_then.begin();
    auto b = of_else.begin();
    while (a != of_then.end() || b != of_else.end()) {
      const bool take_a = a != of_then.end() && (b == of_else.end() || a->first <= b->first);
      const bool take_b = b != of_else.end() && (a == of_then.end() || b->first <= a->first);
      const size_t position = take_a ? a->first : b->first;
      merged.emplace_back(position, If(pool_, node.args[0], take_a ? a->second : zero, take_b ? b->second : zero));
      if (take_a) ++a;
      if (take_b) ++b;
    }
    return merged;
  }

  ExprId NoEvent(ExprId e) { return Build(pool_, {.op = Op::kNoEvent, .type = ScalarType::kReal, .args = {e}}); }

  /// The nodes that carry a derivative from the variables to `e`, without those below barriers, in descending order.
  std::vector<ExprId> Region(ExprId e) const {
    std::vector<ExprId> region;
    if (!depends_.contains(e)) return region;
    std::unordered_set<ExprId> seen{e};
    std::vector<ExprId> stack{e};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      stack.pop_back();
      region.push_back(id);
      if (IsBarrier(pool_[id].op)) continue;
      for (const ExprId arg : pool_[id].args) {
        if (depends_.contains(arg) && seen.insert(arg).second) stack.push_back(arg);
      }
    }
    std::sort(region.begin(), region.end(), std::greater<>());
    return region;
  }

  SparseGradient Sweep(ExprId e) {
    std::unordered_map<ExprId, ExprId> adjoint;
    std::unordered_map<size_t, ExprId> sums;
    const auto accumulate = [this](auto& into, auto key, ExprId value) {
      if (IsNumber(pool_, value, 0)) return;
      const auto [entry, added] = into.emplace(key, value);
      if (!added) entry->second = Add(pool_, entry->second, value);
    };
    adjoint.emplace(e, pool_.Real(1));
    for (const ExprId id : Region(e)) {
      const auto seed = adjoint.find(id);
      if (seed == adjoint.end()) continue;
      const ExprNode& node = pool_[id];
      if (node.op == Op::kVariable) {
        accumulate(sums, position_.at(VariableId(node.payload)), seed->second);
      } else if (IsBarrier(node.op)) {
        for (const auto& [position, value] : barrier_gradient_.at(id)) {
          accumulate(sums, position, Mul(pool_, seed->second, value));
        }
      } else {
        const ExprId of_node = seed->second;
        for (size_t i = 0; i < node.args.size(); ++i) {
          if (depends_.contains(node.args[i]))
            accumulate(adjoint, node.args[i], SeedTimesPartial(pool_, id, i, of_node));
        }
      }
    }
    SparseGradient gradient(sums.begin(), sums.end());
    std::sort(gradient.begin(), gradient.end());
    return gradient;
  }

  ExprPool& pool_;
  std::unordered_map<VariableId, size_t> position_;
  std::unordered_set<ExprId> depends_;
  std::unordered_map<ExprId, SparseGradient> barrier_gradient_;
};

/// The time derivative of a node whose arguments' derivatives are known.
std::optional<ExprId> NodeDerivative(ExprPool& pool, ExprId e, const std::unordered_map<ExprId, ExprId>& derivative_of,
                                     const std::function<ExprId(VariableId)>& derivative) {
  const ExprNode& node = pool[e];
  const ExprId zero = pool.Real(0);
  switch (node.op) {
    case Op::kTime:
      return pool.Real(1);
    case Op::kVariable:
      return derivative(VariableId(node.payload));
    case Op::kReal:
    case Op::kPre:
    case Op::kHeld:
      return zero;
    case Op::kIf:
      return If(pool, node.args[0], derivative_of.at(node.args[1]), derivative_of.at(node.args[2]));
    case Op::kNoEvent:
      return Build(pool, {.op = Op::kNoEvent, .type = ScalarType::kReal, .args = {derivative_of.at(node.args[0])}});
    case Op::kDer:
    case Op::kLocal:
    case Op::kLocalElement:
    case Op::kCallPartial: {
      for (const ExprId arg : node.args) {
        const auto found = derivative_of.find(arg);
        if (found == derivative_of.end() || !IsNumber(pool, found->second, 0)) return std::nullopt;
      }
      if (node.args.empty()) return std::nullopt;
      return zero;
    }
    default:
      break;
  }
  ExprId sum = zero;
  for (size_t i = 0; i < node.args.size(); ++i) {
    const auto found = derivative_of.find(node.args[i]);
    if (found != derivative_of.end()) sum = Add(pool, sum, SeedTimesPartial(pool, e, i, found->second));
  }
  return sum;
}

}  // namespace

std::vector<ExprId> Gradient(ExprPool& pool, ExprId e, const std::vector<VariableId>& wrt) {
  std::vector<ExprId> gradient(wrt.size(), pool.Real(0));
  for (const auto& [position, value] : ReverseSweep(pool, wrt).Run(e)) gradient[position] = value;
  return gradient;
}

std::optional<ExprId> TimeDerivative(ExprPool& pool, ExprId e, const std::function<ExprId(VariableId)>& derivative) {
  if (pool[e].type == ScalarType::kString) return std::nullopt;
  // Of the nodes below e only the Real ones vary continuously; conditions are constant between events.
  std::unordered_set<ExprId> seen{e};
  std::vector<ExprId> stack{e};
  std::vector<ExprId> order;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    order.push_back(id);
    if (pool[id].type != ScalarType::kReal) continue;
    for (const ExprId arg : pool[id].args) {
      if (pool[arg].type != ScalarType::kString && seen.insert(arg).second) stack.push_back(arg);
    }
  }
  std::sort(order.begin(), order.end());
  std::unordered_map<ExprId, ExprId> derivative_of;
  const ExprId zero = pool.Real(0);
  for (const ExprId id : order) {
    if (pool[id].type != ScalarType::kReal) {
      derivative_of.emplace(id, zero);
      continue;
    }
    const std::optional<ExprId> d = NodeDerivative(pool, id, derivative_of, derivative);
    if (!d) return std::nullopt;
    derivative_of.emplace(id, *d);
  }
  return derivative_of.at(e);
}

}  // namespace stiction::symbolic
