// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_structure.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "runtime/blocks/varying.h"
#include "runtime/program/operands.h"
#include "runtime/program/relation.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

MixedStructure::MixedStructure(const Program& program, const BlockCode& block)
    : program_(program),
      block_(block),
      discrete_code_(LookAtDiscreteCode(program, block)),
      is_known_before_(discrete_code_.settles_at_once && !discrete_code_.reads_solution && discrete_code_.is_open),
      varying_(VaryingSlotsWithin(program, block, block.operands)) {
  for (size_t k = 0; k < relation_count(); ++k) {
    decided_.push_back(relation(k).value);
    if (relation(k).kind == RelationInfo::Kind::kDiscrete) discrete_.push_back(k);
  }
  for (const int32_t held : block.held) decided_.push_back(program.held[static_cast<size_t>(held)].value);
  FindElements();
  FindReads();
}

void MixedStructure::FindElements() {
  std::vector<size_t> element_of(size());
  std::iota(element_of.begin(), element_of.end(), size_t{0});
  std::unordered_map<Slot, size_t> first_with;
  for (size_t k = 0; k < relation_count(); ++k) {
    for (const Slot operand : {relation(k).left, relation(k).right}) {
      if (!varying_.contains(operand)) continue;
      const size_t other = element_of[first_with.emplace(operand, k).first->second], own = element_of[k];
      std::replace(element_of.begin(), element_of.end(), std::max(own, other), std::min(own, other));
    }
  }
  std::vector<std::vector<size_t>> members(size());
  for (size_t k = 0; k < size(); ++k) members[element_of[k]].push_back(k);
  for (std::vector<size_t>& element : members) {
    if (!element.empty()) elements_.push_back(std::move(element));
  }
}

void MixedStructure::FindReads() {
  FlatSet<Slot> known(block_.discrete_targets), read;
  known.InsertAll(decided_);
  for (const Range range : {block_.residual, block_.jacobian}) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      ForEachRead(program_, program_.code[static_cast<size_t>(i)], [&](Slot operand) {
        if (known.Contains(operand)) read.Insert(operand);
      });
    }
  }
  read_by_equations_ = read.Sorted();
}

const MixedStructure::Footprint& MixedStructure::FindFootprint() const {
  if (footprint_) return *footprint_;
  footprint_.emplace();
  FlatSet<Slot> written(decided_), needed, computed;
  written.InsertAll(block_.unknowns);
  written.InsertAll(block_.discrete_targets);
  for (const BlockCode::Entry& entry : block_.entries) needed.Insert(entry.slot);
  // Backwards through what computes the Jacobian.
  const auto trace = [&](Range range) {
    for (int32_t i = range.end; i-- > range.begin;) {
      const Instruction& instruction = program_.code[static_cast<size_t>(i)];
      bool is_needed = IsJump(instruction);
      ForEachWrite(program_, instruction, [&](Slot result) {
        is_needed = is_needed || needed.Contains(result);
        computed.Insert(result);
      });
      if (is_needed) ForEachRead(program_, instruction, [&](Slot operand) { needed.Insert(operand); });
    }
  };
  trace(block_.jacobian);
  trace(block_.residual);
  // Discrete assignments may wait for each other.
  for (size_t before = needed.size() + 1; before != needed.size();) {
    before = needed.size();
    trace(block_.discrete);
  }
  written.InsertAll(computed.keys());
  for (int32_t i = block_.operands.begin; i < block_.operands.end; ++i) {
    ForEachWrite(program_, program_.code[static_cast<size_t>(i)], [&](Slot result) { written.Insert(result); });
  }
  footprint_->written = written.Sorted();
  const FlatSet<Slot> decided(decided_);
  for (const Slot slot : needed.Sorted()) {
    if (!decided.Contains(slot) && !computed.Contains(slot)) footprint_->coefficients.push_back(slot);
  }
  return *footprint_;
}

bool MixedStructure::IsDiscrete(size_t position) const {
  return std::binary_search(discrete_.begin(), discrete_.end(), position);
}

std::pair<Slot, Slot> MixedStructure::VaryingAndFixed(size_t position) const {
  const Slot left = relation(position).left, right = relation(position).right;
  return varying_.contains(left) ? std::pair(left, right) : std::pair(right, left);
}

std::optional<Eigen::Index> MixedStructure::UnknownAtThreshold(size_t position) const {
  if (position >= relation_count() || IsDiscrete(position)) return std::nullopt;
  const auto [operand, threshold] = VaryingAndFixed(position);
  const auto found = std::find(block_.unknowns.begin(), block_.unknowns.end(), operand);
  if (found == block_.unknowns.end() || varying_.contains(threshold)) return std::nullopt;
  return found - block_.unknowns.begin();
}

bool MixedStructure::IsCurve(const std::vector<size_t>& element) const {
  return std::all_of(element.begin(), element.end(), [&](size_t k) {
    if (k >= relation_count() || IsDiscrete(k)) return false;
    const auto [operand, other] = VaryingAndFixed(k);
    return operand == VaryingAndFixed(element.front()).first && !varying_.contains(other);
  });
}

double MixedStructure::ValueAt(size_t position, double point, const double* slots) const {
  const bool is_above = point > slots[VaryingAndFixed(position).second];
  const bool holds_above = HoldsAbove(relation(position)) == varying_.contains(relation(position).left);
  return is_above == holds_above ? 1 : 0;
}

std::vector<std::vector<double>> MixedStructure::Branches(const std::vector<size_t>& element,
                                                          const double* slots) const {
  std::vector<std::vector<double>> branches;
  if (IsCurve(element)) {
    std::vector<double> thresholds;
    for (const size_t k : element) thresholds.push_back(slots[VaryingAndFixed(k).second]);
    std::sort(thresholds.begin(), thresholds.end());
    std::vector<double> points{thresholds.front() - 1};
    for (size_t i = 0; i + 1 < thresholds.size(); ++i) points.push_back(0.5 * (thresholds[i] + thresholds[i + 1]));
    points.push_back(thresholds.back() + 1);
    for (const double point : points) {
      std::vector<double>& values = branches.emplace_back();
      for (const size_t k : element) values.push_back(ValueAt(k, point, slots));
    }
    return branches;
  }
  constexpr size_t kMax = 10;
  for (size_t bits = 0; bits < size_t{1} << std::min(element.size(), kMax); ++bits) {
    std::vector<double>& values = branches.emplace_back();
    for (size_t i = 0; i < element.size(); ++i) values.push_back(i < kMax && (bits >> i & 1) != 0 ? 1 : 0);
  }
  return branches;
}

}  // namespace stiction::runtime
