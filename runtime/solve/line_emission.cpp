#include "runtime/solve/line_emission.h"

#include <algorithm>
#include <cmath>

namespace stiction::runtime {

using Kind = StraightLine::Guard::Kind;
using Origin = LineGraph::Origin;

StraightLine::Code LineEmission::Emit(LineGraph& graph, const std::vector<Guard>& guards,
                                      const std::vector<int32_t>& written) {
  graph_ = &graph;
  StraightLine::Code code;
  Mark(guards, written);
  EmitInputs(code);
  code.operations.reserve(operation_count_);
  EmitOperations(code);
  code.guards.reserve(guards.size());
  late_.clear();
  for (const Guard& guard : guards) {
    if (!IsImplied(guard)) EmitGuard(guard, code);
  }
  code.stored.reserve(written.size());
  for (const int32_t node : written) code.stored.push_back(Index(node));
  code.at_once = code.operations.size();
  const auto count = static_cast<int32_t>(code.at_once);
  for (Guard& guard : code.guards) {
    guard.late_begin += count;
    guard.late_end += count;
  }
  code.operations.insert(code.operations.end(), late_.begin(), late_.end());
  code.values.resize(static_cast<size_t>(next_index_));
  return code;
}

// Operands come before what is computed of them: all marks of a node are set when it is its turn.
void LineEmission::Mark(const std::vector<Guard>& guards, const std::vector<int32_t>& written) {
  for (const int32_t node : written) MarkNode(node, kNeeded);
  for (const Guard& guard : guards) {
    if (guard.kind == Kind::kFinite && guard.expected) {
      MarkNode(guard.a, kFoundFinite);
      continue;
    }
    const bool is_compared = guard.kind == Kind::kAbove || guard.kind == Kind::kBelow;
    const uint8_t others = guard.kind == Kind::kSmall ? kNeededLate : is_compared ? kNeeded | kFinite : kNeeded;
    MarkNode(guard.a, is_compared ? kNeeded | kFinite : kNeeded);
    for (const int32_t operand : {guard.b, guard.c}) MarkNode(operand, others);
  }
  std::vector<Node>& nodes = graph_->nodes();
  number_count_ = operation_count_ = 0;
  for (size_t k = nodes.size(); k-- > 0;) {
    Node& node = nodes[k];
    if (node.marks == 0) continue;
    if ((node.marks & (kFinite | kFoundFinite)) == kFoundFinite) node.marks |= kNeeded;
    if (node.origin != Origin::kOperation) {
      if ((node.marks & (kNeeded | kNeededLate)) != 0 && graph_->IsNumber(node)) ++number_count_;
      continue;
    }
    if ((node.marks & (kFinite | kFoundFinite)) != 0) MarkFinite(node);
    if ((node.marks & (kNeeded | kNeededLate)) == 0) continue;
    ++operation_count_;
    MarkOperands(node, (node.marks & kNeeded) != 0 ? kNeeded : kNeededLate);
  }
}

// A sum, a difference or a product is finite only if its operands are.
void LineEmission::MarkFinite(const Node& node) {
  switch (node.op) {
    case OpCode::kAdd:
    case OpCode::kSub:
    case OpCode::kMul:
      MarkNode(node.b, kFinite);
      [[fallthrough]];
    case OpCode::kNeg:
    case OpCode::kAbs:
    case OpCode::kSquare:
    case OpCode::kDiv:
      MarkNode(node.a, kFinite);
      break;
    default:
      break;
  }
}

bool LineEmission::IsFinite(int32_t number) const {
  const Node& node = graph_->At(number);
  return (node.marks & kFinite) != 0 || (graph_->IsNumber(node) && std::isfinite(graph_->NumberOf(node)));
}

bool LineEmission::IsSize(int32_t number) const {
  const Node& node = graph_->At(number);
  if (graph_->IsNumber(node)) return graph_->NumberOf(node) >= 0;
  if (node.origin != Origin::kOperation) return false;
  return node.op == OpCode::kAbs ? IsFinite(node.a) : node.op == OpCode::kAdd && IsSize(node.a) && IsSize(node.b);
}

// A residual of 0 is small compared with anything but NaN.
bool LineEmission::ZeroSuffices(const Guard& guard) const {
  const Node& product = graph_->At(guard.c);
  const bool is_product = product.origin == Origin::kOperation && product.op == OpCode::kMul;
  return guard.expected && IsSize(guard.b) &&
         (IsFinite(guard.c) || (is_product && IsFinite(product.a) && IsFinite(product.b)));
}

void LineEmission::EmitInputs(StraightLine::Code& code) {
  const std::vector<Node>& nodes = graph_->nodes();
  index_of_.assign(nodes.size(), -1);
  loads_.clear();
  code.values.reserve(nodes.size());
  next_index_ = static_cast<int32_t>(number_count_);
  for (size_t k = 0; k < nodes.size(); ++k) {
    const Node& node = nodes[k];
    if (node.origin == Origin::kOperation || (node.marks & (kNeeded | kNeededLate)) == 0) continue;
    if (graph_->IsNumber(node)) {
      index_of_[k] = static_cast<int32_t>(code.values.size());
      code.values.push_back(graph_->NumberOf(node));
    } else {
      index_of_[k] = next_index_++;
      Append(loads_, graph_->InputOf(node).slot);
    }
  }
  code.first_load = number_count_;
}

void LineEmission::EmitOperations(StraightLine::Code& code) {
  const auto count = static_cast<int32_t>(graph_->nodes().size());
  for (int32_t k = 0; k < count; ++k) {
    const Node& node = graph_->At(k);
    if (node.origin == Origin::kOperation && (node.marks & kNeeded) != 0) Append(code.operations, Numbered(k));
  }
}

void LineEmission::EmitGuard(Guard guard, StraightLine::Code& code) {
  if (guard.kind == Kind::kSmall) {
    guard.zero_suffices = ZeroSuffices(guard);
    guard.late_begin = static_cast<int32_t>(late_.size());
    computed_late_.clear();
    for (const int32_t node : {guard.b, guard.c}) {
      if (IsMissing(node)) EmitLate(node);
    }
    guard.late_end = static_cast<int32_t>(late_.size());
  }
  for (int32_t* const node : {&guard.a, &guard.b, &guard.c}) *node = Index(*node);
  code.guards.push_back(guard);
  if (guard.kind != Kind::kSmall) return;
  // Others that need the same compute it themselves.
  for (const int32_t node : computed_late_) index_of_[static_cast<size_t>(node)] = -1;
}

void LineEmission::EmitLate(int32_t node) {
  const Node& operation = graph_->At(node);
  for (const int32_t operand : {operation.a, operation.b, operation.c}) {
    if (IsMissing(operand)) EmitLate(operand);
  }
  Append(late_, Numbered(node));
  Append(computed_late_, node);
}

}  // namespace stiction::runtime
