// SPDX-License-Identifier: BSD-3-Clause
// The components of a composite by name.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ir/instances/expression.h"
#include "compiler/support/interned_text.h"

namespace stiction::ir {

/// A map from names to instances in order of insertion. Most composites have a handful of components, and a model has
/// very many such: those are compared one by one; only long lists get an index.
class ChildNames {
 public:
  using Entries = std::vector<std::pair<InternedText, InstanceId>>;
  using Iterator = Entries::const_iterator;

  Iterator begin() const { return entries_.begin(); }
  Iterator end() const { return entries_.end(); }
  /// @returns end() if there is none
  Iterator find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != end(); }

  void reserve(size_t count) { entries_.reserve(count); }
  /// No change if the name is taken.
  void emplace(InternedText name, InstanceId id);
  void insert_or_assign(InternedText name, InstanceId id);
  /// Removes all instances for which this holds, in one pass.
  template <class Predicate>
  void erase_if(const Predicate& predicate) {
    if (std::erase_if(entries_, [&](const auto& entry) { return predicate(entry.second); }) > 0) RebuildIndex();
  }

 private:
  static constexpr size_t kShort = 16;
  using Index = std::unordered_map<std::string_view, size_t>;

  void RebuildIndex();

  Entries entries_;
  std::unique_ptr<Index> index_;  // of more than kShort entries
};

}  // namespace stiction::ir
