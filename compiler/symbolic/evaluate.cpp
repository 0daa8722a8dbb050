// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/evaluate.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "compiler/symbolic/apply.h"
#include "runtime/operators/texts.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Function;
using ir::FunctionBody;
using ir::FunctionStatement;
using ir::FunctionTarget;
using ir::Op;
using ir::VariableId;

using Value = std::optional<double>;
using Slots = std::vector<Value>;
using Kind = FunctionStatement::Kind;

constexpr int kRecursionLimit = 200;
constexpr int64_t kStatementLimit = 10'000'000;
constexpr int64_t kStatementLimitOfUnknown = 5'000;  // of a call with arguments that are not known

enum class Flow { kNext, kBreak, kReturn, kFailed };

class Evaluator {
 public:
  Evaluator(const ExprPool& pool, const std::vector<Function>& functions,
            const std::function<Value(VariableId)>& value_of, CallResults& results)
      : pool_(pool), functions_(functions), value_of_(value_of), results_(results) {}

  /// Evaluates lazily, without recursion over expressions: only the branch of an `if` that is taken is looked at.
  Value Run(ExprId e, const Slots* slots) {
    std::unordered_map<ExprId, Value> known;
    std::vector<ExprId> stack{e};
    while (!stack.empty()) {
      const ExprId id = stack.back();
      if (known.contains(id)) {
        stack.pop_back();
        continue;
      }
      const size_t before = stack.size();
      PushMissing(pool_[id], known, stack);
      if (stack.size() > before) continue;
      const Value value = Node(id, known, slots);
      known.emplace(id, value);
      stack.pop_back();
    }
    return known.at(e);
  }

 private:
  static void PushMissing(const ExprNode& node, const std::unordered_map<ExprId, Value>& known,
                          std::vector<ExprId>& stack) {
    if (node.op == Op::kIf || node.op == Op::kAnd || node.op == Op::kOr) {
      if (const ExprId missing = FirstMissing(node, known)) stack.push_back(missing);
      return;
    }
    for (size_t i = node.args.size(); i-- > 0;) {
      if (!known.contains(node.args[i])) stack.push_back(node.args[i]);
    }
  }

  /// The next argument that the value of a lazy operator needs, or invalid if there is none.
  static ExprId FirstMissing(const ExprNode& node, const std::unordered_map<ExprId, Value>& known) {
    for (size_t i = 0; i < node.args.size(); ++i) {
      const auto found = known.find(node.args[i]);
      if (found == known.end()) return node.args[i];
      if (i > 0) continue;
      if (!found->second) continue;
      const bool holds = *found->second != 0;
      if (node.op == Op::kIf) return known.contains(node.args[holds ? 1 : 2]) ? ExprId() : node.args[holds ? 1 : 2];
      if ((node.op == Op::kAnd && !holds) || (node.op == Op::kOr && holds)) return {};
    }
    return {};
  }

  Value Node(ExprId id, const std::unordered_map<ExprId, Value>& known, const Slots* slots) {
    const ExprNode& node = pool_[id];
    switch (node.op) {
      case Op::kString:
        return NumberOf(pool_.Text(id));
      case Op::kReal:
      case Op::kInteger:
      case Op::kBoolean:
      case Op::kEnumeration:
        return node.number;
      case Op::kVariable:
        return value_of_(VariableId(node.payload));
      case Op::kLocal:
        return slots ? (*slots)[static_cast<size_t>(node.payload)] : std::nullopt;
      case Op::kLocalElement:
        return Element(node, known.at(node.args[0]), slots);
      case Op::kIf: {
        const Value condition = known.at(node.args[0]);
        if (condition) return known.at(node.args[*condition != 0 ? 1 : 2]);
        return Join(known.at(node.args[1]), known.at(node.args[2]));
      }
      case Op::kAnd:
      case Op::kOr: {
        const double decisive = node.op == Op::kOr ? 1 : 0;
        for (const ExprId arg : node.args) {
          const auto found = known.find(arg);
          if (found != known.end() && found->second == decisive) return decisive;
        }
        break;
      }
      default:
        break;
    }
    Slots args;
    for (const ExprId arg : node.args) {
      const auto found = known.find(arg);
      args.push_back(found == known.end() ? std::nullopt : found->second);
    }
    if (node.op == Op::kCall) return Output(node, args);
    if (node.op == Op::kCallPartial) return PartialOutput(node, args);
    const bool is_product = node.op == Op::kMul && (args[0] == 0.0 || args[1] == 0.0);
    if (is_product || (node.op == Op::kDiv && args[0] == 0.0 && !args[1])) return 0.0;
    std::vector<double> numbers;
    for (const Value& arg : args) {
      if (!arg) return std::nullopt;
      numbers.push_back(*arg);
    }
    if (node.op != Op::kConcat) return Apply(node.op, numbers);
    const double joined = JoinedTexts(numbers[0], numbers[1]);
    return std::isfinite(joined) ? std::optional(joined) : std::nullopt;
  }

