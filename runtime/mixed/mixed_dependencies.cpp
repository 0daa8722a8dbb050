// SPDX-License-Identifier: BSD-3-Clause
// What the trials of a mixed search depend on, from the code of its block alone: what they write, which coefficients
// they read, which relations belong together.
#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "runtime/blocks/varying.h"
#include "runtime/mixed/mixed_search.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

const MixedSearch::Footprint& MixedSearch::FindFootprint() const {
  if (footprint_) return *footprint_;
  footprint_.emplace();
  FlatSet<Slot> decided;
  for (const int32_t relation : block_.relations)
    decided.Insert(context_.program.relations[static_cast<size_t>(relation)].value);
  for (const int32_t held : block_.held) decided.Insert(context_.program.held[static_cast<size_t>(held)].value);
  FlatSet<Slot> written = decided;
  written.InsertAll(block_.unknowns);
  written.InsertAll(block_.discrete_targets);
  FlatSet<Slot> needed;
  for (const BlockCode::Entry& entry : block_.entries) needed.Insert(entry.slot);
  // Backwards through what computes the Jacobian; discrete assignments may wait for each other.
  FlatSet<Slot> computed;
  size_t most = written.size() + needed.size();
  for (const Range range : {block_.jacobian, block_.residual, block_.discrete, block_.operands}) {
    most += static_cast<size_t>(range.end - range.begin);
  }
  for (FlatSet<Slot>* const set : {&written, &needed, &computed}) set->Reserve(most);
  std::vector<Slot> operands, results;
  const auto trace = [&](Range range) {
    for (int32_t i = range.end; i-- > range.begin;) {
      const Instruction& instruction = context_.program.code[static_cast<size_t>(i)];
      operands.assign({instruction.a, instruction.b, instruction.c});
      results.assign({instruction.dst});
      if (instruction.op == OpCode::kCall) {
        const Call& call = context_.program.calls[static_cast<size_t>(instruction.a)];
        operands = call.arguments;
        results = call.results;
      } else if (instruction.op == OpCode::kJump || instruction.op == OpCode::kJumpIfZero) {
        // Whether the code in between runs is decided by slot b.
        operands = {instruction.b};
        results.clear();
        if (instruction.b >= 0) needed.Insert(instruction.b);
      }
      bool is_needed = false;
      for (const Slot slot : results) {
        if (slot < 0) continue;
        is_needed = is_needed || needed.Contains(slot);
        computed.Insert(slot);
        written.Insert(slot);
      }
      if (!is_needed) continue;
      for (const Slot slot : operands) {
        if (slot >= 0) needed.Insert(slot);
      }
    }
  };
  trace(block_.jacobian);
  trace(block_.residual);
  for (size_t pass = 0; pass <= block_.discrete_targets.size(); ++pass) {
    const size_t before = needed.size();
    trace(block_.discrete);
    if (needed.size() == before) break;
  }
  for (int32_t i = block_.operands.begin; i < block_.operands.end; ++i) {
    const Instruction& instruction = context_.program.code[static_cast<size_t>(i)];
    if (instruction.op == OpCode::kCall) {
      const Call& call = context_.program.calls[static_cast<size_t>(instruction.a)];
      written.InsertAll(call.results);
    } else if (instruction.dst >= 0) {
      written.Insert(instruction.dst);
    }
  }
  footprint_->written = written.Sorted();
  for (const Slot slot : needed.Sorted()) {
    if (!decided.Contains(slot) && !computed.Contains(slot)) footprint_->coefficients.push_back(slot);
  }
  return *footprint_;
}

void MixedSearch::FindReads() {
  FlatSet<Slot> decided(block_.discrete_targets);
  for (size_t k = 0; k < block_.relations.size(); ++k) {
    decided.Insert(context_.program.relations[static_cast<size_t>(block_.relations[k])].value);
  }
  for (const int32_t held : block_.held) decided.Insert(context_.program.held[static_cast<size_t>(held)].value);
  FlatSet<Slot> read;
  for (const Range range : {block_.residual, block_.jacobian}) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      const Instruction& instruction = context_.program.code[static_cast<size_t>(i)];
      if (instruction.op == OpCode::kCall) {
        const Call& call = context_.program.calls[static_cast<size_t>(instruction.a)];
        for (const Slot argument : call.arguments) {
          if (decided.Contains(argument)) read.Insert(argument);
        }
        continue;
      }
      for (const Slot operand : {instruction.a, instruction.b, instruction.c}) {
        if (decided.Contains(operand)) read.Insert(operand);
      }
    }
  }
  read_by_equations_ = read.Sorted();
}

// What depends on the solution, and which relations belong together.
const MixedSearch::Elements& MixedSearch::Find() const {
  if (found_) return *found_;
  Elements& found = found_.emplace();
  const size_t count = block_.relations.size() + block_.held.size();
  std::vector<size_t> element_of(count);
  std::iota(element_of.begin(), element_of.end(), size_t{0});
  found.varying = VaryingSlotsWithin(context_.program, block_, block_.operands);
  std::unordered_map<Slot, size_t> first_with;
  for (size_t k = 0; k < block_.relations.size(); ++k) {
    const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[k])];
    for (const Slot operand : {relation.left, relation.right}) {
      if (!found.varying.contains(operand)) continue;
      const auto [entry, added] = first_with.emplace(operand, k);
      if (added) continue;
      const size_t from = std::max(element_of[entry->second], element_of[k]);
      const size_t to = std::min(element_of[entry->second], element_of[k]);
      std::replace(element_of.begin(), element_of.end(), from, to);
    }
  }
  for (size_t k = 0; k < count; ++k) {
    std::vector<size_t> members;
    for (size_t j = k; j < count; ++j) {
      if (element_of[j] == k) members.push_back(j);
    }
    if (!members.empty()) found.members.push_back(std::move(members));
  }
  return found;
}

std::pair<Slot, Slot> MixedSearch::VaryingAndFixed(size_t position) const {
  const RelationInfo& relation = context_.program.relations[static_cast<size_t>(block_.relations[position])];
  return Find().varying.contains(relation.left) ? std::pair(relation.left, relation.right)
                                                : std::pair(relation.right, relation.left);
}

}  // namespace stiction::runtime
