// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/differentiate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

#include "compiler/support/check.h"
#include "compiler/support/id_map.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/inline.h"
#include "compiler/symbolic/partial.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/tangent_functions.h"

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

/// Reverse differentiation. `if`, noEvent and homotopy are barriers: what lies below them is differentiated on its own
/// and the derivative stays below the condition, because seed * 0 of a branch that is not taken may be 0 * infinity.
class ReverseSweep {
 public:
  ReverseSweep(ExprPool& pool, const std::vector<VariableId>& wrt) : pool_(pool), sums_(wrt.size()) {
    positions_.reserve(wrt.size());
    for (size_t i = 0; i < wrt.size(); ++i) positions_.emplace_back(wrt[i], i);
    if (!std::is_sorted(positions_.begin(), positions_.end())) std::sort(positions_.begin(), positions_.end());
  }

  SparseGradient Run(ExprId e) {
    const std::vector<ExprId> ids = Ascending(pool_, e, [](ExprId) { return false; });
    nodes_.reserve(ids.size());
    for (const ExprId id : ids) {
      const ExprNode& expression = pool_[id];
      Node node{.id = id};
      if (expression.op == Op::kVariable) node.position = PositionOf(VariableId(expression.payload));
      node.depends = node.position.has_value();
      for (const ExprId arg : expression.args) node.depends = node.depends || At(arg).depends;
      if (node.depends && IsBarrier(expression.op)) {
        node.barrier = barriers_.size();
        barriers_.push_back(Barrier(expression));
      }
      nodes_.push_back(node);
    }
    return Sweep(e);
  }

 private:
  /// A node below the expression.
  struct Node {
    ExprId id;
    ExprId adjoint = {};                  // as far as it is known; during one Sweep
    std::optional<size_t> position = {};  // of a variable in `wrt`
    size_t barrier = 0;                   // in `barriers_`
    bool depends = false;                 // on a variable in `wrt`
  };

  static bool IsBarrier(Op op) { return op == Op::kIf || op == Op::kNoEvent || op == Op::kHomotopy; }

  std::optional<size_t> PositionOf(VariableId v) const {
    const auto found = std::lower_bound(positions_.begin(), positions_.end(), std::pair(v, size_t{0}));
    if (found == positions_.end() || found->first != v) return std::nullopt;
    return found->second;
  }
  size_t IndexOf(ExprId id) const {
    const auto before = [](const Node& node, ExprId key) { return node.id < key; };
    return static_cast<size_t>(std::lower_bound(nodes_.begin(), nodes_.end(), id, before) - nodes_.begin());
  }
  const Node& At(ExprId id) const { return nodes_[IndexOf(id)]; }

  SparseGradient Barrier(const ExprNode& node) {
    if (node.op == Op::kNoEvent) {
      SparseGradient gradient = Sweep(node.args[0]);
      for (auto& [position, value] : gradient) value = NoEvent(value);
      return gradient;
    }
    const bool is_if = node.op == Op::kIf;
    const auto join = [&](ExprId a, ExprId b) {
      return is_if ? If(pool_, node.args[0], a, b)
                   : Build(pool_, {.op = node.op, .type = ScalarType::kReal, .args = {a, b}});
    };
    const SparseGradient of_then = Sweep(node.args[is_if ? 1 : 0]);
    const SparseGradient of_else = Sweep(node.args[is_if ? 2 : 1]);
    SparseGradient merged;
    const ExprId zero = pool_.Real(0);
    auto a = of_then.begin();
    auto b = of_else.begin();
    while (a != of_then.end() || b != of_else.end()) {
      const bool take_a = a != of_then.end() && (b == of_else.end() || a->first <= b->first);
      const bool take_b = b != of_else.end() && (a == of_then.end() || b->first <= a->first);
      const size_t position = take_a ? a->first : b->first;
      merged.emplace_back(position, join(take_a ? a->second : zero, take_b ? b->second : zero));
      if (take_a) ++a;
      if (take_b) ++b;
    }
    return merged;
  }

  ExprId NoEvent(ExprId e) { return Build(pool_, {.op = Op::kNoEvent, .type = ScalarType::kReal, .args = {e}}); }

