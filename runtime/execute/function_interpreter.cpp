// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/function_interpreter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "runtime/execute/operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr const char* kWithoutEnd = "it calls functions without end";
constexpr const char* kTooDeep = "the recursion is deeper than 1000 calls";
constexpr const char* kNoRoom = "the variables of the functions that run take more than 256 MB";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

// A call that does not depend on one that failed has its values all the same: what is decided by them can be.
void FunctionInterpreter::Run(const Call& call, double* slots) {
  if (!tape_.failure_) return RunAlone(call, slots);
  if (std::ranges::any_of(call.arguments, [slots](Slot slot) { return std::isnan(slots[slot]); })) {
    for (const Slot result : call.results) {
      if (result != kNoSlot) slots[result] = kNaN;
    }
    return;
  }
  std::optional<FunctionFailure> first;
  std::swap(first, tape_.failure_);
  RunAlone(call, slots);
  tape_.failure_ = std::move(first);
}

void FunctionInterpreter::RunAlone(const Call& call, double* slots) {
  const FunctionCode& function = tape_.program_.functions[static_cast<size_t>(call.function)];
  const bool dual = call.wrt >= 0;
  work_ = 0;
  const size_t top = tape_.frames_.top();
  double* const frame = Push(function, dual);
  if (frame != nullptr) {
    const size_t size = function.initial_locals.size();
    tape_.argument_lists_.Copy(call.arguments, slots, frame);
    if (dual) {
      std::fill_n(frame + size, call.arguments.size(), 0.0);
      frame[size + static_cast<size_t>(call.wrt)] = 1;
    }
    Enter(call.function, frame, dual);
  }
  const size_t outputs = static_cast<size_t>(function.input_count) + (dual ? function.initial_locals.size() : 0);
  for (size_t i = 0; i < call.results.size(); ++i) {
    if (call.results[i] != kNoSlot) slots[call.results[i]] = tape_.failure_ ? kNaN : frame[outputs + i];
  }
  tape_.frames_.PopTo(top);
}

double* FunctionInterpreter::Push(const FunctionCode& function, bool dual) {
  double* const frame = tape_.frames_.Push(function.initial_locals.size() * (dual ? 2 : 1));
  if (frame == nullptr) Fail(function, kNoRoom, {});
  return frame;
}

void FunctionInterpreter::Enter(int32_t index, double* frame, bool dual) {
  const FunctionCode& function = tape_.program_.functions[static_cast<size_t>(index)];
  work_ += kJumpsOfCall;
  if (work_ > kMaxJumps) Fail(function, kWithoutEnd, {});
  if (++depth_ > kMaxDepthOfCalls) Fail(function, kTooDeep, {});
  if (!tape_.failure_) {
    if (const NativeFunction* native = tape_.native_functions_.Find(index, dual)) {
      ExecuteNative(native->entry, frame);
    } else if (function.declares_objects) {
      RunWithObjects(function, frame, dual);
    } else {
      Interpret(function, frame, dual);
    }
  }
  --depth_;
}

void FunctionInterpreter::Interpret(const FunctionCode& function, double* frame, bool dual) {
  const size_t size = function.initial_locals.size();
  const auto inputs = static_cast<size_t>(function.input_count);
  std::copy(function.initial_locals.begin() + function.input_count, function.initial_locals.end(), frame + inputs);
  if (dual) std::fill(frame + size + inputs, frame + 2 * size, 0.0);
  Execute(function, frame, dual);
}

void FunctionInterpreter::RunWithObjects(const FunctionCode& function, double* frame, bool dual) {
  const size_t before = tape_.externals_.objects().size();
  const auto run = [&](double* locals) {
    Interpret(function, locals, false);
    while (tape_.externals_.objects().size() > before) EndLastObject();
    return !tape_.failure_;
  };
  if (!run(frame) || !dual) return;
  DifferentiatedCall call;
  for (int32_t k = 0; k < function.input_count + function.output_count; ++k) {
    (k < function.input_count ? call.inputs : call.outputs).push_back(static_cast<size_t>(k));
  }
  call.run = [&](double* locals) {
    const bool good = run(locals);
    tape_.failure_.reset();
    return good;
  };
  Difference(call, frame, function.initial_locals.size());
}

void FunctionInterpreter::EndLastObject() {
  const int32_t object = tape_.externals_.objects().back();
  const std::optional<int32_t> destructor = tape_.externals_.DestructorOf(object);
  if (destructor && !tape_.externals_.has_crashed()) {
    // It has to run whatever has failed, and what failed first is what is told.
    std::optional<FunctionFailure> first;
    std::swap(first, tape_.failure_);
    const long work = std::exchange(work_, 0);
    const int depth = std::exchange(depth_, 0);
    const size_t top = tape_.frames_.top();
    if (double* const frame = Push(tape_.program_.functions[static_cast<size_t>(*destructor)], false)) {
      frame[0] = object;
      Enter(*destructor, frame, false);
    }
    tape_.frames_.PopTo(top);
    work_ = work;
    depth_ = depth;
    if (first) tape_.failure_ = std::move(first);
  }
  tape_.externals_.Forget();
}

