// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/term_slots.h"

#include <algorithm>

namespace stiction::runtime {

TermFinder::TermFinder(const Program& program, Range range) {
  definition_.Reserve(static_cast<size_t>(range.end - range.begin));
  for (int32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = program.code[static_cast<size_t>(i)];
    if (instruction.dst != kNoSlot) definition_[instruction.dst] = &instruction;
  }
}

std::vector<Slot> TermFinder::TermsOf(Slot target) const {
  std::vector<Slot> terms;
  FlatSet<Slot> seen;
  std::vector<Slot> open{target};
  while (!open.empty()) {
    const Slot slot = open.back();
    open.pop_back();
    if (!seen.Insert(slot).second) continue;
    const Instruction* const* const found = definition_.Find(slot);
    const OpCode op = found == nullptr ? OpCode::kMul : (*found)->op;
    if (op == OpCode::kAdd || op == OpCode::kSub) {
      open.push_back((*found)->a);
      open.push_back((*found)->b);
    } else if (op == OpCode::kNeg || op == OpCode::kCopy) {
      open.push_back((*found)->a);
    } else {
      terms.push_back(slot);
    }
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

}  // namespace stiction::runtime