  /// From `e` downwards, a node when the adjoints of all nodes above it are summed up; not below barriers.
  SparseGradient Sweep(ExprId e) {
    AddTo(IndexOf(e), pool_.Real(1));
    found_.clear();
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end());
      Node& node = nodes_[open_.back()];
      open_.pop_back();
      Pass(node, std::exchange(node.adjoint, {}));
    }
    std::sort(found_.begin(), found_.end());
    SparseGradient gradient;
    gradient.reserve(found_.size());
    for (const size_t position : found_) gradient.emplace_back(position, std::exchange(sums_[position], {}));
    return gradient;
  }

  void Pass(const Node& node, ExprId seed) {
    if (node.position) return AddToSum(*node.position, seed);
    const ExprNode& expression = pool_[node.id];
    if (IsBarrier(expression.op)) {
      for (const auto& [position, value] : barriers_[node.barrier]) AddToSum(position, Mul(pool_, seed, value));
      return;
    }
    for (size_t i = 0; i < expression.args.size(); ++i) {
      const size_t arg = IndexOf(expression.args[i]);
      if (!nodes_[arg].depends) continue;
      const ExprId value = SeedTimesPartial(pool_, node.id, i, seed);
      if (!IsNumber(pool_, value, 0)) AddTo(arg, value);
    }
  }

  void AddTo(size_t index, ExprId value) {
    Node& node = nodes_[index];
    if (!node.depends) return;
    if (node.adjoint) {
      node.adjoint = AddPartials(pool_, node.adjoint, value);
      return;
    }
    node.adjoint = value;
    open_.push_back(index);
    std::push_heap(open_.begin(), open_.end());
  }

  void AddToSum(size_t position, ExprId value) {
    if (IsNumber(pool_, value, 0)) return;
    if (!sums_[position]) found_.push_back(position);
    sums_[position] = sums_[position] ? AddPartials(pool_, sums_[position], value) : value;
  }

  ExprPool& pool_;
  std::vector<std::pair<VariableId, size_t>> positions_;  // in `wrt`, ascending
  std::vector<Node> nodes_;                               // ascending
  std::vector<SparseGradient> barriers_;
  std::vector<size_t> open_;   // a heap: the indices of nodes that have an adjoint
  std::vector<ExprId> sums_;   // by position: scratch of one Sweep
  std::vector<size_t> found_;  // positions that have a sum
};

/// The external function without derivative annotation that function `f` is or calls; empty if there is none. The
/// runtime takes differences of such functions: good for a Jacobian, not for an equation.
std::string ExternalBelow(const ExprPool& pool, const std::vector<ir::Function>& functions, int32_t f,
                          std::unordered_set<int32_t>& seen) {
  const ir::Function& function = functions[static_cast<size_t>(f)];
  if (!function.derivatives.empty() || !seen.insert(f).second) return {};
  if (function.declares_objects) return function.name;
  std::string found;
  const auto visit = [&](ExprId e) {
    if (!e || !found.empty()) return;
    ForEachNode(pool, e, [&](ExprId id) {
      const ExprNode& node = pool[id];
      if (found.empty() && node.op == Op::kCall) found = ExternalBelow(pool, functions, node.payload, seen);
    });
  };
  const auto walk = [&](auto&& self, const ir::FunctionBody& body) -> void {
    for (const ir::FunctionStatement& statement : body) {
      if (found.empty() && statement.kind == ir::FunctionStatement::Kind::kExternal) found = function.name;
      visit(statement.value);
      visit(statement.target.index);
      for (const ExprId condition : statement.conditions) visit(condition);
      for (const ir::FunctionBody& inner : statement.bodies) self(self, inner);
    }
  };
  walk(walk, function.body);
  return found;
}

/// Forward differentiation by time, of just what the derivative needs.
class TimeSweep {
 public:
  TimeSweep(ExprPool& pool, const std::vector<ir::Function>& functions,
            const std::function<ExprId(VariableId)>& derivative, Annotations annotations, TangentFunctions* tangents)
      : pool_(pool),
        functions_(functions),
        derivative_(derivative),
        annotations_(annotations),
        tangents_(tangents),
        zero_(pool.Real(0)) {}

