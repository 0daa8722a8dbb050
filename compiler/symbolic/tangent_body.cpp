// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/tangent_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/partial.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::symbolic {

using ir::ExprId;
using ir::ExprNode;
using ir::Function;
using ir::FunctionBody;
using ir::FunctionStatement;
using ir::FunctionTarget;
using ir::Op;
using ir::ScalarType;

TangentBody::TangentBody(ir::ExprPool& pool, std::vector<Function>& functions, TangentFunctions& tangents, Function of,
                         const std::vector<bool>& active, Span use)
    : pool_(pool),
      functions_(functions),
      tangents_(tangents),
      of_(std::move(of)),
      first_(FirstSlots(of_)),
      active_(of_.slots.size(), false),
      use_(use) {
  std::copy(active.begin(), active.end(), active_.begin());
}

Function TangentBody::Run() {
  LayOut();
  FindActive();
  out_.name = fmt::format("{}$tangent", of_.name);
  out_.origin = of_.origin;
  out_.is_impure = of_.is_impure;
  // An output that does not depend on the direction is assigned nowhere else.
  for (int32_t s = InputCount(); s < InputCount() + OutputCount(); ++s) {
    FunctionStatement zero;
    zero.kind = FunctionStatement::Kind::kAssign;
    zero.target.slot = TangentOf(s);
    zero.value = pool_.Real(0);
    zero.origin = of_.origin;
    out_.body.push_back(std::move(zero));
  }
  for (FunctionStatement& statement : Follow(of_.body)) out_.body.push_back(std::move(statement));
  return std::move(out_);
}

// "$d1.x", and of a function that has such variables "$d2.x": variables beside each other have two names.
std::string TangentBody::NameOf(const std::string& slot) const {
  int level = 1;
  const auto is_used = [&](const ir::FunctionSlot& s) { return s.name.starts_with(fmt::format("$d{}.", level)); };
  while (std::any_of(of_.slots.begin(), of_.slots.end(), is_used)) ++level;
  return fmt::format("$d{}.{}", level, slot);
}

void TangentBody::LayOut() {
  const auto slots = static_cast<int32_t>(of_.slots.size());
  tangent_of_input_.assign(static_cast<size_t>(InputCount()), -1);
  for (int32_t s = 0; s < InputCount(); ++s) {
    if (IsActive(s)) tangent_of_input_[static_cast<size_t>(s)] = InputCount() + active_inputs_++;
  }
  out_.input_count = InputCount() + active_inputs_;
  out_.output_count = OutputCount();
  const int32_t count = 2 * slots - InputCount() + active_inputs_;
  out_.slots.resize(static_cast<size_t>(count));
  for (int32_t s = 0; s < slots; ++s) {
    const ir::FunctionSlot& slot = of_.slots[static_cast<size_t>(s)];
    out_.slots[static_cast<size_t>(ValueOf(s))] = slot;
    const int32_t tangent = TangentOf(s);
    if (tangent >= 0) out_.slots[static_cast<size_t>(tangent)] = {NameOf(slot.name), ScalarType::kReal};
  }
}

int32_t TangentBody::ValueOf(int32_t slot) const {
  return slot < InputCount() ? slot : slot + active_inputs_ + OutputCount();
}

int32_t TangentBody::TangentOf(int32_t slot) const {
  if (slot < InputCount()) return tangent_of_input_[static_cast<size_t>(slot)];
  if (slot < InputCount() + OutputCount()) return slot + active_inputs_;
  return static_cast<int32_t>(of_.slots.size()) + active_inputs_ + slot - InputCount();
}

void TangentBody::FindActive() {
  while (FindActive(of_.body)) {
  }
}

bool TangentBody::FindActive(const FunctionBody& body) {
  bool changes = false;
  for (const FunctionStatement& statement : body) {
    if (statement.kind == FunctionStatement::Kind::kAssign) {
      changes = Mark(statement.target, Depends(statement.value)) || changes;
    }
    if (statement.kind == FunctionStatement::Kind::kCallAssign) {
      const bool depends = Depends(statement.value);
      for (const FunctionTarget& target : statement.targets) changes = Mark(target, depends) || changes;
    }
    for (const FunctionBody& inner : statement.bodies) changes = FindActive(inner) || changes;
  }
  return changes;
}

