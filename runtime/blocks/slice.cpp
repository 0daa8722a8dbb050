// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/slice.h"

#include <algorithm>
#include <unordered_set>

#include "runtime/program/operands.h"

namespace stiction::runtime {
namespace {

class Slicer {
 public:
  Slicer(const Program& program, const std::vector<Slot>& wanted)
      : program_(program), needed_(wanted.begin(), wanted.end()) {}

  /// The instructions of `range` that are needed, in order; what they read becomes needed. @pre !Jumps(range)
  std::vector<Instruction> Pick(Range range) {
    std::vector<Instruction> picked;
    for (int32_t i = range.end - 1; i >= range.begin; --i) {
      const Instruction& instruction = program_.code[static_cast<size_t>(i)];
      if (!WritesNeeded({i, i + 1})) continue;
      Need(instruction);
      picked.push_back(instruction);
    }
    std::reverse(picked.begin(), picked.end());
    return picked;
  }

  bool WritesNeeded(Range range) const {
    bool writes = false;
    for (int32_t i = range.begin; i < range.end && !writes; ++i) {
      ForEachWrite(program_, program_.code[static_cast<size_t>(i)],
                   [&](Slot result) { writes = writes || needed_.contains(result); });
    }
    return writes;
  }

  bool Needs(const std::vector<Slot>& slots) const {
    return std::any_of(slots.begin(), slots.end(), [&](Slot slot) { return needed_.contains(slot); });
  }

  void NeedAll(Range range) {
    for (int32_t i = range.begin; i < range.end; ++i) Need(program_.code[static_cast<size_t>(i)]);
  }

  bool Jumps(Range range) const {
    return std::any_of(program_.code.begin() + range.begin, program_.code.begin() + range.end, IsJump);
  }

 private:
  void Need(const Instruction& instruction) {
    ForEachRead(program_, instruction, [&](Slot operand) { needed_.insert(operand); });
  }

  const Program& program_;
  std::unordered_set<Slot> needed_;
};

}  // namespace

Slice SliceFor(const Program& program, const System& system, Range after, const std::vector<Slot>& wanted) {
  Slice slice;
  Slicer slicer(program, wanted);
  if (slicer.Jumps(after)) {
    slicer.NeedAll(after);
    slice.whole = after;
  } else {
    slice.code = slicer.Pick(after);
  }
  for (size_t b = system.blocks.size(); b-- > 0;) {
    const BlockCode& block = system.blocks[b];
    if (block.kind == BlockCode::Kind::kExplicit && !slicer.Jumps(block.assign)) {
      std::vector<Instruction> code = slicer.Pick(block.assign);
      if (!code.empty()) slice.parts.push_back({b, std::move(code)});
      continue;
    }
    bool is_needed = slicer.Needs(block.unknowns) || slicer.Needs(block.discrete_targets);
    for (const Range range : {block.assign, block.residual, block.operands}) {
      is_needed = is_needed || slicer.WritesNeeded(range);
    }
    if (!is_needed) continue;
    for (const Range range : {block.assign, block.residual, block.jacobian, block.discrete, block.operands}) {
      slicer.NeedAll(range);
    }
    slice.parts.push_back({b, {}});
  }
  std::reverse(slice.parts.begin(), slice.parts.end());
  return slice;
}

}  // namespace stiction::runtime