  std::optional<ExprId> Run(ExprId e) {
    std::vector<ExprId> stack{e};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      if (done_.Contains(id)) {
        stack.pop_back();
        continue;
      }
      const std::vector<ExprId> needed = Needed(id);
      const size_t before = stack.size();
      for (auto arg = needed.rbegin(); arg != needed.rend(); ++arg) {
        if (!done_.Contains(*arg)) stack.push_back(*arg);
      }
      if (stack.size() > before) continue;
      stack.pop_back();
      const std::optional<ExprId> d = Node(id);
      if (!d) return std::nullopt;
      done_.Insert(id, *d);
    }
    return done_.At(e);
  }

 private:
  const ir::FunctionDerivative* Annotated(const ExprNode& call) const {
    if (call.op != Op::kCall || annotations_ == Annotations::kIgnored) return nullptr;
    for (const ir::FunctionDerivative& d : functions_[static_cast<size_t>(call.payload)].derivatives) {
      const bool holds = std::all_of(d.constant.begin(), d.constant.end(),
                                     [&](int32_t input) { return IsConstant(call.args[static_cast<size_t>(input)]); });
      if (holds && d.output[static_cast<size_t>(call.output)] >= 0) return &d;
    }
    return nullptr;
  }

  bool IsConstant(ExprId e) const {
    bool varies = false;
    ForEachNode(pool_, e, [&](ExprId id) {
      const ExprNode& node = pool_[id];
      if (node.type != ScalarType::kReal) return;
      varies = varies || node.op == Op::kTime ||
               (node.op == Op::kVariable && !IsNumber(pool_, derivative_(VariableId(node.payload)), 0));
    });
    return !varies;
  }

  /// A call without annotation, as the expression in its function's body; nothing if that is not to be had.
  std::optional<ExprId> Body(ExprId id) {
    const ExprNode& node = pool_[id];
    if (node.op != Op::kCall || functions_.empty() || Annotated(node)) return std::nullopt;
    const auto [entry, added] = bodies_.emplace(id, std::nullopt);
    if (added) {
      const ExprNode call = node;
      entry->second = InlineCall(pool_, functions_, call);
    }
    return entry->second;
  }

  /// The nodes whose derivatives the derivative of `id` is made of.
  std::vector<ExprId> Needed(ExprId id) {
    // Of the nodes below e only the Real ones vary continuously; conditions are constant between events.
    if (pool_[id].type != ScalarType::kReal) return {};
    if (const std::optional<ExprId> body = Body(id)) return {*body};
    const ExprNode& node = pool_[id];
    std::vector<ExprId> needed;
    if (const ir::FunctionDerivative* annotated = Annotated(node)) {
      for (const int32_t input : annotated->differentiated) needed.push_back(node.args[static_cast<size_t>(input)]);
      return needed;
    }
    for (const ExprId arg : node.args) {
      if (pool_[arg].type != ScalarType::kString) needed.push_back(arg);
    }
    return needed;
  }

  std::optional<ExprId> Node(ExprId e) {
    if (pool_[e].type != ScalarType::kReal) return zero_;
    if (const std::optional<ExprId> body = Body(e)) return done_.At(*body);
    const ExprNode& node = pool_[e];
    if (const ir::FunctionDerivative* annotated = Annotated(node)) {
      ExprNode call = node;
      call.payload = annotated->function.value;
      call.output = annotated->output[static_cast<size_t>(node.output)];
      for (const int32_t input : annotated->differentiated) {
        call.args.push_back(done_.At(node.args[static_cast<size_t>(input)]));
      }
      return pool_.Make(std::move(call));
    }
    switch (node.op) {
      case Op::kTime:
        return pool_.Real(1);
      case Op::kVariable:
        return derivative_(VariableId(node.payload));
      case Op::kReal:
      case Op::kPre:
      case Op::kHeld:
        return zero_;
      case Op::kDelayed:
        return std::nullopt;
      case Op::kIf:
        return If(pool_, node.args[0], done_.At(node.args[1]), done_.At(node.args[2]));
      case Op::kNoEvent:
        return Build(pool_, {.op = Op::kNoEvent, .type = ScalarType::kReal, .args = {done_.At(node.args[0])}});
      case Op::kDer:
      case Op::kLocal:
      case Op::kLocalElement:
      case Op::kCallPartial: {
        const bool is_constant = std::ranges::all_of(node.args, [&](ExprId arg) {
          const ExprId* found = done_.Find(arg);
          return found && IsNumber(pool_, *found, 0);
        });
        if (is_constant && !node.args.empty()) return zero_;
        return node.op == Op::kCallPartial && tangents_ ? OfPartial(node) : std::nullopt;
      }
      default:
        break;
    }
    ExprId sum = zero_;
    const ir::Arguments args = node.args;
    for (size_t i = 0; i < args.size(); ++i) {
      const ExprId* found = done_.Find(args[i]);
      if (found && node.op == Op::kCall && !IsNumber(pool_, *found, 0)) {
        std::unordered_set<int32_t> seen;
        if (!ExternalBelow(pool_, functions_, node.payload, seen).empty()) return std::nullopt;
      }
      if (found) sum = Add(pool_, sum, SeedTimesPartial(pool_, e, i, *found));
    }
    return sum;
  }

  /// The partial derivative of a function changes as that of its derivative along the change of its inputs.
  std::optional<ExprId> OfPartial(ExprNode partial) {
    std::vector<bool> active;
    for (const ExprId arg : partial.args) {
      const ExprId* found = done_.Find(arg);
      active.push_back(found && pool_[arg].type == ScalarType::kReal && !IsNumber(pool_, *found, 0));
    }
    const size_t before = functions_.size();
    try {
      const ir::FunctionId of(partial.payload);
      active = TangentFunctions::WithWholeArrays(functions_[of.index()], std::move(active));
      partial.payload = tangents_->Tangent(of, active, functions_[of.index()].origin.span).value;
    } catch (const NoTangent&) {
      tangents_->Forget(ir::FunctionId(static_cast<int64_t>(before)));
      return std::nullopt;
    }
    const size_t inputs = partial.args.size();
    for (size_t i = 0; i < inputs; ++i) {
      if (!active[i]) continue;
      const ExprId* found = done_.Find(partial.args[i]);
      partial.args.push_back(found ? *found : zero_);
    }
    return pool_.Make(std::move(partial));
  }

  ExprPool& pool_;
  const std::vector<ir::Function>& functions_;
  const std::function<ExprId(VariableId)>& derivative_;
  Annotations annotations_;
  TangentFunctions* tangents_;
  ExprId zero_;
  IdMap<ExprId, ExprId> done_;
  std::unordered_map<ExprId, std::optional<ExprId>> bodies_;
};

}  // namespace

