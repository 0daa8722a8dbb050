// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/inline.h"

#include <algorithm>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::FunctionStatement;
using ir::Op;

/// Bodies inlined into each other at most this deep: a recursion ends here, as a call.
constexpr int kDepthLimit = 20;
/// Likewise calls of literals, each of which may make several others.
constexpr int kLiteralDepthLimit = 3;
constexpr size_t kSmall = 24;  // operations of a body

/// Runs a body on expressions instead of numbers.
class SymbolicRun {
 public:
  SymbolicRun(ExprPool& pool, const std::vector<ir::Function>& functions, const ir::Function& function,
              const ir::Arguments& arguments, int depth = 0)
      : pool_(pool), functions_(functions), function_(function), depth_(depth), values_(function.slots.size()) {
    std::copy(arguments.begin(), arguments.end(), values_.begin());
    possible_ = Run(function.body);
  }

  /// Invalid if the slot has no value, or the body cannot be run so.
  ExprId ValueOf(int32_t slot) const { return possible_ ? values_[static_cast<size_t>(slot)] : ExprId(); }

 private:
  using Values = std::vector<ExprId>;  // by slot; invalid: not assigned

  // Invalid if it needs a slot without a value, or an element whose index is not known.
  ExprId Value(ExprId e) {
    bool known = true;
    Rewriter rewrite(pool_, [&](const ExprNode& node) -> std::optional<ExprId> {
      if (node.op == Op::kLocal) {
        const ExprId value = values_[static_cast<size_t>(node.payload)];
        if (value) return value;
        known = false;
      }
      if (node.op == Op::kLocalElement) {
        const ExprNode& index = pool_[node.args[0]];
        const ExprId value = ir::IsLiteral(index.op)
                                 ? values_[static_cast<size_t>(node.payload) + static_cast<size_t>(index.number)]
                                 : ExprId();
        if (value) return value;
        known = false;
      }
      return node.op == Op::kCall ? LiteralOf(node) : std::nullopt;
    });
    const ExprId value = rewrite(e);
    return known ? value : ExprId();
  }

  // A function of settings, such as one that only says `false`, takes the branches with it that it shuts.
  std::optional<ExprId> LiteralOf(const ExprNode& call) const {
    const auto is_literal = [this](ExprId argument) { return ir::IsLiteral(pool_[argument].op); };
    const ir::Function& callee = functions_[static_cast<size_t>(call.payload)];
    if (depth_ >= kLiteralDepthLimit || callee.is_impure || !std::ranges::all_of(call.args, is_literal)) {
      return std::nullopt;
    }
    const SymbolicRun run(pool_, functions_, callee, call.args, depth_ + 1);
    const ExprId value = run.ValueOf(callee.input_count + call.output);
    return value && is_literal(value) && pool_[value].type == call.type ? std::optional(value) : std::nullopt;
  }

  bool Assign(const ir::FunctionTarget& target, ExprId value) {
    if (target.slot < 0) return true;
    if (target.index || !value) return false;
    values_[static_cast<size_t>(target.slot)] = value;
    return true;
  }

  bool CallAssign(const FunctionStatement& statement) {
    const ExprId value = Value(statement.value);
    if (!value || pool_[value].op != Op::kCall) return false;
    const bool is_for_effect = std::all_of(statement.targets.begin(), statement.targets.end(),
                                           [](const ir::FunctionTarget& target) { return target.slot < 0; });
    if (is_for_effect) return false;
    for (size_t i = 0; i < statement.targets.size(); ++i) {
      const ir::FunctionTarget& target = statement.targets[i];
      if (target.slot < 0) continue;
      ExprNode output = pool_[value];
      output.output = static_cast<int32_t>(i);
      const ir::Function& callee = functions_[static_cast<size_t>(output.payload)];
      output.type = callee.slots[static_cast<size_t>(callee.input_count) + static_cast<size_t>(output.output)].type;
      ExprId result = pool_.Make(std::move(output));
      const bool widens = pool_[result].type == ir::ScalarType::kInteger &&
                          function_.slots[static_cast<size_t>(target.slot)].type == ir::ScalarType::kReal;
      if (widens) result = Build(pool_, {.op = Op::kToReal, .type = ir::ScalarType::kReal, .args = {result}});
      if (!Assign(target, result)) return false;
    }
    return true;
  }

  bool If(const FunctionStatement& statement) {
    std::vector<ExprId> conditions;
    for (const ExprId condition : statement.conditions) {
      conditions.push_back(Value(condition));
      if (!conditions.back()) return false;
    }
    const Values before = values_;
    std::vector<Values> after;
    for (const ir::FunctionBody& body : statement.bodies) {
      values_ = before;
      if (!Run(body)) return false;
      after.push_back(values_);
    }
    if (after.size() == conditions.size()) after.push_back(before);
    values_ = after.back();
    for (size_t branch = conditions.size(); branch-- > 0;) {
      for (size_t slot = 0; slot < values_.size(); ++slot) {
        const ExprId here = after[branch][slot];
        if (here == values_[slot]) continue;
        const bool both = here && values_[slot];
        values_[slot] = both ? symbolic::If(pool_, conditions[branch], here, values_[slot]) : ExprId();
      }
    }
    return true;
  }

