// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/check_functions/assignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/support/check.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::FunctionStatement;
using ir::FunctionTarget;
using ir::Op;
using Kind = FunctionStatement::Kind;

/// By slot, whether a path leads here that assigns it; nothing where no path leads.
using SlotState = std::optional<std::vector<bool>>;

SlotState Join(const SlotState& a, const SlotState& b) {
  if (!a || !b) return a ? a : b;
  std::vector<bool> joined = *a;
  for (size_t s = 0; s < joined.size(); ++s) joined[s] = joined[s] || (*b)[s];
  return joined;
}

/// "a" of "a[2,1]", "r" of "r.x": what the modeller declared.
std::string Declared(const std::string& slot) { return slot.substr(0, slot.find_first_of("[.")); }

class SlotWalk {
 public:
  SlotWalk(const ir::ExprPool& pool, const ir::Function& function, Diagnostics& diagnostics)
      : pool_(pool), function_(function), diagnostics_(diagnostics) {}

  bool Run() {
    state_.emplace(function_.slots.size(), false);
    std::fill_n(state_->begin(), function_.input_count, true);
    Statements(function_.body);
    if (state_ || returns_) Outputs();
    return !told_.empty();
  }

 private:
  void Statements(const ir::FunctionBody& body) {
    for (const FunctionStatement& statement : body) {
      if (state_) Visit(statement);
    }
  }

  void Visit(const FunctionStatement& s) {
    if (s.kind == Kind::kIf) return VisitIf(s);
    if (s.kind == Kind::kWhile) return VisitLoop(s);
    if (s.value) Read(s.value, s);
    for (const ExprId e : s.conditions) Read(e, s);
    switch (s.kind) {
      case Kind::kAssign:
        return Assign(s.target, s);
      case Kind::kCallAssign:
        for (const FunctionTarget& target : s.targets) {
          if (target.slot >= 0) Assign(target, s);
        }
        return;
      case Kind::kExternal:
        return VisitExternal(s);
      case Kind::kAssert:
        if (pool_[s.conditions.at(0)].op == Op::kBoolean && pool_[s.conditions[0]].number == 0) state_.reset();
        return;
      case Kind::kReturn:
        returns_ = true;
        state_.reset();
        return;
      case Kind::kBreak:
        state_.reset();
        return;
      case Kind::kIf:
      case Kind::kWhile:
        break;
    }
    CHECK(false, "a statement that was visited above");
  }

  void VisitIf(const FunctionStatement& s) {
    SlotState after;
    ++conditions_;
    for (size_t b = 0; b < s.bodies.size(); ++b) {
      if (b < s.conditions.size()) {
        conditions_ -= b == 0 ? 1 : 0;
        Read(s.conditions[b], s);
        conditions_ += b == 0 ? 1 : 0;
      }
      const SlotState before = state_;
      Statements(s.bodies[b]);
      after = Join(after, state_);
      state_ = before;
    }
    --conditions_;
    const bool has_else = s.bodies.size() > s.conditions.size();
    state_ = has_else ? after : Join(after, state_);
  }

  void VisitLoop(const FunctionStatement& s) {
    Read(s.conditions.at(0), s);
    const SlotState before = state_;
    const bool is_inner = std::exchange(is_first_turn_, true);
    // Inside of another loop it may run in a later turn of that only.
    const int conditions = std::exchange(conditions_, is_inner ? conditions_ + 1 : 0);
    Statements(s.bodies.at(0));
    conditions_ = conditions;
    is_first_turn_ = is_inner;
    state_ = before;
    MarkTargets(s.bodies[0]);
    if (is_inner) return;
    const SlotState after = state_;
    Statements(s.bodies[0]);
    state_ = after;
  }

  void VisitExternal(const FunctionStatement& s) {
    const auto slots = [&](const ir::ExternalArgument& argument, auto&& visit) {
      int32_t count = 1;
      for (const int64_t d : argument.dims) count *= static_cast<int32_t>(d);
      for (int32_t k = 0; argument.slot >= 0 && k < count; ++k) visit(argument.slot + k);
    };
    for (const ir::ExternalArgument& argument : s.external->arguments) {
      if (!argument.is_output) slots(argument, [&](int32_t slot) { ReadSlot(slot, 1, s, false); });
    }
    for (const ir::ExternalArgument& argument : s.external->arguments) {
      if (argument.is_output) slots(argument, [&](int32_t slot) { Mark(slot, 1); });
    }
    if (s.external->result) slots(*s.external->result, [&](int32_t slot) { Mark(slot, 1); });
  }

