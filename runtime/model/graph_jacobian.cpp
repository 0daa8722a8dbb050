// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/graph_jacobian.h"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr size_t kMaxEntries = 64;  // of gradients, per node on average

using GradientNodes = std::map<int32_t, Node>;  // by state, time after the last; what is missing is zero

/// Differentiates nodes, each once.
class Differentiator {
 public:
  Differentiator(SystemGraph& system, bool by_time) : system_(system), graph_(system.graph()), by_time_(by_time) {}

  /// @returns nothing if it cannot be differentiated
  const GradientNodes* Of(Node root) {
    std::vector<Node> open{root};
    while (!open.empty()) {
      const Node node = open.back();
      if (made_.contains(node)) {
        open.pop_back();
        continue;
      }
      const SsaNode n = graph_[node];
      bool ready = true;
      if (n.rank == Rank::kVarying && !n.is_leaf()) {
        for (const Node operand : {n.a, n.b, n.c}) {
          if (operand == kNoNode || made_.contains(operand)) continue;
          open.push_back(operand);
          ready = false;
        }
      }
      if (!ready) continue;
      open.pop_back();
      std::optional<GradientNodes> gradient = Make(node, n);
      if (!gradient) return nullptr;
      entries_ += gradient->size();
      made_.emplace(node, std::move(*gradient));
      if (entries_ > kMaxEntries * (made_.size() + 100)) return nullptr;
    }
    return &made_.at(root);
  }

 private:
  Node Do(OpCode op, Node a, Node b = kNoNode, Node c = kNoNode) { return system_.Apply(op, a, b, c); }
  Node Number(double value) { return system_.Constant(value); }

  static Node Part(const GradientNodes& gradient, int32_t state, Node zero) {
    const auto found = gradient.find(state);
    return found == gradient.end() ? zero : found->second;
  }

  /// sum of factor times gradient
  GradientNodes Scaled(const GradientNodes& of, Node factor) {
    GradientNodes result;
    for (const auto& [state, part] : of) result.emplace(state, Do(OpCode::kMul, factor, part));
    return result;
  }

  template <class Combine>
  GradientNodes Both(const GradientNodes& a, const GradientNodes& b, const Combine& combine) {
    GradientNodes result;
    const Node zero = Number(0);
    for (const auto& [state, part] : a) result.emplace(state, combine(part, Part(b, state, zero)));
    for (const auto& [state, part] : b) {
      if (!a.contains(state)) result.emplace(state, combine(zero, part));
    }
    return result;
  }

