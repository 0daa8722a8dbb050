// SPDX-License-Identifier: BSD-3-Clause
// Structure of a mixed block, known from its code alone, before any trial.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "runtime/blocks/discrete_code.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Values of the block's relations, then of its held integer parts; "position" is a place in it.
using Configuration = std::vector<double>;

class MixedStructure {
 public:
  /// @pre both outlive this
  MixedStructure(const Program& program, const BlockCode& block);

  size_t size() const { return decided_.size(); }  // positions
  size_t relation_count() const { return block_.relations.size(); }
  /// @pre position < relation_count()
  const RelationInfo& relation(size_t position) const {
    return program_.relations[static_cast<size_t>(block_.relations[position])];
  }
  /// Slots that a configuration gives values, by position.
  const std::vector<Slot>& decided() const { return decided_; }
  /// Relations between discrete values: they jump.
  const std::vector<size_t>& discrete() const { return discrete_; }
  bool IsDiscrete(size_t position) const;

  /// Positions that share a varying operand (sa > 1 and sa < -1): one element that moves between adjacent branches.
  const std::vector<std::vector<size_t>>& elements() const { return elements_; }
  /// Slots that depend on the solution.
  const std::unordered_set<Slot>& varying() const { return varying_; }
  /// The operand of a relation that depends on the solution, and the other.
  std::pair<Slot, Slot> VaryingAndFixed(size_t position) const;
  /// The unknown that a relation compares with what does not depend on the unknowns, if that is what it does.
  std::optional<Eigen::Index> UnknownAtThreshold(size_t position) const;
  /// All relations of an element compare one quantity with fixed ones.
  bool IsCurve(const std::vector<size_t>& element) const;
  /// The values that the relations of one element can have together: of a curve those between neighbouring thresholds,
  /// from the least on; else all.
  std::vector<std::vector<double>> Branches(const std::vector<size_t>& element, const double* slots) const;
  /// The value of a relation where its varying operand is `point`.
  double ValueAt(size_t position, double point, const double* slots) const;

  /// The discrete assignments run once in each trial, before the Real equations, which read nothing else of them than
  /// read_by_equations().
  bool is_known_before() const { return is_known_before_; }
  bool settles_at_once() const { return discrete_code_.settles_at_once; }
  /// Relations, held parts and discrete variables that the Real equations read.
  const std::vector<Slot>& read_by_equations() const { return read_by_equations_; }
  /// The Real equations can be followed along a path.
  bool can_be_followed() const { return block_.held.empty() && !block_.unknowns.empty(); }

  /// Slots that trials write.
  const std::vector<Slot>& written() const { return FindFootprint().written; }
  /// Slots that the Jacobian of the block is computed from, but for relations and discrete variables.
  const std::vector<Slot>& coefficients() const { return FindFootprint().coefficients; }

 private:
  struct Footprint {
    std::vector<Slot> written, coefficients;
  };
  void FindElements();
  void FindReads();
  const Footprint& FindFootprint() const;

  const Program& program_;
  const BlockCode& block_;
  DiscreteCode discrete_code_;
  bool is_known_before_;
  std::vector<Slot> decided_, read_by_equations_;
  std::vector<size_t> discrete_;
  std::unordered_set<Slot> varying_;
  std::vector<std::vector<size_t>> elements_;
  mutable std::optional<Footprint> footprint_;  // when first asked for
};

inline std::vector<double> ValuesOf(const std::vector<Slot>& of, const double* slots) {
  std::vector<double> values(of.size());
  for (size_t k = 0; k < of.size(); ++k) values[k] = slots[of[k]];
  return values;
}

}  // namespace stiction::runtime
