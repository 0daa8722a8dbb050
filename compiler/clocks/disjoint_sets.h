// SPDX-License-Identifier: BSD-3-Clause
// Sets of nodes that grow together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stiction::clocks {

class DisjointSets {
 public:
  explicit DisjointSets(size_t nodes = 0) {
    for (size_t i = 0; i < nodes; ++i) Add();
  }
  int32_t Add() {
    parent_.push_back(static_cast<int32_t>(parent_.size()));
    return parent_.back();
  }
  int32_t Find(int32_t node) {
    while (parent_[static_cast<size_t>(node)] != node) {
      int32_t& parent = parent_[static_cast<size_t>(node)];
      parent = parent_[static_cast<size_t>(parent)];
      node = parent;
    }
    return node;
  }
  /// The set of a keeps its root.
  void Join(int32_t a, int32_t b) { parent_[static_cast<size_t>(Find(b))] = Find(a); }
  size_t size() const { return parent_.size(); }

 private:
  std::vector<int32_t> parent_;
};

}  // namespace stiction::clocks
