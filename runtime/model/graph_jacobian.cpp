// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/graph_jacobian.h"

#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr size_t kMaxEntries = 64;  // of gradients, per node on average

/// A node in the derivatives of runtime/operators/operators.def.
struct NodeTerm {
  SystemGraph& system;
  Node node;
};
NodeTerm Apply(OpCode op, NodeTerm a, Node b = kNoNode, Node c = kNoNode) {
  return {a.system, a.system.Apply(op, a.node, b, c)};
}
NodeTerm operator-(NodeTerm a) { return Apply(OpCode::kNeg, a); }
NodeTerm operator*(NodeTerm a, NodeTerm b) {
  return a.node == b.node ? Apply(OpCode::kSquare, a) : Apply(OpCode::kMul, a, b.node);
}
NodeTerm operator/(NodeTerm a, NodeTerm b) { return Apply(OpCode::kDiv, a, b.node); }
NodeTerm NumberBeside(NodeTerm a, double value) { return {a.system, a.system.Constant(value)}; }
NodeTerm operator*(double a, NodeTerm b) { return NumberBeside(b, a) * b; }
NodeTerm operator+(double a, NodeTerm b) { return Apply(OpCode::kAdd, NumberBeside(b, a), b.node); }
NodeTerm operator-(double a, NodeTerm b) { return Apply(OpCode::kSub, NumberBeside(b, a), b.node); }
// Spelt as those of numbers in the table.
// NOLINTBEGIN(readability-identifier-naming)
NodeTerm sqrt(NodeTerm a) { return Apply(OpCode::kSqrt, a); }
NodeTerm sin(NodeTerm a) { return Apply(OpCode::kSin, a); }
NodeTerm cos(NodeTerm a) { return Apply(OpCode::kCos, a); }
NodeTerm sinh(NodeTerm a) { return Apply(OpCode::kSinh, a); }
NodeTerm cosh(NodeTerm a) { return Apply(OpCode::kCosh, a); }
// NOLINTEND(readability-identifier-naming)
NodeTerm ZeroOrQuotient(NodeTerm d, NodeTerm by) { return d / by; }
NodeTerm Zero(NodeTerm d) { return NumberBeside(d, 0); }
NodeTerm WhereNotNegative(NodeTerm x, NodeTerm d) {
  return Apply(OpCode::kSelect, Apply(OpCode::kGe, x, NumberBeside(x, 0).node), d.node, (-d).node);
}

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

  /// The derivative of an operator of one argument by it; nothing for other operations.
  std::optional<Node> SlopeOf(Node node, const SsaNode& n) {
    const NodeTerm x{system_, n.a}, v{system_, node}, d{system_, Number(1)};
    switch (n.op) {
#define STICTION_UNARY(id, name, failure, value, derivative) \
  case OpCode::k##id:                                        \
    return (derivative).node;
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#include "runtime/operators/operators.def"
      default:
        return std::nullopt;
    }
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
    if (const std::optional<Node> slope = SlopeOf(node, n)) {
      const bool is_zero = graph_[*slope].rank == Rank::kConstant && graph_[*slope].value == 0;
      return is_zero ? GradientNodes{} : Scaled(a, *slope);
    }
    switch (n.op) {
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
      case OpCode::kPow: {
        if (!b.empty()) return std::nullopt;
        const Node lower = Do(OpCode::kPow, n.a, Do(OpCode::kSub, n.b, Number(1)));
        return Scaled(a, Do(OpCode::kMul, n.b, lower));
      }
      case OpCode::kLt:
      case OpCode::kLe:
      case OpCode::kGt:
      case OpCode::kGe:
      case OpCode::kEq:
      case OpCode::kNe:
      case OpCode::kAnd:
      case OpCode::kOr:
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
