// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/discrete_code.h"

#include "runtime/program/operands.h"
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
    ForEachRead(program, at(i), [&](Slot operand) {
      reads.Insert(operand);
      // A slot read before it is written has its value from the run before.
      if (writes.Contains(operand)) found.settles_at_once = false;
    });
  }
  const FlatSet<Slot> variables(block.discrete_targets);
  const auto is_work = [&](Slot slot) { return writes.Contains(slot) && !variables.Contains(slot); };
  for (const Slot unknown : block.unknowns) found.reads_solution |= reads.Contains(unknown);
  for (const Range range : {block.residual, block.jacobian}) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      ForEachWrite(program, at(i), [&](Slot slot) { found.reads_solution |= reads.Contains(slot); });
      ForEachRead(program, at(i), [&](Slot slot) { found.is_open &= !is_work(slot); });
    }
  }
  return found;
}

}  // namespace stiction::runtime