bool TangentBody::Mark(const FunctionTarget& target, bool depends) {
  if (!depends || target.slot < 0) return false;
  if (of_.slots[static_cast<size_t>(target.slot)].type != ScalarType::kReal || IsActive(target.slot)) return false;
  const int32_t first = first_[static_cast<size_t>(target.slot)];
  for (size_t s = 0; s < active_.size(); ++s) {
    if (first_[s] == first) active_[s] = true;
  }
  return true;
}

bool TangentBody::Depends(ExprId e) const {
  std::vector<ExprId> open{e};
  ir::NodeMarks& seen = pool_.marks();
  seen.Restart(pool_.size());
  while (!open.empty()) {
    const ExprId at = open.back();
    open.pop_back();
    const ExprNode& node = pool_[at];
    const bool is_call = node.op == Op::kCall || node.op == Op::kCallPartial;
    if ((node.type != ScalarType::kReal && !is_call) || !seen.Insert(at)) continue;
    if ((node.op == Op::kLocal || node.op == Op::kLocalElement) && IsActive(node.payload)) return true;
    for (const ExprId arg : node.args) open.push_back(arg);
  }
  return false;
}

FunctionBody TangentBody::Follow(const FunctionBody& body) {
  FunctionBody followed;
  for (const FunctionStatement& statement : body) Follow(statement, followed);
  return followed;
}

FunctionTarget TangentBody::Moved(const FunctionTarget& target, int32_t slot) {
  FunctionTarget moved = target;
  moved.slot = slot;
  if (target.index) moved.index = Moved(target.index);
  return moved;
}

bool TangentBody::HasTangent(const FunctionTarget& target) const { return target.slot >= 0 && IsActive(target.slot); }

// The derivative of a value is computed before what it is computed from changes.
void TangentBody::Follow(const FunctionStatement& statement, FunctionBody& out) {
  using Kind = FunctionStatement::Kind;
  if (statement.kind == Kind::kCallAssign) return FollowCall(statement, out);
  if (statement.kind == Kind::kExternal) {
    FailTangent(DiagnosticKind::PartialDerivative, use_,
                fmt::format("`{}` has no derivative: it is in another language, and has no annotation `derivative` "
                            "(MLS 12.7.1)",
                            of_.name),
                "annotate it with the function that is its derivative: annotation(derivative = ...)");
  }
  if (statement.kind == Kind::kAssign && HasTangent(statement.target)) {
    FunctionStatement tangent = statement;
    tangent.target = Moved(statement.target, TangentOf(statement.target.slot));
    tangent.value = Derivative(Moved(statement.value));
    out.push_back(std::move(tangent));
  }
  FunctionStatement moved = statement;
  if (statement.kind == Kind::kAssign) moved.target = Moved(statement.target, ValueOf(statement.target.slot));
  if (statement.value) moved.value = Moved(statement.value);
  for (ExprId& condition : moved.conditions) condition = Moved(condition);
  for (FunctionBody& inner : moved.bodies) inner = Follow(inner);
  out.push_back(std::move(moved));
}

void TangentBody::FollowCall(const FunctionStatement& statement, FunctionBody& out) {
  const ExprId value = Moved(statement.value);
  FunctionStatement moved = statement, tangent = statement;
  moved.value = value;
  bool any = false;
  for (size_t k = 0; k < statement.targets.size(); ++k) {
    const FunctionTarget& target = statement.targets[k];
    if (target.slot < 0) continue;
    moved.targets[k] = Moved(target, ValueOf(target.slot));
    tangent.targets[k] = HasTangent(target) ? Moved(target, TangentOf(target.slot)) : FunctionTarget{};
    any = any || HasTangent(target);
  }
  tangent.value = any ? TangentCall(pool_[value]) : ExprId();
  const bool is_call = tangent.value && pool_[tangent.value].op == Op::kCall;
  for (size_t k = 0; any && k < statement.targets.size(); ++k) {
    if (is_call || tangent.targets[k].slot < 0) continue;
    FunctionStatement zero = tangent;
    zero.kind = FunctionStatement::Kind::kAssign;
    zero.target = tangent.targets[k];
    zero.targets.clear();
    zero.value = pool_.Real(0);
    out.push_back(std::move(zero));
  }
  if (is_call) out.push_back(std::move(tangent));
  out.push_back(std::move(moved));
}