  std::optional<GradientNodes> Make(Node node, const SsaNode& n) {
    if (n.rank != Rank::kVarying) return GradientNodes{};
    if (n.is_leaf()) {
      if (n.slot == system_.program().time) {
        if (!by_time_) return GradientNodes{};
        return GradientNodes{{static_cast<int32_t>(system_.program().states.size()), Number(1)}};
      }
      const int32_t state = system_.StateOf(n.slot);
      if (state < 0) return std::nullopt;  // what code between stages computed
      return GradientNodes{{state, Number(1)}};
    }
    const GradientNodes none;
    const GradientNodes& a = made_.at(n.a);
    const GradientNodes& b = n.b == kNoNode ? none : made_.at(n.b);
    const GradientNodes& c = n.c == kNoNode ? none : made_.at(n.c);
    switch (n.op) {
      case OpCode::kNeg:
        return Scaled(a, Number(-1));
      case OpCode::kAdd:
        return Both(a, b, [&](Node x, Node y) { return Do(OpCode::kAdd, x, y); });
      case OpCode::kSub:
        return Both(a, b, [&](Node x, Node y) { return Do(OpCode::kSub, x, y); });
      case OpCode::kMul:
        return Both(
            a, b, [&](Node x, Node y) { return Do(OpCode::kAdd, Do(OpCode::kMul, x, n.b), Do(OpCode::kMul, n.a, y)); });
      case OpCode::kDiv:
        return Both(a, b, [&](Node x, Node y) {
          return Do(OpCode::kDiv, Do(OpCode::kSub, x, Do(OpCode::kMul, node, y)), n.b);
        });
      case OpCode::kSelect:
        return Both(b, c, [&](Node x, Node y) { return Do(OpCode::kSelect, n.a, x, y); });
      case OpCode::kMin:
      case OpCode::kMax: {
        const Node first = Do(n.op == OpCode::kMin ? OpCode::kLe : OpCode::kGe, n.a, n.b);
        return Both(a, b, [&](Node x, Node y) { return Do(OpCode::kSelect, first, x, y); });
      }
      case OpCode::kAbs:
        return Scaled(a, Do(OpCode::kSelect, Do(OpCode::kGe, n.a, Number(0)), Number(1), Number(-1)));
      case OpCode::kSquare:
        return Scaled(a, Do(OpCode::kMul, Number(2), n.a));
      case OpCode::kSqrt:
        return Scaled(a, Do(OpCode::kDiv, Number(0.5), node));
      case OpCode::kReciprocal:
        return Scaled(a, Do(OpCode::kNeg, Do(OpCode::kSquare, node)));
      case OpCode::kSin:
        return Scaled(a, Do(OpCode::kCos, n.a));
      case OpCode::kCos:
        return Scaled(a, Do(OpCode::kNeg, Do(OpCode::kSin, n.a)));
      case OpCode::kTan:
        return Scaled(a, Do(OpCode::kAdd, Number(1), Do(OpCode::kSquare, node)));
      case OpCode::kAtan:
        return Scaled(a, Do(OpCode::kReciprocal, Do(OpCode::kAdd, Number(1), Do(OpCode::kSquare, n.a))));
      case OpCode::kTanh:
        return Scaled(a, Do(OpCode::kSub, Number(1), Do(OpCode::kSquare, node)));
      case OpCode::kExp:
        return Scaled(a, node);
      case OpCode::kLog:
        return Scaled(a, Do(OpCode::kReciprocal, n.a));
      case OpCode::kPow: {
        if (!b.empty()) return std::nullopt;
        const Node lower = Do(OpCode::kPow, n.a, Do(OpCode::kSub, n.b, Number(1)));
        return Scaled(a, Do(OpCode::kMul, n.b, lower));
      }
      case OpCode::kNot:
      case OpCode::kLt:
      case OpCode::kLe:
      case OpCode::kGt:
      case OpCode::kGe:
      case OpCode::kEq:
      case OpCode::kNe:
      case OpCode::kAnd:
      case OpCode::kOr:
      case OpCode::kSign:
      case OpCode::kCeil:
      case OpCode::kFloor:
      case OpCode::kDivInt:
        return GradientNodes{};  // piecewise constant
      default:
        if (a.empty() && b.empty() && c.empty()) return GradientNodes{};
        return std::nullopt;
    }
  }

  SystemGraph& system_;
  const SsaGraph& graph_;
  bool by_time_;
  std::map<Node, GradientNodes> made_;
  size_t entries_ = 0;
};

}  // namespace

std::unique_ptr<GraphJacobian> GraphJacobian::Make(SystemGraph& graph, bool by_time) {
  if (!graph.barriers().empty()) return nullptr;
  const std::vector<StateInfo>& states = graph.program().states;
  Differentiator differentiator(graph, by_time);
  std::vector<std::vector<std::pair<int64_t, Node>>> columns(states.size() + (by_time ? 1 : 0));
  for (size_t row = 0; row < states.size(); ++row) {
    const GradientNodes* gradient = differentiator.Of(graph.NodeOf(states[row].derivative));
    if (gradient == nullptr) return nullptr;
    for (const auto& [state, part] : *gradient) {
      const SsaNode& node = graph.graph()[part];
      if (node.rank == Rank::kConstant && node.value == 0) continue;
      columns[static_cast<size_t>(state)].emplace_back(static_cast<int64_t>(row), part);
    }
  }
  auto jacobian = std::make_unique<GraphJacobian>();
  std::vector<Node> entries;
  jacobian->column_begin_.push_back(0);
  for (const auto& column : columns) {
    for (const auto& [row, part] : column) {
      jacobian->row_of_.push_back(row);
      entries.push_back(part);
      jacobian->varies_ = jacobian->varies_ || graph.graph()[part].rank == Rank::kVarying;
    }
    jacobian->column_begin_.push_back(static_cast<int64_t>(jacobian->row_of_.size()));
  }
  jacobian->kernel_ = std::make_unique<SystemKernel>(graph, entries);
  return jacobian;
}

bool GraphJacobian::Compute(double t, const double* x, double* slots, SystemSolver& solver,
                            std::vector<double>& values) {
  if (!kernel_->Run(t, x, slots, solver)) return false;
  const std::vector<int32_t>& at = kernel_->wanted();
  values.resize(at.size());
  bool is_finite = true;
  for (size_t k = 0; k < at.size(); ++k) {
    values[k] = kernel_->values()[at[k]];
    is_finite = is_finite && std::isfinite(values[k]);
  }
  return is_finite;
}

}  // namespace stiction::runtime