  void Mark(int32_t first, int32_t extent) {
    for (int32_t slot = first; slot < first + extent; ++slot) {
      if (state_) (*state_)[static_cast<size_t>(slot)] = true;
      ever_.insert(slot);
    }
  }

  void Assign(const FunctionTarget& target, const FunctionStatement& s) {
    if (target.index) Read(target.index, s);
    Mark(target.slot, target.index ? target.extent : 1);
  }

  void MarkTargets(const ir::FunctionBody& body) {
    for (const FunctionStatement& s : body) {
      if (s.kind == Kind::kAssign) Mark(s.target.slot, s.target.index ? s.target.extent : 1);
      for (const FunctionTarget& target : s.targets) {
        if (target.slot >= 0) Mark(target.slot, target.index ? target.extent : 1);
      }
      for (const ir::FunctionBody& inner : s.bodies) MarkTargets(inner);
    }
  }

  /// Checks the reads of `root`; those in a branch of it are conditional.
  void Read(ExprId root, const FunctionStatement& s) {
    std::set<std::pair<ExprId, bool>> seen;
    std::vector<std::pair<ExprId, bool>> work = {{root, conditions_ > 0}};
    while (!work.empty()) {
      const auto [e, is_conditional] = work.back();
      work.pop_back();
      if (!seen.insert({e, is_conditional}).second) continue;
      const ir::ExprNode& node = pool_[e];
      if (node.op == Op::kLocal) ReadSlot(node.payload, 1, s, is_conditional);
      if (node.op == Op::kLocalElement) ReadElement(node.payload, s, is_conditional);
      const bool has_branches = node.op == Op::kIf || node.op == Op::kAnd || node.op == Op::kOr;
      for (size_t k = 0; k < node.args.size(); ++k) {
        work.push_back({node.args[k], is_conditional || (has_branches && k > 0)});
      }
    }
  }

  /// An element of the array from `first` on that is chosen at run time.
  void ReadElement(int32_t first, const FunctionStatement& s, bool is_conditional) {
    const auto array = [&](int32_t slot) {
      const std::string& name = function_.slots[static_cast<size_t>(slot)].name;
      return name.substr(0, name.rfind('['));
    };
    int32_t extent = 1;
    while (first + extent < static_cast<int32_t>(function_.slots.size()) && array(first + extent) == array(first)) {
      ++extent;
    }
    ReadSlot(first, extent, s, is_conditional);
  }

  void ReadSlot(int32_t first, int32_t extent, const FunctionStatement& s, bool is_conditional) {
    if (!state_ || (is_first_turn_ && is_conditional)) return;
    for (int32_t slot = first; slot < first + extent; ++slot) {
      if ((*state_)[static_cast<size_t>(slot)]) return;
    }
    const std::string& name = function_.slots[static_cast<size_t>(first)].name;
    if (!told_.insert(Declared(name)).second) return;
    diagnostics_
        .Error(DiagnosticKind::VariableUnassigned, s.origin.span,
               fmt::format("`{}` is read here before anything is assigned to it{}", extent > 1 ? Declared(name) : name,
                           is_first_turn_ ? ", in the first turn of the loop" : ""))
        .hint = fmt::format("assign it before, or give `{}` a value in its declaration", Declared(name));
  }

  void Outputs() {
    for (int32_t slot = function_.input_count; slot < function_.input_count + function_.output_count; ++slot) {
      const std::string& name = function_.slots[static_cast<size_t>(slot)].name;
      if (ever_.contains(slot) || !told_.insert(Declared(name)).second) continue;
      diagnostics_
          .Error(DiagnosticKind::VariableUnassigned, function_.origin.span,
                 fmt::format("the output `{}` of `{}` gets no value", name, function_.name))
          .hint = fmt::format("assign it, or give `{}` a value in its declaration", Declared(name));
    }
  }

  const ir::ExprPool& pool_;
  const ir::Function& function_;
  Diagnostics& diagnostics_;
  SlotState state_;
  std::set<int32_t> ever_;      // slots that something assigns
  std::set<std::string> told_;  // declared names
  bool is_first_turn_ = false;
  bool returns_ = false;  // a return is reached
  int conditions_ = 0;    // that stand around what is visited
};

}  // namespace

bool CheckSlotsAssigned(const ir::ExprPool& pool, const ir::Function& function, Diagnostics& diagnostics) {
  return SlotWalk(pool, function, diagnostics).Run();
}

}  // namespace stiction