// A call while its machine code runs.
struct FunctionInterpreter::NativeRun : NativeHost {
  FunctionInterpreter* interpreter;
};

void FunctionInterpreter::ExecuteNative(NativeFunction::Entry entry, double* frame) {
  NativeRun run;
  run.jumps = work_;
  run.depth = depth_;
  run.end_of_frames = tape_.frames_.end();
  run.leave = LeaveNative;
  run.interpreter = this;
  entry(frame, &run);
  work_ = run.jumps;
}

bool FunctionInterpreter::LeaveNative(NativeHost& host, const NativeFunction& native, const Instruction& i,
                                      double* frame) {
  auto& run = static_cast<NativeRun&>(host);
  FunctionInterpreter& self = *run.interpreter;
  const FunctionCode& function = self.tape_.program_.functions[static_cast<size_t>(native.function)];
  const size_t size = function.initial_locals.size();
  if (i.op != OpCode::kExternal) {
    // Messages may show constants.
    for (const Slot constant : native.constants)
      frame[constant] = function.initial_locals[static_cast<size_t>(constant)];
    i.op == OpCode::kCall ? self.FailCall(function.calls[static_cast<size_t>(i.a)], run)
                          : self.FailAt(function, i, frame);
    return false;
  }
  self.work_ = run.jumps;
  const int depth = std::exchange(self.depth_, run.depth);
  const size_t top = self.tape_.frames_.top();
  self.tape_.frames_.PutTopAt(frame + size * (native.is_dual ? 2 : 1));
  self.External(function, native.function, i.a, frame, native.is_dual);
  self.tape_.frames_.PopTo(top);
  run.jumps = self.work_;
  self.depth_ = depth;
  return !self.tape_.failure_;
}

void FunctionInterpreter::FailCall(const Call& call, const NativeHost& host) {
  const FunctionCode& callee = tape_.program_.functions[static_cast<size_t>(call.function)];
  Fail(callee, host.depth > kMaxDepthOfCalls ? kTooDeep : host.jumps > kMaxJumps ? kWithoutEnd : kNoRoom, {});
}

// What stops the function at an instruction.
void FunctionInterpreter::FailAt(const FunctionCode& function, const Instruction& i, const double* slots) {
  switch (i.op) {
    case OpCode::kAssert:
      return Fail(function, Format(function.messages[static_cast<size_t>(i.b)], slots),
                  function.places[static_cast<size_t>(i.b)]);
    case OpCode::kLoadElement:
    case OpCode::kStoreElement:
      return Fail(function, fmt::format("index {} is outside of an array of {} elements", slots[i.b] + 1, i.c), {});
    default:
      return Fail(function, "a loop does not end", {});
  }
}

// Longer than a screen: one case for each kind of instruction.
bool FunctionInterpreter::Execute(const FunctionCode& function, double* s, bool dual) {
  double* const d = s + function.initial_locals.size();
  const auto number = static_cast<int32_t>(&function - tape_.program_.functions.data());
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
        Nested(function, function.calls[static_cast<size_t>(i.a)], s, dual);
        if (tape_.failure_) return false;
        break;
      case OpCode::kJumpIfZero:
        if (s[i.b] != 0) break;
        [[fallthrough]];
      case OpCode::kJump:
        if (++work_ > kMaxJumps) {
          FailAt(function, i, s);
          return false;
        }
        pc = static_cast<size_t>(i.a) - 1;  // the loop adds one
        break;
      case OpCode::kLoadElement:
      case OpCode::kStoreElement: {
        const double element = s[i.b];
        if (!(element >= 0 && element < i.c)) {
          FailAt(function, i, s);
          return false;
        }
        const auto offset = static_cast<int32_t>(element);
        const Slot from = i.op == OpCode::kLoadElement ? i.a + offset : i.a;
        const Slot to = i.op == OpCode::kLoadElement ? i.dst : i.dst + offset;
        s[to] = s[from];
        if (dual) d[to] = d[from];
        break;
      }
      case OpCode::kExternal:
        External(function, number, i.a, s, dual);
        if (tape_.failure_) return false;
        break;
      case OpCode::kReturn:
        return true;
      case OpCode::kAssert:
        if (s[i.a] != 0) break;
        FailAt(function, i, s);
        return false;
      default:
        RT_CHECK(false, "operation {} in a function", static_cast<int>(i.op));
    }
  }
  return true;
}

