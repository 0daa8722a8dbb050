// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/event_slice.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include "runtime/program/operands.h"
#include "runtime/program/slot_kinds.h"

namespace stiction::runtime {
namespace {

void Append(const Program& program, const Instruction& i, std::vector<Slot>& reads, std::vector<Slot>& writes) {
  ForEachRead(program, i, [&](Slot slot) { reads.push_back(slot); });
  ForEachWrite(program, i, [&](Slot slot) { writes.push_back(slot); });
}

void SortUnique(std::vector<Slot>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
}

}  // namespace

EventSlices::EventSlices(const Program& program) : program_(program) {
  MakeWhole();
  is_possible_ = program.reinits.empty() && program.terminations.empty() && program.held.empty() &&
                 program.delays.empty() &&
                 std::none_of(program.assertions.begin(), program.assertions.end(),
                              [](const AssertionInfo& a) { return a.is_action; }) &&
                 std::all_of(program.pres.begin(), program.pres.end(), [](const PreInfo& p) { return p.is_discrete; });
  if (!is_possible_) return;
  of_pre_.resize(program.pres.size());
  MakeItems();
  of_owner_.resize(items_.size());
  inclusions_.resize(items_.size());
  Link();
}

void EventSlices::MakeWhole() {
  whole_.is_whole = true;
  for (size_t b = 0; b < program_.event_system.blocks.size(); ++b) whole_.code.parts.push_back({b, {}});
  for (size_t i = 0; i < program_.relations.size(); ++i) whole_.relations.push_back(static_cast<int32_t>(i));
  for (size_t i = 0; i < program_.pres.size(); ++i) {
    (program_.pres[i].is_discrete ? whole_.discretes : whole_.left_limits).push_back(static_cast<int32_t>(i));
  }
  whole_.writes.resize(program_.initial_slots.size());
  std::iota(whole_.writes.begin(), whole_.writes.end(), 0);
}

void EventSlices::MakeItems() {
  const System& system = program_.event_system;
  for (size_t b = 0; b < system.blocks.size(); ++b) {
    const BlockCode& block = system.blocks[b];
    const auto code = program_.code.begin();
    const bool jumps = std::any_of(code + block.assign.begin, code + block.assign.end, IsJump);
    if (block.kind == BlockCode::Kind::kExplicit && !jumps) {
      for (int32_t i = block.assign.begin; i < block.assign.end; ++i) {
        Item item{b, i, false, false, {}, {}};
        Append(program_, program_.code[static_cast<size_t>(i)], item.reads, item.writes);
        items_.push_back(std::move(item));
      }
      continue;
    }
    Item item{b, -1, false, false, {}, {}};
    for (const Range range : {block.assign, block.discrete, block.residual, block.jacobian, block.operands}) {
      for (const Instruction& i : CodeIn(program_, range)) Append(program_, i, item.reads, item.writes);
    }
    item.writes.insert(item.writes.end(), block.unknowns.begin(), block.unknowns.end());
    for (const int32_t relation : block.relations) {
      const RelationInfo& info = program_.relations[static_cast<size_t>(relation)];
      item.writes.push_back(info.value);
      for (const Slot operand : {info.left, info.right}) item.reads.push_back(operand);
    }
    item.decides = !block.relations.empty();
    SortUnique(item.reads);
    SortUnique(item.writes);
    std::erase_if(item.reads,
                  [&](Slot slot) { return std::binary_search(item.writes.begin(), item.writes.end(), slot); });
    items_.push_back(std::move(item));
  }
}

void EventSlices::Link() {
  const size_t slots = program_.initial_slots.size();
  writer_of_.assign(slots, -1);
  readers_of_.resize(slots);
  pre_of_variable_.assign(slots, -1);
  owner_of_relation_.assign(program_.relations.size(), -1);
  for (size_t i = 0; i < program_.pres.size(); ++i) {
    pre_of_variable_[static_cast<size_t>(program_.pres[i].variable)] = static_cast<int32_t>(i);
  }
  std::vector<char>& moves = moves_;
  moves.assign(slots, 0);
  if (program_.time != kNoSlot) moves[static_cast<size_t>(program_.time)] = 1;
  for (const StateInfo& state : program_.states) moves[static_cast<size_t>(state.slot)] = 1;
  for (size_t k = 0; k < items_.size(); ++k) {
    Item& item = items_[k];
    const auto number = static_cast<int32_t>(k);
    const bool is_fixed = std::none_of(item.reads.begin(), item.reads.end(), [&](Slot s) { return moves[s] != 0; });
    for (const Slot slot : item.reads) readers_of_[static_cast<size_t>(slot)].push_back(number);
    for (const Slot slot : item.writes) {
      writer_of_[static_cast<size_t>(slot)] = number;
      if (!is_fixed) moves[static_cast<size_t>(slot)] = 1;
      item.decides = item.decides || pre_of_variable_[static_cast<size_t>(slot)] >= 0;
    }
    for (const int32_t relation : program_.event_system.blocks[item.block].relations) {
      const Slot value = program_.relations[static_cast<size_t>(relation)].value;
      owner_of_relation_[static_cast<size_t>(relation)] = number;
      // A relation that was not watched may be off its held side: to be evaluated by who reads it.
      moves[static_cast<size_t>(value)] =
          program_.relations[static_cast<size_t>(relation)].kind == RelationInfo::Kind::kState;
    }
    for (const Slot slot : item.writes) {
      if (pre_of_variable_[static_cast<size_t>(slot)] >= 0) moves[static_cast<size_t>(slot)] = 0;
    }
  }
  for (size_t k = items_.size(); k-- > 0;) {
    Item& item = items_[k];
    item.matters = item.matters || item.decides;
    if (!item.matters) continue;
    for (const Slot slot : item.reads) {
      const int32_t writer = writer_of_[static_cast<size_t>(slot)];
      if (writer >= 0) items_[static_cast<size_t>(writer)].matters = true;
    }
  }
  // The rest is of no interest to a slice.
  for (std::vector<int32_t>& readers : readers_of_) {
    std::erase_if(readers, [&](int32_t reader) { return !items_[static_cast<size_t>(reader)].matters; });
  }
  for (Item& item : items_) {
    std::erase_if(item.reads, [&](Slot slot) {
      return !moves_[static_cast<size_t>(slot)] || writer_of_[static_cast<size_t>(slot)] < 0;
    });
  }
  for (const PreInfo& pre : program_.pres) is_read_.push_back(!readers_of_[static_cast<size_t>(pre.pre)].empty());
  FindWatched();
}

// The next event or code other than the event system reads them.
void EventSlices::FindWatched() {
  const std::vector<SlotKind> kinds = KindsOfSlots(program_);
  is_watched_.assign(program_.initial_slots.size(), 0);
  const auto see = [&](Slot slot) {
    if (slot == kNoSlot) return;
    is_watched_[static_cast<size_t>(slot)] = kinds[static_cast<size_t>(slot)] == SlotKind::kComputed ? 0 : 1;
  };
  const auto see_reads = [&](Range range) {
    for (const Instruction& i : CodeIn(program_, range)) ForEachRead(program_, i, see);
  };
  for (const BlockCode& block : program_.continuous_system.blocks) {
    for (const Range range :
         {block.assign, block.residual, block.jacobian, block.discrete, block.operands, block.partials}) {
      see_reads(range);
    }
  }
  for (const Range range : {program_.indicators, program_.thresholds, program_.actions, program_.assertion_code}) {
    see_reads(range);
  }
  // Guesses of the next solution.
  for (const BlockCode& block : program_.event_system.blocks) {
    for (const std::vector<Slot>* slots : {&block.unknowns, &block.discrete_targets}) {
      for (const Slot slot : *slots) see(slot);
    }
  }
  for (const VariableInfo& variable : program_.variables) see(variable.slot);
  for (const RelationInfo& relation : program_.relations) see(relation.value);
  for (const PreInfo& pre : program_.pres) {
    see(pre.variable);
    see(pre.pre);
  }
}

const EventSlice& EventSlices::Of(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed) {
  const auto find = [&](const EventSlice*& slice) -> const EventSlice& {
    if (slice == nullptr) slice = Find(relations, changed);
    return *slice;
  };
  if (relations.empty() && changed.size() == 1) return find(of_pre_[static_cast<size_t>(changed[0])]);
  if (relations.size() == 1 && changed.empty()) {
    const int32_t owner = owner_of_relation_[static_cast<size_t>(relations[0])];
    if (owner >= 0) return find(of_owner_[static_cast<size_t>(owner)]);
  }
  key_ = relations;
  key_.push_back(-1);
  key_.insert(key_.end(), changed.begin(), changed.end());
  return find(of_several_[key_]);
}

const EventSlice& EventSlices::OfLater(const std::vector<int32_t>& changed, const EventSlice& first) {
  if (first.is_whole) return first;
  const EventSlice& slice = Of({}, changed);
  if (slice.upstream.empty()) return slice;
  const uint64_t key = static_cast<uint64_t>(first.number) << 32 | slice.number;
  const auto [known, is_new] = later_.Insert(key, nullptr);
  if (!is_new) return **known;
  included_ = slice.items;
  std::set_difference(slice.upstream_items.begin(), slice.upstream_items.end(), first.upstream_items.begin(),
                      first.upstream_items.end(), std::back_inserter(included_));
  std::sort(included_.begin(), included_.end());
  upstream_.clear();
  return *(*known = Known());
}

const EventSlice* EventSlices::Find(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed) {
  Include(relations, changed);
  SetUpstreamApart();
  return Known();
}

const EventSlice* EventSlices::Known() {
  const auto [known, is_new] = of_items_.Insert(HashOf(included_) ^ std::rotl(HashOf(upstream_), 1), nullptr);
  if (!is_new && (*known)->items == included_ && (*known)->upstream_items == upstream_) return *known;
  EventSlice& slice = slices_.emplace_back();
  if (is_new) *known = &slice;
  slice.number = slices_.size() - 1;
  slice.items = included_;
  slice.upstream_items = upstream_;
  Make(slice);
  return &slice;
}

void EventSlices::Include(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed) {
  ++run_;
  open_.clear();
  included_.clear();
  const auto include = [&](int32_t number, bool as_downstream) {
    // An item that decides anew may change something.
    as_downstream = as_downstream || items_[static_cast<size_t>(number)].decides;
    Inclusion& now = inclusions_[static_cast<size_t>(number)];
    if (now.run != run_) {
      included_.push_back(number);
    } else if (now.is_downstream || !as_downstream) {
      return;
    }
    now = {run_, as_downstream, false};
    open_.push_back(number);
  };
  const auto include_readers = [&](Slot slot) {
    for (const int32_t reader : readers_of_[static_cast<size_t>(slot)]) include(reader, true);
  };
  for (const int32_t relation : relations) {
    const int32_t owner = owner_of_relation_[static_cast<size_t>(relation)];
    if (owner >= 0) include(owner, true);
  }
  for (const int32_t pre : changed) include_readers(program_.pres[static_cast<size_t>(pre)].pre);
  while (!open_.empty()) {
    const int32_t number = open_.back();
    open_.pop_back();
    const Item& item = items_[static_cast<size_t>(number)];
    for (const Slot slot : item.reads) include(writer_of_[static_cast<size_t>(slot)], false);
    if (!inclusions_[static_cast<size_t>(number)].is_downstream) continue;
    for (const Slot slot : item.writes) include_readers(slot);
  }
  std::sort(included_.begin(), included_.end());
}

void EventSlices::SetUpstreamApart() {
  upstream_.clear();
  std::erase_if(included_, [&](int32_t number) {
    const bool is_upstream = IsUpstream(number);
    inclusions_[static_cast<size_t>(number)].is_upstream = is_upstream;
    if (is_upstream) upstream_.push_back(number);
    return is_upstream;
  });
}

// Nothing that could fail or decide, and nothing that others would have to be told of.
bool EventSlices::IsUpstream(int32_t number) const {
  const Item& item = items_[static_cast<size_t>(number)];
  if (item.instruction < 0 || item.decides || inclusions_[static_cast<size_t>(number)].is_downstream) return false;
  if (program_.code[static_cast<size_t>(item.instruction)].op >= OpCode::kCall) return false;
  const auto is_watched = [&](Slot slot) { return is_watched_[static_cast<size_t>(slot)] != 0; };
  const auto comes_before = [&](Slot slot) {
    return inclusions_[static_cast<size_t>(writer_of_[static_cast<size_t>(slot)])].is_upstream;
  };
  return std::none_of(item.writes.begin(), item.writes.end(), is_watched) &&
         std::all_of(item.reads.begin(), item.reads.end(), comes_before);
}

void EventSlices::Make(EventSlice& slice) const {
  for (const int32_t number : slice.upstream_items) {
    slice.upstream.push_back(program_.code[static_cast<size_t>(items_[static_cast<size_t>(number)].instruction)]);
  }
  const auto item_at = [&](size_t k) -> const Item& { return items_[static_cast<size_t>(slice.items[k])]; };
  size_t writes = 0, parts = 0;
  for (size_t k = 0; k < slice.items.size(); ++k) {
    writes += item_at(k).writes.size();
    parts += item_at(k).instruction < 0 || k == 0 || item_at(k - 1).block != item_at(k).block ? 1 : 0;
  }
  slice.writes.reserve(writes);
  slice.code.parts.reserve(parts);
  for (size_t k = 0; k < slice.items.size();) {
    const size_t block = item_at(k).block;
    Slice::Part& part = slice.code.parts.emplace_back(Slice::Part{block, {}});
    if (item_at(k).instruction < 0) {
      const std::vector<int32_t>& evaluated = program_.event_system.blocks[block].relations;
      slice.relations.insert(slice.relations.end(), evaluated.begin(), evaluated.end());
      Write(item_at(k++), slice);
      continue;
    }
    size_t end = k;
    while (end < slice.items.size() && item_at(end).block == block) ++end;
    part.code.reserve(end - k);
    for (; k < end; ++k) {
      part.code.push_back(program_.code[static_cast<size_t>(item_at(k).instruction)]);
      Write(item_at(k), slice);
    }
  }
  SortUnique(slice.relations);
  SortUnique(slice.discretes);
}

void EventSlices::Write(const Item& item, EventSlice& slice) const {
  for (const Slot slot : item.writes) {
    slice.writes.push_back(slot);
    const int32_t pre = pre_of_variable_[static_cast<size_t>(slot)];
    if (pre >= 0) slice.discretes.push_back(pre);
  }
}

}  // namespace stiction::runtime
