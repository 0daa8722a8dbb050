// SPDX-License-Identifier: BSD-3-Clause
// Expressions to instructions. Equal subexpressions (equal ids in the pool) are computed once while their value is
// valid; the caller says how long that is.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/id_map.h"
#include "compiler/support/paged_id_map.h"
#include "runtime/program/program.h"

namespace stiction::emit {

/// The destination of code: a Program, or the body of one function.
struct CodeTarget {
  std::vector<runtime::Instruction>& code;
  std::vector<runtime::Call>& calls;
  /// A fresh slot, the slot of a constant, the slot of a leaf (variable, pre, relation, local, ..., the lambda of
  /// homotopy) and whether the leaf is the negative of it.
  std::function<runtime::Slot()> new_slot;
  std::function<runtime::Slot(double)> constant;
  std::function<std::pair<runtime::Slot, bool>(const ir::ExprNode&)> leaf;
  /// Number of elements of the array that starts at a local slot.
  std::function<int32_t(int32_t)> extent;
  /// Branches of `if`, `and`, `or` are skipped by jumps (function bodies); else both are computed, but for calls.
  bool is_lazy = false;
};

/// @pre the operator computes one number from its arguments
runtime::OpCode OpCodeOf(ir::Op op);

class CodeBuilder {
 public:
  CodeBuilder(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, CodeTarget target,
              const std::vector<ir::Enumeration>& enumerations)
      : pool_(pool), functions_(functions), target_(std::move(target)), enumerations_(enumerations) {}

  /// The slot that holds the value of `e` after the code so far.
  runtime::Slot Compile(ir::ExprId e);
  /// Code that writes the value of `e` to `dst`.
  void CompileInto(ir::ExprId e, runtime::Slot dst);
  /// e is in `slot` from now on.
  void Remember(ir::ExprId e, runtime::Slot slot);
  void Emit(runtime::Instruction instruction) { target_.code.push_back(instruction); }
  int32_t Position() const { return static_cast<int32_t>(target_.code.size()); }
  runtime::Instruction& At(int32_t position) { return target_.code[static_cast<size_t>(position)]; }
  runtime::Slot NewSlot() { return target_.new_slot(); }

  /// Values computed after Mark are forgotten by Forget.
  size_t Mark() const { return journal_.size(); }
  void Forget(size_t mark);
  void ForgetAll() { Forget(0); }
  /// Of the values computed after Mark only these. @param values ascending
  void Forget(size_t mark, const std::vector<ir::ExprId>& values);
  /// A slot holds the value of `e`, as far as that needs code.
  bool Knows(ir::ExprId e) const { return known_[e] != runtime::kNoSlot; }
  /// The code of `e` runs only some of that of its arguments.
  bool SkipsBranches(ir::ExprId e);

  /// Compiles all scalar arguments and the call itself. @returns the slots of all outputs
  const std::vector<runtime::Slot>& CompileCall(const ir::ExprNode& node);

 private:
  using CallKey = std::tuple<int32_t, int32_t, std::vector<runtime::Slot>>;

  void Node(ir::ExprId e, runtime::Slot dst);
  void LazyIf(const ir::ExprNode& node, runtime::Slot dst);
  void ShortCircuit(const ir::ExprNode& node, runtime::Slot dst);
  void Homotopy(const ir::ExprNode& node, runtime::Slot dst);
  void ToText(const ir::ExprNode& node, runtime::Slot dst);
  void CompareTexts(const ir::ExprNode& node, runtime::Slot dst);
  void Power(const ir::ExprNode& node, runtime::Slot dst);
  bool HasCall(ir::ExprId e);
  runtime::Slot SlotFor(ir::ExprId e);

  const ir::ExprPool& pool_;
  const std::vector<ir::Function>& functions_;
  CodeTarget target_;
  const std::vector<ir::Enumeration>& enumerations_;
  PagedIdMap<ir::ExprId, runtime::Slot, runtime::kNoSlot> known_;
  std::map<CallKey, std::vector<runtime::Slot>> known_calls_;
  /// The entries in the order of their addition: an expression, or (invalid id) the next of the calls.
  std::vector<ir::ExprId> journal_;
  std::vector<CallKey> journal_calls_;
  IdMap<ir::ExprId, bool> has_call_;
};

}  // namespace stiction::emit
