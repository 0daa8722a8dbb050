// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/tape.h"

#include <fmt/format.h>
#include <cstdio>

#include "runtime/execute/function_interpreter.h"
#include "runtime/execute/operations.h"

namespace stiction::runtime {

Tape::~Tape() {
  while (!externals_.objects().empty()) {
    ClearFailure();
    FunctionInterpreter(*this).EndLastObject();
    // Nobody is left to ask: the run has been reported.
    if (failure_) fmt::print(stderr, "warning: {} ({})\n", failure_->message, failure_->place);
  }
}

void Tape::RunCall(const Call& call, double* slots) {
  if (program_.time != kNoSlot) time_ = slots[program_.time];
  FunctionInterpreter(*this).Run(call, slots);
}

void Tape::Run(const Instruction* code, const Instruction* begin, const Instruction* end, double* slots) {
  for (const Instruction* i = begin; i < end; ++i) {
    if (ExecuteScalar(*i, slots)) continue;
    if (i->op == OpCode::kCall) {
      RunCall(program_.calls[static_cast<size_t>(i->a)], slots);
    } else if (i->op == OpCode::kJump || slots[i->b] == 0) {
      i = code + i->a - 1;  // the loop adds one
    }
  }
}

// A range as machine code comes back for its calls only.
struct Tape::NativeRun : NativeHost {
  Tape& tape;

  explicit NativeRun(Tape& of) : tape(of) {
    leave = [](NativeHost& host, const NativeFunction&, const Instruction& call, double* slots) {
      Tape& self = static_cast<NativeRun&>(host).tape;
      self.RunCall(self.program_.calls[static_cast<size_t>(call.a)], slots);
      return true;
    };
  }
};

void Tape::Run(Range range, double* slots) {
  if (const NativeFunction::Entry entry = native_ranges_.Find(range)) {
    NativeRun run(*this);
    entry(slots, &run);
    return;
  }
  const Instruction* const code = program_.code.data();
  Run(code, code + range.begin, code + range.end, slots);
}

void Tape::Run(const std::vector<Instruction>& picked, double* slots) {
  Run(picked.data(), picked.data(), picked.data() + picked.size(), slots);
}

namespace {

std::string Format(const MessagePart& part, double value) {
  if (!part.literals.empty()) {
    // Enumerations count from 1, Booleans from 0.
    const bool is_boolean = part.literals.size() == 2 && part.literals[0] == "false";
    const double index = is_boolean ? value : value - 1;
    const bool inside = index >= 0 && index < static_cast<double>(part.literals.size());
    const std::string text = inside ? part.literals[static_cast<size_t>(index)] : fmt::format("{}", value);
    return part.pattern.empty() ? text : Printed(part.pattern, text.c_str());
  }
  if (part.is_text) return TextOf(value);
  if (part.pattern.empty()) return fmt::format("{}", value);
  if (part.pattern.find("ll") == std::string::npos) return Printed(part.pattern, value);
  return Printed(part.pattern, static_cast<long long>(value));
}

}  // namespace

std::string Format(const Message& message, const double* slots) {
  std::string text;
  for (const MessagePart& part : message) {
    if (part.guard != kNoSlot && slots[part.guard] == 0) continue;
    text += part.text;
    if (part.slot != kNoSlot) text += Format(part, slots[part.slot]);
  }
  return text;
}

}  // namespace stiction::runtime