  /// What holds whichever of the two it is.
  static Value Join(Value a, Value b) { return a == b ? a : std::nullopt; }

  static Value Element(const ExprNode& node, Value index, const Slots* slots) {
    if (!slots || !index || !(*index >= 0 && *index < static_cast<double>(slots->size()))) return std::nullopt;
    const size_t slot = static_cast<size_t>(node.payload) + static_cast<size_t>(*index);
    if (slot >= slots->size()) return std::nullopt;
    return (*slots)[slot];
  }

  Value Output(const ExprNode& node, const Slots& args) {
    const std::optional<Slots>& outputs = Call(node.payload, args);
    return outputs ? (*outputs)[static_cast<size_t>(node.output)] : std::nullopt;
  }

  /// A central difference: good enough for values needed at compile time.
  Value PartialOutput(const ExprNode& node, Slots args) {
    const size_t wrt = static_cast<size_t>(node.wrt);
    if (wrt >= args.size() || !args[wrt]) return std::nullopt;
    const double at = *args[wrt];
    const double step = 6e-6 * std::max(1.0, std::fabs(at));
    args[wrt] = at + step;
    const Value above = Output(node, args);
    args[wrt] = at - step;
    const Value below = Output(node, args);
    if (!above || !below) return std::nullopt;
    return (*above - *below) / (2 * step);
  }

  /// The outputs of a function.
  const std::optional<Slots>& Call(int32_t function_index, const Slots& args) {
    // Until the call has returned it has failed: one that calls itself with what is as unknown would go on for ever.
    const auto [entry, is_new] = results_.try_emplace({function_index, args});
    if (is_new) entry->second = Outputs(function_index, args);
    return entry->second;
  }

  std::optional<Slots> Outputs(int32_t function_index, const Slots& args) {
    if (function_index < 0 || static_cast<size_t>(function_index) >= functions_.size()) return std::nullopt;
    const Function& function = functions_[static_cast<size_t>(function_index)];
    if (depth_ >= kRecursionLimit) return std::nullopt;
    Slots slots(function.slots.size());
    std::copy_n(args.begin(), std::min(args.size(), slots.size()), slots.begin());
    const bool is_known = std::ranges::all_of(args, [](const Value& arg) { return arg.has_value(); });
    const int64_t limit = is_known ? limit_ : std::min(limit_, statements_ + kStatementLimitOfUnknown);
    const int64_t outer = std::exchange(limit_, limit);
    ++depth_;
    const Flow flow = Body(function.body, slots);
    --depth_;
    limit_ = outer;
    if (flow == Flow::kFailed) return std::nullopt;
    const auto first = slots.begin() + function.input_count;
    return Slots(first, first + function.output_count);
  }

  Flow Body(const FunctionBody& body, Slots& slots) {
    for (const FunctionStatement& statement : body) {
      if (++statements_ > limit_) return Flow::kFailed;
      const Flow flow = Statement(statement, slots);
      if (flow != Flow::kNext) return flow;
    }
    return Flow::kNext;
  }

  Flow Statement(const FunctionStatement& statement, Slots& slots) {
    switch (statement.kind) {
      case Kind::kAssign:
        return Assign(statement.target, Run(statement.value, &slots), slots);
      case Kind::kCallAssign:
        return CallAssign(statement, slots);
      case Kind::kIf:
        return IfStatement(statement, slots);
      case Kind::kWhile:
        return WhileStatement(statement, slots);
      case Kind::kBreak:
        return Flow::kBreak;
      case Kind::kReturn:
        return Flow::kReturn;
      case Kind::kAssert: {
        const Value holds = Run(statement.conditions[0], &slots);
        return holds == 0.0 ? Flow::kFailed : Flow::kNext;
      }
      case Kind::kExternal:
        Forget(statement, slots);
        return Flow::kNext;
    }
    return Flow::kFailed;
  }

  Flow Assign(const FunctionTarget& target, Value value, Slots& slots) {
    int64_t offset = 0;
    if (target.index) {
      const Value index = Run(target.index, &slots);
      if (!index) {
        Forget(target, slots);
        return Flow::kNext;
      }
      if (!(*index >= 0 && *index < target.extent)) return Flow::kFailed;
      offset = static_cast<int64_t>(*index);
    }
    slots[static_cast<size_t>(target.slot + offset)] = value;
    return Flow::kNext;
  }

