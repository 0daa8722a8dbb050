// Which parts of a model are alike: the scopes of two equal elements differ in their slots only.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "runtime/evaluate/flat_set.h"
#include "runtime/events/event_scope.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Numbers in the order in which they come.
class Ordinals {
 public:
  explicit Ordinals(size_t count) : entries_(count) {}
  void Clear() { ++run_; }
  /// The place of the number in `order`, to which it is appended if it comes for the first time; -1 for none.
  int32_t Of(int32_t number, std::vector<int32_t>& order) {
    if (number < 0) return -1;
    Entry& entry = entries_[static_cast<size_t>(number)];
    if (entry.run != run_) {
      entry = {static_cast<int32_t>(order.size()), run_};
      order.push_back(number);
    }
    return entry.ordinal;
  }

 private:
  struct Entry {
    int32_t ordinal = 0, run = 0;
  };
  std::vector<Entry> entries_;
  int32_t run_ = 1;
};

/// What a scope is apart from the numbers of its slots, relations and left limits; and these, each once, in the order
/// in which the scope names them.
struct ScopeForm {
  int32_t kind = -1;  // the same for scopes that are alike
  std::vector<Slot> slots;
  std::vector<int32_t> relations, pres;
};

/// Finds forms, each once.
class ScopeForms {
 public:
  /// @param marks by slot: slots that stand for each other have the same
  ScopeForms(const Program& program, std::vector<char> marks)
      : program_(program),
        marks_(std::move(marks)),
        slots_(program.initial_slots.size()),
        relations_(program.relations.size()),
        pres_(program.pres.size()) {}

  const ScopeForm& Of(const EventScope& scope);

 private:
  void TellSlots(const std::vector<Slot>& slots);
  void TellInstructions(const Instruction* begin, const Instruction* end);
  void TellRange(Range range);
  void TellRelation(int32_t relation);
  void TellPre(int32_t pre);
  void TellBlock(const BlockCode& block);
  int32_t FindKind();

  const Program& program_;
  std::vector<char> marks_;
  std::deque<ScopeForm> forms_;  // by number of the scope
  struct Kind {
    int32_t number;
    std::vector<int32_t> sequence;
  };
  FlatMap<uint64_t, Kind> kinds_;  // by hash of the sequence
  int32_t next_kind_ = 0;
  // Of the form that is being made
  ScopeForm* form_ = nullptr;
  Ordinals slots_, relations_, pres_;
  std::vector<int32_t> sequence_;  // what is told of it
  bool is_comparable_ = true;
};

/// A one-to-one map of slots, relations and left limits, such that code on the ones is the same as on the others.
class ScopeMap {
 public:
  explicit ScopeMap(const Program& program)
      : slots_(program.initial_slots.size()), relations_(program.relations.size()), pres_(program.pres.size()) {}

  void Clear() { ++run_; }
  /// Extends the map so that it takes one scope to the other.
  /// @returns false if there is no such map: then it is of no use any more
  bool Join(const ScopeForm& from, const ScopeForm& to);

  /// What stands for the number given, -1: none.
  int32_t Of(Slot slot) const { return slots_.Of(slot, run_); }
  int32_t OfRelation(int32_t relation) const { return relations_.Of(relation, run_); }
  int32_t OfPre(int32_t pre) const { return pres_.Of(pre, run_); }

 private:
  struct Numbers {
    struct Entry {
      int32_t to = -1, from = -1;
      int32_t to_run = 0, from_run = 0;
    };
    explicit Numbers(size_t count) : entries(count) {}
    int32_t Of(int32_t number, int32_t run) const {
      const Entry& entry = entries[static_cast<size_t>(number)];
      return entry.to_run == run ? entry.to : -1;
    }
    bool Join(const std::vector<int32_t>& from, const std::vector<int32_t>& to, int32_t run);
    std::vector<Entry> entries;
  };

  Numbers slots_, relations_, pres_;
  int32_t run_ = 1;
};

}  // namespace stiction::runtime
