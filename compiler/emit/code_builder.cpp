// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/code_builder.h"

#include <algorithm>
#include <cmath>

#include "compiler/support/check.h"
#include "runtime/operators/texts.h"

namespace stiction::emit {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using runtime::Instruction;
using runtime::kNoSlot;
using runtime::OpCode;
using runtime::Slot;

bool IsLeaf(Op op) { return op <= Op::kLocal || op == Op::kHeld || op == Op::kDelayed; }

}  // namespace

OpCode OpCodeOf(Op op) {
  switch (op) {
#define STICTION_EACH(id, ...) \
  case Op::k##id:              \
    return OpCode::k##id;
#include "runtime/operators/operators.def"
    case Op::kIf:
      return OpCode::kSelect;
    case Op::kIntegerFloor:
      return OpCode::kFloor;
    case Op::kNoEvent:
    case Op::kOrdinal:
    case Op::kToReal:
      return OpCode::kCopy;
    default:
      break;
  }
  CHECK(false, "no instruction for {}", ir::Spelling(op));
  return OpCode::kCopy;
}

Slot CodeBuilder::SlotFor(ExprId e) {
  if (const Slot known = known_[e]; known != kNoSlot) return known;
  const ExprNode& node = pool_[e];
  if (!IsLeaf(node.op)) return kNoSlot;
  const double number = node.op == Op::kString ? NumberOf(pool_.Text(e)) : node.number;
  const auto [slot, negated] = ir::IsLiteral(node.op) ? std::pair(target_.constant(number), false) : target_.leaf(node);
  if (negated) return kNoSlot;
  known_.Set(e, slot);  // it stays there whatever is forgotten
  return slot;
}

Slot CodeBuilder::Compile(ExprId e) {
  if (const Slot slot = SlotFor(e); slot != kNoSlot) return slot;
  const ExprNode& node = pool_[e];
  if (node.op == Op::kNoEvent || node.op == Op::kToReal || node.op == Op::kOrdinal) return Compile(node.args[0]);
  if (node.op == Op::kSmooth) return Compile(node.args[1]);
  if (node.op == Op::kCall || node.op == Op::kCallPartial) {
    const Slot slot = CompileCall(node)[static_cast<size_t>(node.output)];
    Remember(e, slot);
    return slot;
  }
  const Slot dst = target_.new_slot();
  Node(e, dst);
  Remember(e, dst);
  return dst;
}

void CodeBuilder::CompileInto(ExprId e, Slot dst) {
  const ExprNode& node = pool_[e];
  const bool is_silent = node.op == Op::kNoEvent || node.op == Op::kToReal || node.op == Op::kOrdinal ||
                         node.op == Op::kSmooth || node.op == Op::kCall || node.op == Op::kCallPartial;
  Slot from = SlotFor(e);
  if (from == kNoSlot && is_silent) from = Compile(e);
  if (from != kNoSlot) {
    if (from != dst) Emit({OpCode::kCopy, dst, from});
    return;
  }
  Node(e, dst);
}

void CodeBuilder::Remember(ExprId e, Slot slot) {
  if (known_[e] != kNoSlot || IsLeaf(pool_[e].op)) return;
  known_.Set(e, slot);
  journal_.push_back(e);
}

void CodeBuilder::Forget(size_t mark) {
  while (journal_.size() > mark) {
    if (journal_.back()) {
      known_.Set(journal_.back(), kNoSlot);
    } else {
      known_calls_.erase(journal_calls_.back());
      journal_calls_.pop_back();
    }
    journal_.pop_back();
  }
}

void CodeBuilder::Forget(size_t mark, const std::vector<ExprId>& values) {
  const auto is_forgotten = [&](ExprId e) {
    if (!e || !std::ranges::binary_search(values, e)) return false;
    known_.Set(e, kNoSlot);
    return true;
  };
  const auto begin = journal_.begin() + static_cast<std::ptrdiff_t>(mark);
  journal_.erase(std::remove_if(begin, journal_.end(), is_forgotten), journal_.end());
}

bool CodeBuilder::SkipsBranches(ExprId e) {
  const ExprNode& node = pool_[e];
  if (node.op == Op::kIf) return target_.is_lazy || HasCall(node.args[1]) || HasCall(node.args[2]);
  if (node.op == Op::kAnd || node.op == Op::kOr) return target_.is_lazy;
  return node.op == Op::kHomotopy;
}

