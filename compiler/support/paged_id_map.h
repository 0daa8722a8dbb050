// SPDX-License-Identifier: BSD-3-Clause
// A table from ids to small values, for what is asked of some stretches of the ids of a whole model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace stiction {

/// Every id has a value, kDefault until another is set. Neighbours stand together and nothing is searched for, as in a
/// DenseIdMap, but there is memory only for pages of ids of which one was set.
/// @tparam Key an Id; only valid ones can be keys
/// @tparam Value cheap to copy
template <class Key, class Value, Value kDefault>
class PagedIdMap {
 public:
  Value operator[](Key key) const {
    const size_t page = key.index() / kPage;
    return page < pages_.size() && pages_[page] ? pages_[page][key.index() % kPage] : kDefault;
  }
  void Set(Key key, Value value) {
    const size_t page = key.index() / kPage;
    if (page >= pages_.size()) pages_.resize(std::max(page + 1, 2 * pages_.size()));
    if (!pages_[page]) {
      pages_[page] = std::make_unique_for_overwrite<Value[]>(kPage);
      std::fill_n(pages_[page].get(), kPage, kDefault);
    }
    pages_[page][key.index() % kPage] = value;
  }

 private:
  static constexpr size_t kPage = 256;
  std::vector<std::unique_ptr<Value[]>> pages_;
};

}  // namespace stiction