  bool Run(const ir::FunctionBody& body) {
    for (const FunctionStatement& statement : body) {
      switch (statement.kind) {
        case FunctionStatement::Kind::kAssign:
          if (!Assign(statement.target, Value(statement.value))) return false;
          break;
        case FunctionStatement::Kind::kCallAssign:
          if (!CallAssign(statement)) return false;
          break;
        case FunctionStatement::Kind::kIf:
          if (!If(statement)) return false;
          break;
        default:
          return false;
      }
    }
    return true;
  }

  ExprPool& pool_;
  const std::vector<ir::Function>& functions_;
  const ir::Function& function_;
  int depth_;
  Values values_;
  bool possible_ = false;
};

/// Operations of a body and of the functions that it calls; more than kSmall where it holds other statements than
/// assignments and choices, or calls what is not inlined itself, such as the function whose body it is.
size_t SizeOf(const ExprPool& pool, const std::vector<ir::Function>& functions, const ir::FunctionBody& body) {
  size_t size = 0;
  const auto add = [&](ExprId e) {
    ForEachNode(pool, e, [&](ExprId id) {
      const ExprNode& node = pool[id];
      size += node.args.empty() ? 0 : 1;
      if (node.op != Op::kCall && node.op != Op::kCallPartial) return;
      const ir::Function& callee = functions[static_cast<size_t>(node.payload)];
      const bool is_inlined = node.op == Op::kCall && callee.inlining == ir::Inlining::kAtOnce;
      size += is_inlined && size <= kSmall ? SizeOf(pool, functions, callee.body) : kSmall + 1;
    });
  };
  for (const FunctionStatement& statement : body) {
    if (size > kSmall) break;
    if (statement.kind == FunctionStatement::Kind::kAssign && !statement.target.index) {
      add(statement.value);
    } else if (statement.kind == FunctionStatement::Kind::kIf) {
      for (const ExprId condition : statement.conditions) add(condition);
      for (const ir::FunctionBody& branch : statement.bodies) size += SizeOf(pool, functions, branch);
    } else {
      size += kSmall + 1;
    }
  }
  return size;
}

bool HasRelations(const ExprPool& pool, ExprId e) {
  bool found = false;
  ForEachNode(pool, e, [&](ExprId id) { found = found || ir::IsRelation(pool[id].op); });
  return found;
}

ExprId Inline(ExprPool& pool, const std::vector<ir::Function>& functions, ExprId e,
              const std::function<bool(const ir::Function&)>& chosen, int depth) {
  Rewriter rewrite(pool, [&](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kCall || !chosen(functions[static_cast<size_t>(node.payload)])) return std::nullopt;
    const std::optional<ExprId> value = InlineCall(pool, functions, node);
    if (!value || depth >= kDepthLimit) return std::nullopt;
    return Inline(pool, functions, *value, chosen, depth + 1);
  });
  return rewrite(e);
}

}  // namespace

std::optional<ExprId> InlineCall(ExprPool& pool, const std::vector<ir::Function>& functions, const ExprNode& call) {
  const ir::Function& function = functions[static_cast<size_t>(call.payload)];
  const SymbolicRun run(pool, functions, function, call.args);
  const ExprId value = run.ValueOf(function.input_count + call.output);
  if (!value) return std::nullopt;
  if (!HasRelations(pool, value)) return value;
  const ir::ScalarType type = pool[value].type;
  return Build(pool, {.op = Op::kNoEvent, .type = type, .enumeration = pool[value].enumeration, .args = {value}});
}

bool IsSmall(const ExprPool& pool, const std::vector<ir::Function>& functions, const ir::Function& function) {
  return !function.is_impure && SizeOf(pool, functions, function.body) <= kSmall;
}

ExprId InlineCalls(ExprPool& pool, const std::vector<ir::Function>& functions, ExprId e,
                   const std::function<bool(const ir::Function&)>& chosen) {
  if (std::none_of(functions.begin(), functions.end(), chosen)) return e;
  return Inline(pool, functions, e, chosen, 0);
}

namespace {

/// Also what is to be inlined at once: index reduction makes calls of it, as derivatives of other functions.
bool IsInlinedLate(const ir::Function& f) { return f.inlining != ir::Inlining::kNever; }

}  // namespace

ExprId InlineLate(ExprPool& pool, const std::vector<ir::Function>& functions, ExprId e) {
  return InlineCalls(pool, functions, e, IsInlinedLate);
}

bool AreInlinedLate(const std::vector<ir::Function>& functions) {
  return std::ranges::any_of(functions, IsInlinedLate);
}

}  // namespace stiction::symbolic
