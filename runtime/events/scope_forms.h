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

/// Numbers, each once. A list that goes on after another one holds its own numbers only.
struct NumberList {
  const NumberList* before = nullptr;
  size_t first = 0;  // so many stand before
  std::vector<int32_t> own;
  size_t size() const { return first + own.size(); }
  int32_t operator[](size_t place) const {
    const NumberList* list = this;
    while (place < list->first) list = list->before;
    return list->own[place - list->first];
  }
};

/// Numbers in the order in which they come.
class Ordinals {
 public:
  explicit Ordinals(size_t count) : entries_(count) {}
  void Clear() { ++run_; }
  /// After Clear: those of a list.
  void Take(const NumberList& order) {
    for (const NumberList* list = &order; list != nullptr; list = list->before) {
      for (size_t k = 0; k < list->own.size(); ++k) {
        entries_[static_cast<size_t>(list->own[k])] = {static_cast<int32_t>(list->first + k), run_};
      }
    }
  }
  /// -1: the number has not come.
  int32_t Find(int32_t number) const {
    const Entry& entry = entries_[static_cast<size_t>(number)];
    return entry.run == run_ ? entry.ordinal : -1;
  }
  /// The place of the number in `order`, to which it is appended if it comes for the first time; -1 for none.
  int32_t Of(int32_t number, NumberList& order) {
    if (number < 0) return -1;
    Entry& entry = entries_[static_cast<size_t>(number)];
    if (entry.run != run_) {
      entry = {static_cast<int32_t>(order.size()), run_};
      order.own.push_back(number);
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

/// What a scope, or one after the other, is apart from the numbers of its slots, relations and left limits; and these,
/// each once, in the order in which the scopes name them. Where forms are of one kind, what they name in the same place
/// stands for each other: code on the ones is the same as on the others.
struct ScopeForm {
  int32_t kind = -1;  // the same for scopes that are alike
  size_t number = 0;
  NumberList slots, relations, pres;
};

/// The places of numbers in the lists of a form.
struct ScopePlaces {
  Ordinals slots, relations, pres;
  void Clear() {
    for (Ordinals* ordinals : {&slots, &relations, &pres}) ordinals->Clear();
  }
  void Take(const ScopeForm& form) {
    Clear();
    slots.Take(form.slots);
    relations.Take(form.relations);
    pres.Take(form.pres);
  }
};

/// Finds forms, each once.
class ScopeForms {
 public:
  /// @param marks by slot: slots that stand for each other have the same
  ScopeForms(const Program& program, std::vector<char> marks)
      : program_(program),
        marks_(std::move(marks)),
        places_{Ordinals(program.initial_slots.size()), Ordinals(program.relations.size()),
                Ordinals(program.pres.size())} {}

  const ScopeForm& Of(const EventScope& scope);
  /// Of a scope after those of a form.
  const ScopeForm& Joined(const ScopeForm& form, const EventScope& next);

  /// Of a form, until another one is asked for.
  const ScopePlaces& PlacesIn(const ScopeForm& form) {
    places_.Take(form);
    return places_;
  }

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
  std::deque<ScopeForm> joined_;
  FlatMap<uint64_t, ScopeForm*> joined_of_;  // by number of the form and of the next scope
  struct Kind {
    int32_t number;
    std::vector<int32_t> sequence;
  };
  FlatMap<uint64_t, Kind> kinds_;  // by hash of the sequence
  int32_t next_kind_ = 0;
  size_t next_number_ = 0;
  // Of the form that is being made
  ScopeForm* form_ = nullptr;
  ScopePlaces places_;
  std::vector<int32_t> sequence_;  // what is told of it
  bool is_comparable_ = true;
};

}  // namespace stiction::runtime
