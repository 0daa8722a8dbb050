// Which parts of a model are alike: the scopes of two equal elements differ in their slots only.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/events/event_scope.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// A one-to-one map of slots, relations and left limits, such that code on the ones is the same as on the others.
class ScopeMap {
 public:
  explicit ScopeMap(const Program& program)
      : program_(program),
        slots_(program.initial_slots.size()),
        relations_(program.relations.size()),
        pres_(program.pres.size()) {}

  void Clear() { ++run_; }
  /// Extends the map so that it takes one relation, or scope, to the other.
  /// @returns false if there is no such map: then it is of no use any more
  bool JoinRelation(int32_t from, int32_t to);
  bool Match(const EventScope& from, const EventScope& to);

  /// What stands for the number given, -1: none.
  int32_t Of(Slot slot) const { return slots_.Of(slot, run_); }
  int32_t OfRelation(int32_t relation) const { return relations_.Of(relation, run_); }
  int32_t OfPre(int32_t pre) const { return pres_.Of(pre, run_); }

 private:
  struct Numbers {
    struct Entry {
      int32_t to = -1, from = -1;
      int64_t to_run = 0, from_run = 0;
    };
    explicit Numbers(size_t count) : entries(count) {}
    int32_t Of(int32_t number, int64_t run) const {
      const Entry& entry = entries[static_cast<size_t>(number)];
      return entry.to_run == run ? entry.to : -1;
    }
    bool Join(int32_t from, int32_t to, int64_t run);
    std::vector<Entry> entries;
  };
  bool Join(Slot from, Slot to) { return slots_.Join(from, to, run_); }
  bool JoinAll(const std::vector<Slot>& from, const std::vector<Slot>& to);
  bool JoinInstruction(const Instruction& from, const Instruction& to);
  bool JoinRange(Range from, Range to);
  bool JoinPre(int32_t from, int32_t to);
  bool JoinBlock(const BlockCode& from, const BlockCode& to);

  const Program& program_;
  Numbers slots_, relations_, pres_;
  int64_t run_ = 1;
};

}  // namespace stiction::runtime