// Longer than a screen: one case for each kind of expression.
void CodeBuilder::Node(ExprId e, Slot dst) {
  const ExprNode& node = pool_[e];
  switch (node.op) {
    case Op::kConcat: {
      const Slot first = Compile(node.args[0]);
      const Slot second = Compile(node.args[1]);
      Emit({OpCode::kJoinTexts, dst, first, second});
      return;
    }
    case Op::kToString:
      ToText(node, dst);
      return;
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
      if (pool_[node.args[0]].type != ir::ScalarType::kString) break;
      CompareTexts(node, dst);
      return;
    case Op::kIf:
      if (!SkipsBranches(e)) break;
      LazyIf(node, dst);
      return;
    case Op::kAnd:
    case Op::kOr:
      if (!SkipsBranches(e)) break;
      ShortCircuit(node, dst);
      return;
    case Op::kHomotopy:
      Homotopy(node, dst);
      return;
    case Op::kPow:
      Power(node, dst);
      return;
    case Op::kLocalElement: {
      const Slot index = Compile(node.args[0]);
      Emit({OpCode::kLoadElement, dst, node.payload, index, target_.extent(node.payload)});
      return;
    }
    case Op::kMul:
      if (node.args[0] == node.args[1]) {
        const Slot a = Compile(node.args[0]);
        Emit({OpCode::kSquare, dst, a});
        return;
      }
      break;
    default:
      break;
  }
  if (IsLeaf(node.op)) {
    const auto [slot, negated] = target_.leaf(node);
    CHECK(negated, "leaf {} without a slot", ir::Spelling(node.op));
    Emit({node.type == ir::ScalarType::kBoolean ? OpCode::kNot : OpCode::kNeg, dst, slot});
    return;
  }
  Instruction instruction{OpCodeOf(node.op), dst};
  const Slot a = Compile(node.args[0]);
  const Slot b = node.args.size() > 1 ? Compile(node.args[1]) : kNoSlot;
  const Slot c = node.args.size() > 2 ? Compile(node.args[2]) : kNoSlot;
  instruction.a = a;
  instruction.b = b;
  instruction.c = c;
  Emit(instruction);
}

bool CodeBuilder::HasCall(ExprId e) {
  if (functions_.empty()) return false;
  const ExprNode& node = pool_[e];
  if (node.op == Op::kCall || node.op == Op::kCallPartial) return true;
  if (node.args.empty()) return false;
  if (const bool* known = has_call_.Find(e)) return *known;
  bool has = false;
  for (const ExprId arg : node.args) has = has || HasCall(arg);
  has_call_.Insert(e, has);
  return has;
}

void CodeBuilder::LazyIf(const ExprNode& node, Slot dst) {
  const Slot condition = Compile(node.args[0]);
  const size_t mark = Mark();
  // A branch may assign to dst early, so that it must not be one of the operands: a slot of its own.
  const Slot result = NewSlot();
  const int32_t to_else = Position();
  Emit({OpCode::kJumpIfZero, kNoSlot, 0, condition});
  CompileInto(node.args[1], result);
  Forget(mark);
  const int32_t to_end = Position();
  Emit({OpCode::kJump, kNoSlot, 0});
  At(to_else).a = Position();
  CompileInto(node.args[2], result);
  Forget(mark);
  At(to_end).a = Position();
  Emit({OpCode::kCopy, dst, result});
}

void CodeBuilder::ShortCircuit(const ExprNode& node, Slot dst) {
  const Slot result = NewSlot();
  CompileInto(node.args[0], result);
  const size_t mark = Mark();
  Slot proceeds = result;
  if (node.op == Op::kOr) {
    proceeds = NewSlot();
    Emit({OpCode::kNot, proceeds, result});
  }
  const int32_t to_end = Position();
  Emit({OpCode::kJumpIfZero, kNoSlot, 0, proceeds});
  CompileInto(node.args[1], result);
  Forget(mark);
  At(to_end).a = Position();
  Emit({OpCode::kCopy, dst, result});
}

// lambda*actual + (1 - lambda)*simplified, at 0 without the actual expression: it need not be defined there.
void CodeBuilder::Homotopy(const ExprNode& node, Slot dst) {
  const Slot lambda = target_.leaf(node).first;
  const Slot simplified = Compile(node.args[1]);
  const Slot result = NewSlot();
  Emit({OpCode::kCopy, result, simplified});
  const size_t mark = Mark();
  const int32_t to_end = Position();
  Emit({OpCode::kJumpIfZero, kNoSlot, 0, lambda});
  const Slot actual = Compile(node.args[0]);
  const Slot share = NewSlot(), rest = NewSlot(), other = NewSlot();
  Emit({OpCode::kMul, share, lambda, actual});
  Emit({OpCode::kSub, rest, target_.constant(1), lambda});
  Emit({OpCode::kMul, other, rest, simplified});
  Emit({OpCode::kAdd, result, share, other});
  Forget(mark);
  At(to_end).a = Position();
  Emit({OpCode::kCopy, dst, result});
}

