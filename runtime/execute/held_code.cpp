// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/held_code.h"

#include <algorithm>
#include <bit>

#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

// Of a small component.
constexpr size_t kMaxLeaves = 24, kMaxInstructions = 96;
constexpr size_t kMaxKnown = 12;
constexpr size_t kMaxAfter = 4;  // instructions kept that follow from one leaf, for one of the code

bool IsSame(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

}  // namespace

HeldCode::HeldCode(std::vector<Instruction> code, const std::vector<int32_t>& leaves, size_t value_count)
    : code_(std::move(code)), component_of_(value_count, -1) {
  FindComponents(leaves);
}

// Leaves whose instructions meet are of one component.
void HeldCode::FindComponents(const std::vector<int32_t>& leaves) {
  std::vector<int32_t> parent(leaves.size());  // by number of a leaf
  const auto root = [&](int32_t leaf) {
    while (parent[static_cast<size_t>(leaf)] != leaf) leaf = parent[static_cast<size_t>(leaf)];
    return leaf;
  };
  std::vector<int32_t> a_leaf_of(component_of_.size(), -1);  // by index, what it follows from
  for (size_t k = 0; k < leaves.size(); ++k) {
    a_leaf_of[static_cast<size_t>(leaves[k])] = parent[k] = static_cast<int32_t>(k);
  }
  for (const Instruction& at : code_) {
    int32_t& known = a_leaf_of[static_cast<size_t>(at.dst)];
    for (const Slot operand : {at.a, at.b, at.c}) {
      const int32_t leaf = operand == kNoSlot ? -1 : a_leaf_of[static_cast<size_t>(operand)];
      if (leaf < 0) continue;
      if (known < 0) known = leaf;
      const int32_t one = root(known), other = root(leaf);
      parent[static_cast<size_t>(std::max(one, other))] = std::min(one, other);
    }
  }
  std::vector<int32_t> component_of_root(leaves.size(), -1);
  for (size_t k = 0; k < leaves.size(); ++k) {
    int32_t& component = component_of_root[static_cast<size_t>(root(static_cast<int32_t>(k)))];
    if (component < 0) {
      component = static_cast<int32_t>(components_.size());
      components_.emplace_back();
    }
    components_[static_cast<size_t>(component)].leaves.push_back(leaves[k]);
    component_of_[static_cast<size_t>(leaves[k])] = component;
  }
  for (const Instruction& at : code_) {
    const int32_t leaf = a_leaf_of[static_cast<size_t>(at.dst)];
    if (leaf < 0) continue;
    Component& component = components_[static_cast<size_t>(component_of_root[static_cast<size_t>(root(leaf))])];
    component.is_small = component.leaves.size() <= kMaxLeaves && component.code.size() < kMaxInstructions;
    if (!component.is_small) continue;
    component.are_side_by_side =
        component.are_side_by_side && (component.code.empty() || at.dst == component.code.back().dst + 1);
    component.code.push_back(at);
  }
}

void HeldCode::FindReaders() {
  readers_begin_.assign(component_of_.size() + 1, 0);
  is_after_.assign(code_.size(), 0);
  const auto for_each = [&](const auto& visit) {
    for (size_t i = 0; i < code_.size(); ++i) {
      for (const Slot operand : {code_[i].a, code_[i].b, code_[i].c}) {
        if (operand != kNoSlot) visit(static_cast<size_t>(operand), static_cast<int32_t>(i));
      }
    }
  };
  for_each([&](size_t operand, int32_t) { ++readers_begin_[operand + 1]; });
  for (size_t i = 1; i < readers_begin_.size(); ++i) readers_begin_[i] += readers_begin_[i - 1];
  readers_.resize(static_cast<size_t>(readers_begin_.back()));
  std::vector<int32_t> next(readers_begin_.begin(), readers_begin_.end() - 1);
  for_each([&](size_t operand, int32_t i) { readers_[static_cast<size_t>(next[operand]++)] = i; });
}