  Flow CallAssign(const FunctionStatement& statement, Slots& slots) {
    const ExprNode& call = pool_[statement.value];
    Slots args;
    for (const ExprId arg : call.args) args.push_back(Run(arg, &slots));
    const std::optional<Slots> outputs = Call(call.payload, args);
    if (!outputs) return Flow::kFailed;
    for (size_t i = 0; i < statement.targets.size(); ++i) {
      const FunctionTarget& target = statement.targets[i];
      if (target.slot < 0) continue;
      if (Assign(target, (*outputs)[i], slots) == Flow::kFailed) return Flow::kFailed;
    }
    return Flow::kNext;
  }

  Flow IfStatement(const FunctionStatement& statement, Slots& slots) {
    for (size_t i = 0; i < statement.conditions.size(); ++i) {
      const Value holds = Run(statement.conditions[i], &slots);
      if (!holds) return EachBranchFrom(i, statement, slots);
      if (*holds != 0) return Body(statement.bodies[i], slots);
    }
    if (statement.bodies.size() > statement.conditions.size()) return Body(statement.bodies.back(), slots);
    return Flow::kNext;
  }

  /// Which branch is taken is not known: what holds after each of them does.
  Flow EachBranchFrom(size_t first, const FunctionStatement& statement, Slots& slots) {
    std::optional<Slots> joined;
    const auto take = [&joined](const Slots& after) {
      if (!joined) {
        joined = after;
        return;
      }
      for (size_t k = 0; k < after.size(); ++k) (*joined)[k] = Join((*joined)[k], after[k]);
    };
    for (size_t i = first; i < statement.bodies.size(); ++i) {
      Slots after = slots;
      if (Body(statement.bodies[i], after) != Flow::kNext) return Flow::kFailed;
      take(after);
    }
    if (statement.bodies.size() == statement.conditions.size()) take(slots);
    slots = std::move(*joined);
    return Flow::kNext;
  }

  static void Forget(const FunctionTarget& target, Slots& slots) {
    const size_t end = static_cast<size_t>(target.slot) + static_cast<size_t>(target.index ? target.extent : 1);
    for (size_t k = static_cast<size_t>(target.slot); target.slot >= 0 && k < end; ++k) slots[k].reset();
  }

  /// Forgets what the statement may assign. @returns false if it may leave the function
  static bool Forget(const FunctionStatement& statement, Slots& slots) {
    Forget(statement.target, slots);
    for (const FunctionTarget& target : statement.targets) Forget(target, slots);
    if (statement.external) {
      const auto forget = [&slots](const ir::ExternalArgument& argument) {
        int64_t count = argument.is_output && argument.slot >= 0 ? 1 : 0;
        for (const int64_t size : argument.dims) count *= size;
        for (int64_t k = 0; k < count; ++k) slots[static_cast<size_t>(argument.slot + k)].reset();
      };
      std::ranges::for_each(statement.external->arguments, forget);
      if (statement.external->result) forget(*statement.external->result);
    }
    bool stays = statement.kind != Kind::kReturn;
    for (const FunctionBody& body : statement.bodies) {
      for (const FunctionStatement& inner : body) stays = Forget(inner, slots) && stays;
    }
    return stays;
  }

  Flow WhileStatement(const FunctionStatement& statement, Slots& slots) {
    while (true) {
      if (++statements_ > limit_) return Flow::kFailed;
      const Value holds = Run(statement.conditions[0], &slots);
      if (!holds) return Forget(statement, slots) ? Flow::kNext : Flow::kFailed;
      if (*holds == 0) return Flow::kNext;
      const Flow flow = Body(statement.bodies[0], slots);
      if (flow == Flow::kBreak) return Flow::kNext;
      if (flow != Flow::kNext) return flow;
    }
  }

  const ExprPool& pool_;
  const std::vector<Function>& functions_;
  const std::function<Value(VariableId)>& value_of_;
  CallResults& results_;
  int depth_ = 0;
  int64_t statements_ = 0, limit_ = kStatementLimit;
};

}  // namespace

std::optional<double> Evaluate(const ExprPool& pool, const std::vector<Function>& functions, ExprId e,
                               const std::function<std::optional<double>(VariableId)>& value_of, CallResults* results) {
  CallResults own;
  return Evaluator(pool, functions, value_of, results != nullptr ? *results : own).Run(e, nullptr);
}

}  // namespace stiction::symbolic