ExprId TangentBody::Moved(ExprId e) {
  Rewriter rewrite(pool_, [this](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kLocal && node.op != Op::kLocalElement) return std::nullopt;
    ExprNode moved = node;
    moved.payload = ValueOf(node.payload);
    return pool_.Make(std::move(moved));
  });
  return rewrite(e);
}

ExprId TangentBody::Derivative(ExprId moved) {
  if (pool_[moved].type != ScalarType::kReal) return pool_.Real(0);
  if (const auto known = derivative_.find(moved); known != derivative_.end()) return known->second;
  const ExprNode node = pool_[moved];
  const ExprId derivative = DerivativeOf(node, moved);
  derivative_.emplace(moved, derivative);
  return derivative;
}

ExprId TangentBody::DerivativeOf(const ExprNode& node, ExprId e) {
  switch (node.op) {
    case Op::kLocal:
    case Op::kLocalElement: {
      const int32_t shift = node.payload < InputCount() ? 0 : active_inputs_ + OutputCount();
      const int32_t slot = node.payload - shift;
      if (!IsActive(slot)) return pool_.Real(0);
      ExprNode tangent = node;
      tangent.payload = TangentOf(slot);
      return pool_.Make(std::move(tangent));
    }
    case Op::kIf:
      return If(pool_, node.args[0], Derivative(node.args[1]), Derivative(node.args[2]));
    case Op::kNoEvent:
      return Build(pool_, {.op = node.op, .type = ScalarType::kReal, .args = {Derivative(node.args[0])}});
    case Op::kCall: {
      const ExprId call = TangentCall(node);
      return call ? call : pool_.Real(0);
    }
    default:
      break;
  }
  ExprId sum = pool_.Real(0);
  for (size_t i = 0; i < node.args.size(); ++i) {
    const ExprId of_argument = Derivative(node.args[i]);
    if (IsNumber(pool_, of_argument, 0)) continue;
    sum = Add(pool_, sum, SeedTimesPartial(pool_, e, i, of_argument));
  }
  return sum;
}

ExprId TangentBody::TangentCall(const ExprNode& call) {
  std::vector<ExprId> derivatives;
  std::vector<bool> active;
  for (const ExprId arg : call.args) {
    derivatives.push_back(Derivative(arg));
    active.push_back(!IsNumber(pool_, derivatives.back(), 0));
  }
  if (std::find(active.begin(), active.end(), true) == active.end()) return {};
  if (const ExprId annotated = AnnotatedCall(call, derivatives)) return annotated;
  const ir::FunctionId of(call.payload);
  if (functions_[of.index()].slots.empty()) {
    FailTangent(DiagnosticKind::NotYetSupported, use_, "a function that is made of its own partial derivative",
                "write the derivative as a function of its own");
  }
  active = TangentFunctions::WithWholeArrays(functions_[of.index()], std::move(active));
  ExprNode tangent = call;
  tangent.payload = tangents_.Tangent(of, active, use_).value;
  tangent.type = ScalarType::kReal;
  tangent.enumeration = {};
  for (size_t i = 0; i < active.size(); ++i) {
    if (active[i]) tangent.args.push_back(derivatives[i]);
  }
  return pool_.Make(std::move(tangent));
}

ExprId TangentBody::AnnotatedCall(const ExprNode& call, const std::vector<ExprId>& derivatives) {
  const auto is_zero = [&](int32_t input) { return IsNumber(pool_, derivatives[static_cast<size_t>(input)], 0); };
  for (const ir::FunctionDerivative& d : functions_[static_cast<size_t>(call.payload)].derivatives) {
    // One of a higher order is along a path in time, in which its inputs depend on each other.
    const bool fits = d.order == 1 && std::all_of(d.constant.begin(), d.constant.end(), is_zero);
    const bool is_direct = std::all_of(d.output.begin(), d.output.end(), [](int32_t k) { return k >= 0; });
    if (!fits || !is_direct) continue;
    ExprNode tangent = call;
    tangent.payload = d.function.value;
    tangent.output = call.output >= 0 ? d.output[static_cast<size_t>(call.output)] : call.output;
    for (const int32_t input : d.differentiated) tangent.args.push_back(derivatives[static_cast<size_t>(input)]);
    return pool_.Make(std::move(tangent));
  }
  return {};
}

}  // namespace stiction::symbolic