void HeldCode::FindAfter(int32_t leaf) {
  std::vector<int32_t>& numbers = numbers_;
  numbers.clear();
  const auto add_readers = [&](int32_t index) {
    const auto begin = readers_begin_.begin() + index;
    for (int32_t k = begin[0]; k < begin[1]; ++k) {
      const int32_t reader = readers_[static_cast<size_t>(k)];
      if (!is_after_[static_cast<size_t>(reader)]) numbers.push_back(reader);
      is_after_[static_cast<size_t>(reader)] = 1;
    }
  };
  add_readers(leaf);
  for (size_t next = 0; next < numbers.size(); ++next) add_readers(code_[static_cast<size_t>(numbers[next])].dst);
  std::sort(numbers.begin(), numbers.end());
  for (const int32_t number : numbers) {
    code_after_.push_back(code_[static_cast<size_t>(number)]);
    is_after_[static_cast<size_t>(number)] = 0;
  }
}

bool HeldCode::AreOfSmallComponents(const std::vector<int32_t>& leaves) const {
  return std::ranges::all_of(leaves, [&](int32_t leaf) {
    return components_[static_cast<size_t>(component_of_[static_cast<size_t>(leaf)])].is_small;
  });
}

std::span<const Instruction> HeldCode::CodeWith(int32_t leaf) {
  const Component& component = components_[static_cast<size_t>(component_of_[static_cast<size_t>(leaf)])];
  return component.is_small ? std::span<const Instruction>(component.code) : After(leaf);
}

std::span<const Instruction> HeldCode::After(int32_t leaf) {
  if (after_.empty()) {
    FindReaders();
    after_.assign(component_of_.size(), {-1, -1});
  }
  auto& [begin, end] = after_[static_cast<size_t>(leaf)];
  if (begin < 0) {
    if (code_after_.size() > kMaxAfter * code_.size()) {
      code_after_.clear();
      std::ranges::fill(after_, std::pair(-1, -1));
    }
    begin = static_cast<int32_t>(code_after_.size());
    FindAfter(leaf);
    end = static_cast<int32_t>(code_after_.size());
  }
  return std::span(code_after_).subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
}

// Of a large component one leaf after the other: what several lead to ends with the values of all.
void HeldCode::RunAfter(const std::vector<int32_t>& changed, double* values) {
  if (components_.size() == 1 && components_.front().is_small) {
    if (!Recall(components_.front(), values)) Run(components_.front(), values);
    return;
  }
  ++run_;
  for (const int32_t leaf : changed) {
    Component& component = components_[static_cast<size_t>(component_of_[static_cast<size_t>(leaf)])];
    if (!component.is_small) {
      for (const Instruction& at : After(leaf)) ExecuteScalar(at, values);
    } else if (std::exchange(component.run, run_) != run_) {
      if (!Recall(component, values)) Run(component, values);
    }
  }
}

// Elements go the same way again: what came after the values of now comes next.
bool HeldCode::Recall(Component& component, double* values) {
  const size_t leaves = component.leaves.size(), results = component.code.size();
  size_t at = component.next;
  for (size_t seen = 0; seen < component.known.size(); seen += leaves + results) {
    if (at == component.known.size()) at = 0;
    const double* const known = component.known.data() + at;
    at += leaves + results;
    size_t same = 0;
    while (same < leaves && IsSame(known[same], values[component.leaves[same]])) ++same;
    if (same < leaves) continue;
    if (component.are_side_by_side) {
      std::copy_n(known + leaves, results, values + component.code.front().dst);
    } else {
      for (size_t k = 0; k < results; ++k) values[component.code[k].dst] = known[leaves + k];
    }
    component.next = at;
    return true;
  }
  return false;
}

void HeldCode::Run(Component& component, double* values) {
  for (const Instruction& at : component.code) ExecuteScalar(at, values);
  if (component.known.size() >= kMaxKnown * (component.leaves.size() + component.code.size())) return;
  const size_t before = component.known.size();
  component.known.resize(before + component.leaves.size() + component.code.size());
  double* known = component.known.data() + before;
  for (const int32_t leaf : component.leaves) *known++ = values[leaf];
  for (const Instruction& at : component.code) *known++ = values[at.dst];
}

}  // namespace stiction::runtime
