// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/held_code.h"

#include <algorithm>

#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

constexpr size_t kMaxAfter = 4;  // instructions kept that follow from one leaf, for one of the code

}  // namespace

HeldCode::HeldCode(std::vector<Instruction> code, size_t value_count)
    : code_(std::move(code)),
      after_(value_count, {-1, -1}),
      readers_begin_(value_count + 1, 0),
      is_after_(code_.size(), 0) {
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

std::span<const Instruction> HeldCode::After(int32_t leaf) {
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

// One leaf after the other: what several lead to ends with the values of all.
void HeldCode::RunAfter(const std::vector<int32_t>& changed, double* values) {
  for (const int32_t leaf : changed) {
    for (const Instruction& at : After(leaf)) ExecuteScalar(at, values);
  }
}

}  // namespace stiction::runtime
