// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/child_names.h"

#include <algorithm>

namespace stiction::ir {

ChildNames::Iterator ChildNames::find(std::string_view name) const {
  if (index_) {
    const auto found = index_->find(name);
    return found == index_->end() ? end() : begin() + static_cast<std::ptrdiff_t>(found->second);
  }
  return std::find_if(begin(), end(), [name](const auto& entry) { return entry.first.str() == name; });
}

void ChildNames::emplace(InternedText name, InstanceId id) {
  if (!contains(name.str())) insert_or_assign(name, id);
}

void ChildNames::insert_or_assign(InternedText name, InstanceId id) {
  if (const Iterator found = find(name.str()); found != end()) {
    entries_[static_cast<size_t>(found - begin())].second = id;
    return;
  }
  entries_.emplace_back(name, id);
  if (index_) {
    index_->emplace(name.str(), entries_.size() - 1);
  } else {
    RebuildIndex();
  }
}

void ChildNames::RebuildIndex() {
  index_.reset();
  if (entries_.size() <= kShort) return;
  index_ = std::make_unique<Index>();
  for (size_t i = 0; i < entries_.size(); ++i) index_->emplace(entries_[i].first.str(), i);
}

}  // namespace stiction::ir
