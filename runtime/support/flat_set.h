// SPDX-License-Identifier: BSD-3-Clause
// Sets and maps that grow or are cleared, without an allocation for each entry.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace stiction::runtime {

/// A number of 64 bits for a key that is one.
struct FlatHash {
  template <class Key>
  uint64_t operator()(const Key& key) const {
    return static_cast<uint64_t>(key);
  }
};

/// A number of 64 bits for a sequence of keys.
inline uint64_t HashOf(const std::vector<int32_t>& keys) {
  uint64_t hash = keys.size();
  for (const int32_t key : keys) hash = (std::rotl(hash, 5) ^ static_cast<uint32_t>(key)) * 0x9e3779b97f4a7c15u;
  return hash;
}

/// Keys, numbered in the order in which they were inserted.
template <class Key, class Hash = FlatHash>
class FlatSet {
 public:
  static constexpr size_t kNone = std::numeric_limits<size_t>::max();

  FlatSet() = default;
  template <class Keys>
  explicit FlatSet(const Keys& keys) {
    InsertAll(keys);
  }

  /// Makes room for so many keys in all.
  void Reserve(size_t count) {
    keys_.reserve(count);
    if (count > kSearched && 2 * count > table_.size()) Rehash(count);
  }

  /// Forgets all keys and keeps their room.
  void Clear() {
    keys_.clear();
    std::fill(table_.begin(), table_.end(), kFree);
  }

  /// @returns the number of the key, and whether it is new
  std::pair<size_t, bool> Insert(const Key& key) {
    const size_t known = Find(key);
    if (known != kNone) return {known, false};
    keys_.push_back(key);
    if (keys_.size() > kSearched && 2 * keys_.size() > table_.size()) {
      Rehash(keys_.size());
    } else if (!table_.empty()) {
      Place(keys_.size() - 1);
    }
    return {keys_.size() - 1, true};
  }

  template <class Keys>
  void InsertAll(const Keys& keys) {
    for (const Key& key : keys) Insert(key);
  }

  /// The number of the key; kNone if there is no such key.
  size_t Find(const Key& key) const {
    if (table_.empty()) {
      const auto found = std::find(keys_.begin(), keys_.end(), key);
      return found == keys_.end() ? kNone : static_cast<size_t>(found - keys_.begin());
    }
    for (size_t at = Home(key);; at = (at + 1) & (table_.size() - 1)) {
      if (table_[at] == kFree) return kNone;
      if (keys_[table_[at]] == key) return table_[at];
    }
  }

  bool Contains(const Key& key) const { return Find(key) != kNone; }
  size_t size() const { return keys_.size(); }

  /// By number.
  const std::vector<Key>& keys() const { return keys_; }

  std::vector<Key> Sorted() const {
    std::vector<Key> sorted = keys_;
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 private:
  static constexpr size_t kSearched = 12;  // so many keys are looked through
  static constexpr uint32_t kFree = std::numeric_limits<uint32_t>::max();

  size_t Home(const Key& key) const {
    return static_cast<size_t>(Hash()(key) * 0x9e3779b97f4a7c15u >> shift_);  // the golden ratio spreads neighbours
  }

  void Place(size_t number) {
    size_t at = Home(keys_[number]);
    while (table_[at] != kFree) at = (at + 1) & (table_.size() - 1);
    table_[at] = static_cast<uint32_t>(number);
  }

  void Rehash(size_t count) {
    size_t size = 1;
    shift_ = 64;
    for (; size < 3 * count; size *= 2) --shift_;
    table_.assign(size, kFree);
    for (size_t number = 0; number < keys_.size(); ++number) Place(number);
  }

  std::vector<Key> keys_;
  std::vector<uint32_t> table_;  // numbers of keys, open addressing; empty for a few keys
  int shift_ = 64;
};

/// Values by key.
template <class Key, class Value, class Hash = FlatHash>
class FlatMap {
 public:
  /// Makes room for so many keys in all.
  void Reserve(size_t count) {
    keys_.Reserve(count);
    values_.reserve(count);
  }

  /// Forgets all keys and keeps their room.
  void Clear() {
    keys_.Clear();
    values_.clear();
  }

  /// Null if there is no such key.
  const Value* Find(const Key& key) const {
    const size_t number = keys_.Find(key);
    return number == keys_.kNone ? nullptr : &values_[number];
  }

  /// Keeps the value of a key that is known. @returns the value, until the next insertion, and whether the key is new
  std::pair<Value*, bool> Insert(const Key& key, const Value& value) {
    const auto [number, is_new] = keys_.Insert(key);
    if (is_new) values_.push_back(value);
    return {&values_[number], is_new};
  }

  Value& operator[](const Key& key) { return *Insert(key, Value()).first; }

 private:
  FlatSet<Key, Hash> keys_;
  std::vector<Value> values_;  // by number of the key
};

}  // namespace stiction::runtime
