// SPDX-License-Identifier: BSD-3-Clause
// A hash table from ids to small values, for the many short-lived ones that walks over expressions need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/support/check.h"

namespace stiction {

/// Entries stand in one piece of memory and are never taken out one by one. There is no order to iterate in.
/// @tparam Key an Id; only valid ones can be keys
/// @tparam Value default-constructible, cheap to move
template <class Key, class Value>
class IdMap {
 public:
  size_t size() const { return size_; }

  /// @returns the value of `key`, null if it has none; valid until the next Insert
  Value* Find(Key key) { return const_cast<Value*>(std::as_const(*this).Find(key)); }
  const Value* Find(Key key) const {
    if (size_ == 0) return nullptr;
    const Entry& entry = entries_[PlaceOf(key)];
    return entry.key ? &entry.value : nullptr;
  }
  bool Contains(Key key) const { return Find(key) != nullptr; }
  /// @pre `key` has a value
  const Value& At(Key key) const {
    const Value* value = Find(key);
    CHECK(value, "no value for id {}", key.value);
    return *value;
  }
  /// The value of `key`, which becomes `value` if it had none. @returns it, valid until the next Insert, and whether it
  /// is new
  std::pair<Value*, bool> Insert(Key key, Value value) {
    if (2 * (size_ + 1) > entries_.size()) Grow();
    Entry& entry = entries_[PlaceOf(key)];
    if (entry.key) return {&entry.value, false};
    entry = {key, std::move(value)};
    ++size_;
    return {&entry.value, true};
  }

 private:
  struct Entry {
    Key key = {};
    Value value = {};
  };

  // The place of the key, or the free place for it: keys that collide stand behind. Eight ids in a row stay
  // together: walks ask for neighbours.
  size_t PlaceOf(Key key) const {
    const size_t mask = entries_.size() - 1;
    const uint32_t id = static_cast<uint32_t>(key.value);
    size_t at = (((id >> 3) * 0x9E3779B1u >> 4 & ~7u) + (id & 7u)) & mask;
    while (entries_[at].key && entries_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void Grow() {
    constexpr size_t kFirst = 16;
    std::vector<Entry> before = std::exchange(entries_, {});
    entries_.resize(before.empty() ? kFirst : 2 * before.size());
    for (Entry& entry : before) {
      if (entry.key) entries_[PlaceOf(entry.key)] = std::move(entry);
    }
  }

  std::vector<Entry> entries_;  // a power of two, at most half in use
  size_t size_ = 0;
};

}  // namespace stiction