std::vector<ExprId> Gradient(ExprPool& pool, ExprId e, const std::vector<VariableId>& wrt) {
  std::vector<ExprId> gradient(wrt.size(), pool.Real(0));
  for (const auto& [position, value] : ReverseSweep(pool, wrt).Run(e)) gradient[position] = value;
  return gradient;
}

ExprId AddPartials(ExprPool& pool, ExprId a, ExprId b) {
  const ExprId sum = Add(pool, a, b);
  if (pool[a].op != Op::kReal || pool[b].op != Op::kReal || pool[sum].op != Op::kReal) return sum;
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  const double terms = std::fabs(pool[a].number) + std::fabs(pool[b].number);
  return std::fabs(pool[sum].number) <= kRounding * terms ? pool.Real(0) : sum;
}

std::string ExternalWithoutDerivative(const ExprPool& pool, const std::vector<ir::Function>& functions, ExprId e) {
  std::string found;
  std::unordered_set<int32_t> seen;
  ForEachNode(pool, e, [&](ExprId id) {
    if (found.empty() && pool[id].op == Op::kCall) found = ExternalBelow(pool, functions, pool[id].payload, seen);
  });
  return found;
}

std::optional<ExprId> TimeDerivative(ExprPool& pool, const std::vector<ir::Function>& functions, ExprId e,
                                     const std::function<ExprId(VariableId)>& derivative, Annotations annotations,
                                     TangentFunctions* tangents) {
  if (pool[e].type == ScalarType::kString) return std::nullopt;
  return TimeSweep(pool, functions, derivative, annotations, tangents).Run(e);
}

}  // namespace stiction::symbolic
