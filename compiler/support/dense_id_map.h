// SPDX-License-Identifier: BSD-3-Clause
// A table from ids to small values, for what is asked of most ids of a whole model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "compiler/support/check.h"

namespace stiction {

/// As IdMap, with a place for each id up to the highest: neighbours stand together, and nothing is searched for. Of a
/// few ids among many IdMap is the smaller one.
/// @tparam Key an Id; only valid ones can be keys
/// @tparam Value default-constructible, cheap to copy
template <class Key, class Value>
class DenseIdMap {
 public:
  bool Contains(Key key) const { return key.index() < entries_.size() && entries_[key.index()].is_given; }
  /// @pre `key` has a value
  const Value& At(Key key) const {
    CHECK(Contains(key), "no value for id {}", key.value);
    return entries_[key.index()].value;
  }
  /// The value of `key` becomes `value` if it had none.
  void Insert(Key key, Value value) {
    if (key.index() >= entries_.size()) entries_.resize(std::max(key.index() + 1, 2 * entries_.size()));
    Entry& entry = entries_[key.index()];
    if (!entry.is_given) entry = {value, true};
  }

 private:
  struct Entry {
    Value value = {};
    bool is_given = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace stiction
