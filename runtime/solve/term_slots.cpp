#include "runtime/solve/term_slots.h"

#include <algorithm>
#include <unordered_set>

namespace stiction::runtime {

TermFinder::TermFinder(const Program& program, Range range) {
  for (int32_t i = range.begin; i < range.end; ++i) {
    const Instruction& instruction = program.code[static_cast<size_t>(i)];
    if (instruction.dst != kNoSlot) definition_[instruction.dst] = &instruction;
  }
}

std::vector<Slot> TermFinder::TermsOf(Slot target) const {
  std::vector<Slot> terms;
  std::unordered_set<Slot> seen;
  std::vector<Slot> open{target};
  while (!open.empty()) {
    const Slot slot = open.back();
    open.pop_back();
    if (!seen.insert(slot).second) continue;
    const auto found = definition_.find(slot);
    const OpCode op = found == definition_.end() ? OpCode::kMul : found->second->op;
    if (op == OpCode::kAdd || op == OpCode::kSub) {
      open.push_back(found->second->a);
      open.push_back(found->second->b);
    } else if (op == OpCode::kNeg || op == OpCode::kCopy) {
      open.push_back(found->second->a);
    } else {
      terms.push_back(slot);
    }
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

}  // namespace stiction::runtime
