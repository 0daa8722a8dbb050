#include "runtime/events/scope_map.h"

#include <algorithm>

namespace stiction::runtime {
namespace {

template <class Join>
bool JoinEach(const std::vector<int32_t>& from, const std::vector<int32_t>& to, const Join& join) {
  return std::equal(from.begin(), from.end(), to.begin(), to.end(), join);
}

}  // namespace

bool ScopeMap::Numbers::Join(int32_t from, int32_t to, int64_t run) {
  if (from < 0 || to < 0) return from == to;
  Entry& there = entries[static_cast<size_t>(from)];
  Entry& back = entries[static_cast<size_t>(to)];
  if (there.to_run == run || back.from_run == run) {
    return there.to_run == run && back.from_run == run && there.to == to && back.from == from;
  }
  there.to = to;
  back.from = from;
  there.to_run = back.from_run = run;
  return true;
}

bool ScopeMap::JoinAll(const std::vector<Slot>& from, const std::vector<Slot>& to) {
  return JoinEach(from, to, [&](Slot a, Slot b) { return Join(a, b); });
}

bool ScopeMap::JoinInstruction(const Instruction& from, const Instruction& to) {
  return from.op == to.op && from.op < OpCode::kCall && Join(from.a, to.a) && Join(from.b, to.b) &&
         Join(from.c, to.c) && Join(from.dst, to.dst);
}

bool ScopeMap::JoinRange(Range from, Range to) {
  const auto code = program_.code.begin();
  return std::equal(code + from.begin, code + from.end, code + to.begin, code + to.end,
                    [&](const Instruction& a, const Instruction& b) { return JoinInstruction(a, b); });
}

bool ScopeMap::JoinRelation(int32_t from, int32_t to) {
  if (!relations_.Join(from, to, run_)) return false;
  const RelationInfo& a = program_.relations[static_cast<size_t>(from)];
  const RelationInfo& b = program_.relations[static_cast<size_t>(to)];
  return a.op == b.op && a.kind == b.kind && Join(a.value, b.value) && Join(a.left, b.left) && Join(a.right, b.right);
}

bool ScopeMap::JoinPre(int32_t from, int32_t to) {
  if (!pres_.Join(from, to, run_)) return false;
  const PreInfo& a = program_.pres[static_cast<size_t>(from)];
  const PreInfo& b = program_.pres[static_cast<size_t>(to)];
  return a.is_discrete == b.is_discrete && Join(a.variable, b.variable) && Join(a.pre, b.pre);
}

bool ScopeMap::JoinBlock(const BlockCode& from, const BlockCode& to) {
  const auto same_entry = [&](const BlockCode::Entry& a, const BlockCode::Entry& b) {
    return a.row == b.row && a.column == b.column && Join(a.slot, b.slot);
  };
  return from.kind == to.kind && from.is_linear == to.is_linear && from.held.empty() && to.held.empty() &&
         JoinEach(from.relations, to.relations, [&](int32_t a, int32_t b) { return JoinRelation(a, b); }) &&
         JoinAll(from.unknowns, to.unknowns) && JoinAll(from.discrete_targets, to.discrete_targets) &&
         JoinRange(from.assign, to.assign) && JoinRange(from.discrete, to.discrete) &&
         JoinRange(from.residual, to.residual) && JoinRange(from.jacobian, to.jacobian) &&
         JoinRange(from.operands, to.operands) && JoinAll(from.targets, to.targets) &&
         JoinAll(from.residuals, to.residuals) &&
         std::equal(from.entries.begin(), from.entries.end(), to.entries.begin(), to.entries.end(), same_entry);
}

bool ScopeMap::Match(const EventScope& from, const EventScope& to) {
  const std::vector<BlockCode>& blocks = program_.event_system.blocks;
  const auto same_part = [&](const Slice::Part& a, const Slice::Part& b) {
    if (a.code.empty() || b.code.empty()) {
      return a.code.empty() && b.code.empty() && JoinBlock(blocks[a.block], blocks[b.block]);
    }
    return std::equal(a.code.begin(), a.code.end(), b.code.begin(), b.code.end(),
                      [&](const Instruction& x, const Instruction& y) { return JoinInstruction(x, y); });
  };
  return JoinEach(from.relations, to.relations, [&](int32_t a, int32_t b) { return JoinRelation(a, b); }) &&
         JoinEach(from.discretes, to.discretes, [&](int32_t a, int32_t b) { return JoinPre(a, b); }) &&
         std::equal(from.slice.parts.begin(), from.slice.parts.end(), to.slice.parts.begin(), to.slice.parts.end(),
                    same_part);
}

}  // namespace stiction::runtime
