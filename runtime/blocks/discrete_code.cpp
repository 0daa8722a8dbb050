// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/discrete_code.h"

#include <algorithm>

#include "runtime/support/flat_set.h"

namespace stiction::runtime {

DiscreteCode LookAtDiscreteCode(const Program& program, const BlockCode& block) {
  const auto at = [&](int32_t i) -> const Instruction& { return program.code[static_cast<size_t>(i)]; };
  DiscreteCode found{.settles_at_once = true, .reads_solution = false, .is_open = true};
  FlatSet<Slot> reads, writes;
  for (int32_t i = block.discrete.end; i-- > block.discrete.begin;) {
    // Only plain operations tell all that they read.
    if (at(i).op >= OpCode::kCall) return {};
    writes.Insert(at(i).dst);
    for (const Slot operand : {at(i).a, at(i).b, at(i).c}) {
      if (operand == kNoSlot) continue;
      reads.Insert(operand);
      // What is read before it is written comes from the run before.
      if (writes.Contains(operand)) found.settles_at_once = false;
    }
  }
  const auto is_read = [&](const std::vector<Slot>& slots) {
    return std::any_of(slots.begin(), slots.end(), [&](Slot slot) { return reads.Contains(slot); });
  };
  const FlatSet<Slot> variables(block.discrete_targets);
  const auto is_work = [&](Slot slot) { return writes.Contains(slot) && !variables.Contains(slot); };
  found.reads_solution = is_read(block.unknowns);
  for (const Range range : {block.residual, block.jacobian}) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      const bool is_call = at(i).op == OpCode::kCall;
      const Call* const call = is_call ? &program.calls[static_cast<size_t>(at(i).a)] : nullptr;
      found.reads_solution |= is_call ? is_read(call->results) : reads.Contains(at(i).dst);
      found.is_open &= is_call ? std::none_of(call->arguments.begin(), call->arguments.end(), is_work)
                               : !is_work(at(i).a) && !is_work(at(i).b) && !is_work(at(i).c);
    }
  }
  return found;
}

}  // namespace stiction::runtime
