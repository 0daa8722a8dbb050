// A map for one run after the other, which begins anew without touching what the last run left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stiction::runtime {

/// Values by key, by open addressing. An entry counts in the run in which it was made.
template <class Key, class Value, class Hash>
class RunMap {
 public:
  /// Forgets all keys.
  void Clear() {
    ++run_;
    count_ = 0;
  }

  /// The value of the key, until the next call; `initial` if it is new.
  [[gnu::always_inline]] Value& At(const Key& key, const Value& initial) {
    Entry* entry = Find(key);
    if (entry->run == run_) return entry->value;
    if (2 * ++count_ > mask_) {
      Grow();
      entry = Find(key);
    }
    *entry = {key, initial, run_};
    return entry->value;
  }

 private:
  static constexpr int kFirstBits = 8;
  struct Entry {
    Key key{};
    Value value{};
    uint32_t run = 0;
  };

  [[gnu::always_inline]] Entry* Find(const Key& key) {
    for (size_t at = static_cast<size_t>(Hash()(key) * 0x9e3779b97f4a7c15u >> shift_);; at = (at + 1) & mask_) {
      Entry& entry = entries_[at];
      if (entry.run != run_ || entry.key == key) return &entry;
    }
  }

  [[gnu::noinline, gnu::cold]] void Grow() {
    std::vector<Entry> before(2 * entries_.size());
    before.swap(entries_);
    mask_ = entries_.size() - 1;
    --shift_;
    for (const Entry& entry : before) {
      if (entry.run == run_) *Find(entry.key) = entry;
    }
  }

  std::vector<Entry> entries_ = std::vector<Entry>(size_t{1} << kFirstBits);
  size_t mask_ = (size_t{1} << kFirstBits) - 1;
  int shift_ = 64 - kFirstBits;
  uint32_t run_ = 1;
  size_t count_ = 0;  // of this run
};

}  // namespace stiction::runtime
