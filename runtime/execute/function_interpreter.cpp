// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/function_interpreter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/execute/operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxDepth = 1000;
constexpr long kMaxJumps = 100'000'000;
constexpr long kJumpsOfCall = 10;  // that take as long as one call
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void FunctionInterpreter::Run(const Call& call, double* slots) {
  std::vector<double>& stack = tape_.scratch_;
  const size_t top = stack.size();
  const bool dual = call.wrt >= 0;
  work_ = 0;
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
  work_ += kJumpsOfCall;
  if (work_ > kMaxJumps) Fail(function, "it calls functions without end", {});
  if (++depth_ > kMaxDepth) {
    Fail(function, "the recursion is deeper than 1000 calls", {});
  } else if (!tape_.failure_) {
    Execute(function, base, dual);
  }
  --depth_;
  return base;
}

// Longer than a screen: one case for each kind of instruction.
bool FunctionInterpreter::Execute(const FunctionCode& function, size_t base, bool dual) {
  const size_t size = function.initial_locals.size();
  double* s = tape_.scratch_.data() + base;
  double* d = s + size;
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
        if (++work_ > kMaxJumps) {
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
      case OpCode::kExternal:
        External(function, i.a, base, dual);
        if (tape_.failure_) return false;
        s = tape_.scratch_.data() + base;
        d = s + size;
        break;
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

void FunctionInterpreter::External(const FunctionCode& function, int32_t index, size_t base, bool dual) {
  const ExternalCode& external = function.externals[static_cast<size_t>(index)];
  const auto number = static_cast<int32_t>(&function - tape_.program_.functions.data());
  std::vector<double>& stack = tape_.scratch_;
  const std::string& wrong = tape_.externals_.Run(number, index, stack.data() + base, tape_.time_);
  if (!wrong.empty()) {
    Fail(function, wrong, external.place);
    if (tape_.failure_) tape_.failure_->is_external = true;
    return;
  }
  if (!dual) return;
  if (function.tangent) {
    Annotated(function, base);
  } else {
    Difference(external, number, index, base, function.initial_locals.size());
  }
}

void FunctionInterpreter::Annotated(const FunctionCode& function, size_t base) {
  const FunctionTangent& tangent = *function.tangent;
  std::vector<double>& stack = tape_.scratch_;
  const size_t top = stack.size();
  const size_t size = function.initial_locals.size();
  const auto inputs = static_cast<size_t>(function.input_count);
  for (size_t i = 0; i < inputs; ++i) stack.push_back(stack[base + i]);
  for (const int32_t input : tangent.differentiated) stack.push_back(stack[base + size + static_cast<size_t>(input)]);
  const size_t inner = Enter(tangent.function, top, false);
  const FunctionCode& callee = tape_.program_.functions[static_cast<size_t>(tangent.function)];
  for (size_t o = 0; o < tangent.outputs.size(); ++o) {
    const int32_t from = tangent.outputs[o];
    stack[base + size + inputs + o] =
        from < 0 ? 0.0 : stack[inner + static_cast<size_t>(callee.input_count) + static_cast<size_t>(from)];
  }
  stack.resize(top);
}

// A central difference along the tangents of the arguments, of step 1e-5 max(1, |argument|); beside the end of the
// function's range one to the inside.
void FunctionInterpreter::Difference(const ExternalCode& external, int32_t function, int32_t index, size_t base,
                                     size_t size) {
  std::vector<double>& stack = tape_.scratch_;
  double scale = 1;
  double length = 0;
  const auto for_each = [&](bool outputs, const auto& visit) {
    const auto slots = [&](const ExternalSlot& slot) {
      const bool counts = slot.kind == ExternalSlot::Kind::kReal || slot.kind == ExternalSlot::Kind::kArray;
      if (slot.is_output != outputs || !counts) return;
      for (int64_t k = 0; k < slot.count(); ++k) visit(static_cast<size_t>(slot.slot + k));
    };
    for (const ExternalSlot& slot : external.arguments) slots(slot);
    if (external.result) slots(*external.result);
  };
  for_each(false, [&](size_t at) {
    const double direction = stack[base + size + at];
    if (direction == 0) return;
    length = std::max(length, std::fabs(direction));
    scale = std::max(scale, std::fabs(stack[base + at]));
  });
  if (length == 0) {
    for_each(true, [&](size_t at) { stack[base + size + at] = 0; });
    return;
  }
  const double step = 1e-5 * scale / length;
  const size_t moved = stack.size();
  const auto run_at = [&](double by) {
    stack.resize(moved);
    stack.insert(stack.end(), size, 0.0);
    std::copy_n(stack.begin() + static_cast<std::ptrdiff_t>(base), size,
                stack.begin() + static_cast<std::ptrdiff_t>(moved));
    for_each(false, [&](size_t at) { stack[moved + at] += by * stack[base + size + at]; });
    return tape_.externals_.Run(function, index, stack.data() + moved, tape_.time_).empty();
  };
  double above = step;
  double below = -step;
  if (!run_at(above)) {
    above = 0;
    run_at(above);
  }
  for_each(true, [&](size_t at) { stack[base + size + at] = stack[moved + at]; });
  if (!run_at(below)) {
    below = 0;
    run_at(below);
  }
  for_each(true, [&](size_t at) {
    double& tangent = stack[base + size + at];
    tangent = above > below ? (tangent - stack[moved + at]) / (above - below) : 0;
  });
  stack.resize(moved);
}

void FunctionInterpreter::Fail(const FunctionCode& function, std::string message, std::string place) {
  if (tape_.failure_) return;
  tape_.failure_ = FunctionFailure{fmt::format("in function {}: {}", function.name, message), std::move(place)};
}

}  // namespace stiction::runtime
