// SPDX-License-Identifier: BSD-3-Clause
// Slices of the event system: what is downstream of the relations that flip.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "runtime/blocks/slice.h"
#include "runtime/program/program.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

/// A part of the event system that is solved when only some relations or pre values have changed, while all other
/// relations and discrete variables keep their values; at most the whole system.
struct EventSlice {
  bool is_whole = false;                // solved block by block: values must be finite, and actions act
  size_t number = 0;                    // in the order in which they were found
  std::vector<int32_t> items;           // of the event system, ascending; not listed if it is whole
  std::vector<int32_t> upstream_items;  // likewise, not among them
  /// Plain assignments that no change reaches, to be run before the slice: they are the same as long as time and states
  /// are.
  std::vector<Instruction> upstream;
  Slice code;
  std::vector<int32_t> relations;    // of Program::relations that it evaluates, ascending
  std::vector<int32_t> discretes;    // of Program::pres whose variables it computes, ascending; discrete ones
  std::vector<int32_t> left_limits;  // of Program::pres of continuous variables that it computes
  std::vector<Slot> writes;          // all slots that it writes; each slot if it is whole
};

/// Finds slices, equal ones once. A slice holds what reads a changed value, directly or not, as far as a relation or a
/// discrete variable depends on it, and what that needs of time and states; values that follow from held ones alone
/// stand in the slots already.
/// The members beyond the usual number are tables of the event system, made once, and working memory.
class EventSlices {
 public:
  explicit EventSlices(const Program& program);

  /// True if less than the whole system may be solved: not where an event sets states, ends the run, reports something
  /// or keeps left limits of continuous variables.
  bool is_possible() const { return is_possible_; }

  const EventSlice& Whole() const { return whole_; }

  /// True if something that matters reads the left limit of this one, of Program::pres.
  bool IsRead(int32_t pre) const { return is_read_[static_cast<size_t>(pre)] != 0; }

  /// @param relations that flip
  /// @param changed of Program::pres: those with a new pre value
  const EventSlice& Of(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed);
  /// A later pass of an event: what is upstream of its first pass as well holds still; the whole system stays whole.
  /// @returns a slice without anything upstream
  const EventSlice& OfLater(const std::vector<int32_t>& changed, const EventSlice& first);

 private:
  /// An instruction of an explicit block, or a block as a whole.
  struct Item {
    size_t block;
    int32_t instruction;      // -1: the block
    bool decides;             // evaluates a relation or computes a discrete variable
    bool matters;             // that, or something that does depends on it
    std::vector<Slot> reads;  // once linked: those that move and that an item writes
    std::vector<Slot> writes;
  };
  void MakeWhole();
  void MakeItems();
  void FindWatched();
  void Link();
  const EventSlice* Find(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed);
  /// Sets included_ to all items of the slice, ascending.
  void Include(const std::vector<int32_t>& relations, const std::vector<int32_t>& changed);
  /// Moves those of them that are upstream.
  void SetUpstreamApart();
  bool IsUpstream(int32_t number) const;
  /// The slice of included_ and upstream_.
  const EventSlice* Known();
  void Make(EventSlice& slice) const;
  /// Notes what the item writes.
  void Write(const Item& item, EventSlice& slice) const;

  const Program& program_;
  bool is_possible_;
  EventSlice whole_;
  std::vector<Item> items_;                                       // in the order of the system
  std::vector<int32_t> writer_of_;                                // item by slot, -1: none
  std::vector<std::vector<int32_t>> readers_of_;                  // items that matter, by slot
  std::vector<int32_t> pre_of_variable_;                          // of Program::pres by slot, -1: none; discrete ones
  std::vector<char> moves_;                                       // by slot: changes between events
  std::vector<int32_t> owner_of_relation_;                        // item by relation, -1: none
  std::vector<const EventSlice*> of_owner_;                       // of any one relation that the item evaluates
  std::vector<const EventSlice*> of_pre_;                         // of one pre value alone
  std::map<std::vector<int32_t>, const EventSlice*> of_several_;  // by relations, -1, pre values
  FlatMap<uint64_t, const EventSlice*> later_;                    // by numbers of the first slice and of its own
  std::vector<int32_t> key_;
  std::vector<char> is_read_;     // by pre value
  std::vector<char> is_watched_;  // by slot: others read what an event leaves there, and nothing else computes it
  std::deque<EventSlice> slices_;
  FlatMap<uint64_t, EventSlice*> of_items_;  // by hash of all items
  // Of the slice that is being made
  struct Inclusion {
    int64_t run = 0;  // in which the item was included
    bool is_downstream = false, is_upstream = false;
  };
  int64_t run_ = 0;
  std::vector<Inclusion> inclusions_;  // by item
  std::vector<int32_t> open_, included_, upstream_;
};

}  // namespace stiction::runtime