void CodeBuilder::ToText(const ExprNode& node, Slot dst) {
  const ExprNode& of = pool_[node.args[0]];
  const std::string given = node.args.size() > 1 ? pool_.Text(node.args[1]) : "";
  Slot value = Compile(node.args[0]);
  if (of.type == ir::ScalarType::kBoolean) {
    const Slot text = NewSlot();
    Emit({OpCode::kSelect, text, value, target_.constant(NumberOf("true")), target_.constant(NumberOf("false"))});
    value = text;
  }
  if (of.type == ir::ScalarType::kEnumeration) {
    const std::vector<std::string>& literals = enumerations_[of.enumeration.index()].literals;
    Slot text = target_.constant(NumberOf({}));
    for (size_t k = literals.size(); k-- > 0;) {
      const Slot is_this = NewSlot(), chosen = NewSlot();
      Emit({OpCode::kEq, is_this, value, target_.constant(static_cast<double>(k + 1))});
      Emit({OpCode::kSelect, chosen, is_this, target_.constant(NumberOf(literals[k])), text});
      text = chosen;
    }
    value = text;
  }
  std::string pattern = given;
  if (pattern.empty()) {
    pattern = of.type == ir::ScalarType::kReal ? "%.6g" : of.type == ir::ScalarType::kInteger ? "%lld" : "%s";
  }
  Emit({OpCode::kFormatText, dst, value, target_.constant(NumberOf(pattern))});
}

void CodeBuilder::CompareTexts(const ExprNode& node, Slot dst) {
  const Slot first = Compile(node.args[0]);
  const Slot second = Compile(node.args[1]);
  const Slot order = NewSlot();
  Emit({OpCode::kCompareTexts, order, first, second});
  Emit({OpCodeOf(node.op), dst, order, target_.constant(0)});
}

void CodeBuilder::Power(const ExprNode& node, Slot dst) {
  const Slot base = Compile(node.args[0]);
  const ExprNode& exponent = pool_[node.args[1]];
  const double n = exponent.number;
  const bool is_literal = exponent.op == Op::kReal || exponent.op == Op::kInteger;
  if (!is_literal || n != std::floor(n) || std::fabs(n) > 8 || n == 0) {
    const Slot power = Compile(node.args[1]);
    Emit({OpCode::kPow, dst, base, power});
    return;
  }
  // Square and multiply; all steps in fresh slots, as dst may be the base.
  Slot result = kNoSlot;
  Slot square = base;
  for (int rest = static_cast<int>(std::fabs(n)); rest > 0; rest /= 2) {
    if (rest % 2 == 1) {
      if (result == kNoSlot) {
        result = square;
      } else {
        const Slot product = NewSlot();
        Emit({OpCode::kMul, product, result, square});
        result = product;
      }
    }
    if (rest > 1) {
      const Slot next = NewSlot();
      Emit({OpCode::kSquare, next, square});
      square = next;
    }
  }
  Emit({n < 0 ? OpCode::kReciprocal : OpCode::kCopy, dst, result});
}

const std::vector<Slot>& CodeBuilder::CompileCall(const ExprNode& node) {
  const ir::Function& function = functions_[static_cast<size_t>(node.payload)];
  std::vector<Slot> arguments;
  for (int32_t i = 0; i < function.input_count; ++i) arguments.push_back(Compile(node.args[static_cast<size_t>(i)]));
  const int32_t wrt = node.op == Op::kCallPartial ? node.wrt : -1;
  CallKey key(node.payload, wrt, arguments);
  if (const auto found = known_calls_.find(key); found != known_calls_.end()) return found->second;
  std::vector<Slot> results;
  for (int32_t i = 0; i < function.output_count; ++i) results.push_back(NewSlot());
  Emit({OpCode::kCall, kNoSlot, static_cast<Slot>(target_.calls.size())});
  target_.calls.push_back({node.payload, wrt, std::move(arguments), results});
  journal_.emplace_back();
  journal_calls_.push_back(key);
  return known_calls_.emplace(std::move(key), std::move(results)).first->second;
}

}  // namespace stiction::emit
