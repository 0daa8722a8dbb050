#include "runtime/evaluate/function_interpreter.h"

#include <limits>

#include "runtime/evaluate/operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxDepth = 1000;
constexpr long kMaxJumps = 100'000'000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void FunctionInterpreter::Run(const Call& call, double* slots) {
  std::vector<double>& stack = tape_.scratch_;
  const size_t top = stack.size();
  const bool dual = call.wrt >= 0;
  for (const Slot argument : call.arguments) stack.push_back(slots[argument]);
  if (dual) {
    for (size_t i = 0; i < call.arguments.size(); ++i) stack.push_back(static_cast<int32_t>(i) == call.wrt ? 1.0 : 0.0);
  }
  const size_t base = Enter(call.function, top, dual);
  const FunctionCode& function = tape_.program_.functions[static_cast<size_t>(call.function)];
  const size_t outputs = base + static_cast<size_t>(function.input_count) + (dual ? function.initial_locals.size() : 0);
  for (size_t i = 0; i < call.results.size(); ++i) {
    if (call.results[i] != kNoSlot) slots[call.results[i]] = tape_.failure_ ? kNaN : stack[outputs + i];
  }
  stack.resize(top);
}

size_t FunctionInterpreter::Enter(int32_t index, size_t arguments_at, bool dual) {
  const FunctionCode& function = tape_.program_.functions[static_cast<size_t>(index)];
  std::vector<double>& stack = tape_.scratch_;
  const size_t base = stack.size();
  const size_t size = function.initial_locals.size();
  const auto inputs = static_cast<size_t>(function.input_count);
  stack.insert(stack.end(), function.initial_locals.begin(), function.initial_locals.end());
  if (dual) stack.resize(base + 2 * size, 0.0);
  for (size_t i = 0; i < inputs; ++i) {
    stack[base + i] = stack[arguments_at + i];
    if (dual) stack[base + size + i] = stack[arguments_at + inputs + i];
  }
  if (++depth_ > kMaxDepth) {
    Fail(function, "the recursion is deeper than 1000 calls", {});
  } else if (!tape_.failure_) {
    Execute(function, base, dual);
  }
  --depth_;
  return base;
}

bool FunctionInterpreter::Execute(const FunctionCode& function, size_t base, bool dual) {
  const size_t size = function.initial_locals.size();
  double* s = tape_.scratch_.data() + base;
  double* d = s + size;
  long jumps = 0;
  for (size_t pc = 0; pc < function.code.size(); ++pc) {
    const Instruction& i = function.code[pc];
    if (dual && i.op < OpCode::kCall) {
      // dst may be an operand: the tangent needs the operands, then the value
      const double old = i.dst == i.a || i.dst == i.b || i.dst == i.c ? s[i.dst] : 0;
      ExecuteScalar(i, s);
      const double value = s[i.dst];
      if (i.dst == i.a || i.dst == i.b || i.dst == i.c) s[i.dst] = old;
      d[i.dst] = Tangent(i, s, d, value);
      s[i.dst] = value;
      continue;
    }
    if (ExecuteScalar(i, s)) continue;
    switch (i.op) {
      case OpCode::kCall:
        Nested(function, function.calls[static_cast<size_t>(i.a)], base, dual);
        if (tape_.failure_) return false;
        s = tape_.scratch_.data() + base;
        d = s + size;
        break;
      case OpCode::kJumpIfZero:
        if (s[i.b] != 0) break;
        [[fallthrough]];
      case OpCode::kJump:
        if (++jumps > kMaxJumps) {
          Fail(function, "a loop does not end", {});
          return false;
        }
        pc = static_cast<size_t>(i.a) - 1;  // the loop adds one
        break;
      case OpCode::kLoadElement:
      case OpCode::kStoreElement: {
        const double index = s[i.b];
        if (!(index >= 0 && index < i.c)) {
          Fail(function, fmt::format("index {} is outside of an array of {} elements", index + 1, i.c), {});
          return false;
        }
        const auto offset = static_cast<int32_t>(index);
        const Slot from = i.op == OpCode::kLoadElement ? i.a + offset : i.a;
        const Slot to = i.op == OpCode::kLoadElement ? i.dst : i.dst + offset;
        s[to] = s[from];
        if (dual) d[to] = d[from];
        break;
      }
      case OpCode::kReturn:
        return true;
      case OpCode::kAssert:
        if (s[i.a] != 0) break;
        Fail(function, Format(function.messages[static_cast<size_t>(i.b)], s),
             function.places[static_cast<size_t>(i.b)]);
        return false;
      default:
        RT_CHECK(false, "operation {} in a function", static_cast<int>(i.op));
    }
  }
  return true;
}

void FunctionInterpreter::Nested(const FunctionCode& function, const Call& call, size_t base, bool dual) {
  RT_CHECK(call.wrt < 0, "a function body holds a derivative of a function");
  std::vector<double>& stack = tape_.scratch_;
  const size_t top = stack.size();
  const size_t size = function.initial_locals.size();
  for (const Slot argument : call.arguments) stack.push_back(stack[base + static_cast<size_t>(argument)]);
  if (dual) {
    for (const Slot argument : call.arguments) stack.push_back(stack[base + size + static_cast<size_t>(argument)]);
  }
  const size_t inner = Enter(call.function, top, dual);
  const FunctionCode& callee = tape_.program_.functions[static_cast<size_t>(call.function)];
  const size_t outputs = inner + static_cast<size_t>(callee.input_count);
  for (size_t i = 0; i < call.results.size(); ++i) {
    if (call.results[i] == kNoSlot) continue;
    const size_t result = base + static_cast<size_t>(call.results[i]);
    stack[result] = stack[outputs + i];
    if (dual) stack[result + size] = stack[outputs + i + callee.initial_locals.size()];
  }
  stack.resize(top);
}

void FunctionInterpreter::Fail(const FunctionCode& function, std::string message, std::string place) {
  if (tape_.failure_) return;
  tape_.failure_ = FunctionFailure{fmt::format("in function {}: {}", function.name, message), std::move(place)};
}

}  // namespace stiction::runtime