void FunctionInterpreter::Nested(const FunctionCode& function, const Call& call, double* frame, bool dual) {
  RT_CHECK(call.wrt < 0, "a function body holds a derivative of a function");
  const FunctionCode& callee = tape_.program_.functions[static_cast<size_t>(call.function)];
  const size_t size = function.initial_locals.size();
  const size_t inner_size = callee.initial_locals.size();
  const size_t top = tape_.frames_.top();
  double* const inner = Push(callee, dual);
  if (inner == nullptr) return;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const auto argument = static_cast<size_t>(call.arguments[i]);
    inner[i] = frame[argument];
    if (dual) inner[inner_size + i] = frame[size + argument];
  }
  Enter(call.function, inner, dual);
  const double* const outputs = inner + callee.input_count;
  for (size_t i = 0; i < call.results.size(); ++i) {
    if (call.results[i] == kNoSlot) continue;
    const auto result = static_cast<size_t>(call.results[i]);
    frame[result] = outputs[i];
    if (dual) frame[size + result] = outputs[inner_size + i];
  }
  tape_.frames_.PopTo(top);
}

void FunctionInterpreter::External(const FunctionCode& function, int32_t number, int32_t index, double* frame,
                                   bool dual) {
  const ExternalCode& external = function.externals[static_cast<size_t>(index)];
  const std::string& wrong = tape_.externals_.Run(number, index, frame, tape_.time_);
  if (!wrong.empty()) {
    Fail(function, wrong, external.place);
    if (tape_.failure_) tape_.failure_->is_external = true;
    return;
  }
  if (!dual) return;
  if (function.tangent) {
    Annotated(function, frame);
  } else {
    Difference(external, number, index, frame, function.initial_locals.size());
  }
}

void FunctionInterpreter::Annotated(const FunctionCode& function, double* frame) {
  const FunctionTangent& tangent = *function.tangent;
  const FunctionCode& callee = tape_.program_.functions[static_cast<size_t>(tangent.function)];
  const size_t size = function.initial_locals.size();
  const auto inputs = static_cast<size_t>(function.input_count);
  const size_t top = tape_.frames_.top();
  double* const inner = Push(callee, false);
  if (inner == nullptr) return;
  double* argument = std::copy_n(frame, inputs, inner);
  for (const int32_t input : tangent.differentiated) *argument++ = frame[size + static_cast<size_t>(input)];
  Enter(tangent.function, inner, false);
  for (size_t o = 0; o < tangent.outputs.size(); ++o) {
    const int32_t from = tangent.outputs[o];
    frame[size + inputs + o] = from < 0 ? 0.0 : inner[callee.input_count + from];
  }
  tape_.frames_.PopTo(top);
}

void FunctionInterpreter::Difference(const ExternalCode& external, int32_t function, int32_t index, double* frame,
                                     size_t size) {
  DifferentiatedCall call;
  const auto add = [&call](const ExternalSlot& slot) {
    if (slot.kind != ExternalSlot::Kind::kReal && slot.kind != ExternalSlot::Kind::kArray) return;
    for (int64_t k = 0; k < slot.count(); ++k)
      (slot.is_output ? call.outputs : call.inputs).push_back(static_cast<size_t>(slot.slot + k));
  };
  for (const ExternalSlot& slot : external.arguments) add(slot);
  if (external.result) add(*external.result);
  call.run = [&](double* locals) { return tape_.externals_.Run(function, index, locals, tape_.time_).empty(); };
  Difference(call, frame, size);
}

// A central difference along the tangents of the arguments, of step 1e-5 max(1, |argument|); beside the end of the
// function's range one to the inside.
void FunctionInterpreter::Difference(const DifferentiatedCall& call, double* frame, size_t size) {
  double* const tangents = frame + size;
  double scale = 1;
  double length = 0;
  for (const size_t at : call.inputs) {
    const double direction = tangents[at];
    if (direction == 0) continue;
    length = std::max(length, std::fabs(direction));
    scale = std::max(scale, std::fabs(frame[at]));
  }
  for (const size_t at : call.outputs) tangents[at] = 0;
  if (length == 0) return;
  const double step = 1e-5 * scale / length;
  std::vector<double> above(size), below(size);
  const auto run_at = [&](double by, std::vector<double>& moved) {
    std::copy_n(frame, size, moved.begin());
    for (const size_t at : call.inputs) moved[at] += by * tangents[at];
    return call.run(moved.data());
  };
  double end = step, begin = -step;
  if (!run_at(end, above)) run_at(end = 0, above);
  if (!run_at(begin, below)) run_at(begin = 0, below);
  if (!(end > begin)) return;
  for (const size_t at : call.outputs) tangents[at] = (above[at] - below[at]) / (end - begin);
}

void FunctionInterpreter::Fail(const FunctionCode& function, std::string message, std::string place) {
  if (tape_.failure_) return;
  tape_.failure_ = FunctionFailure{fmt::format("in function {}: {}", function.name, message), std::move(place)};
}

}  // namespace stiction::runtime
