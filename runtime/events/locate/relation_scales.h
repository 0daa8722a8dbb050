// SPDX-License-Identifier: BSD-3-Clause
// The magnitude of what each relation compares, and the zone around its switching point that follows from it.
//
//   zone = max(0.01 tolerance max(|left|, |right|, S), 1e-12 H, 1000 n)
//
// H is the largest |left|, |right| or |left - right| seen so far while the relation was watched, and the size of the
// terms of which a small difference is computed, as far as n tells it. S is the declared nominal value of an operand,
// else min(1, H): without a declaration a quantity counts at most as if its nominal value were 1, and one that has only
// been small counts as it is. Beside a threshold that is not 0, H is that of the smaller operand here: however far a
// curve parameter goes beyond it, the threshold is what has to be resolved. The other terms are rounding errors: of
// large operands, and n those that were seen of a computed difference. So a zone scales with what is compared, whatever
// its unit (docs/promises.md).
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

class RelationScales {
 public:
  /// @param slots of the run: hold the nominal values once parameters are computed
  /// @param tolerance relative tolerance of the simulation
  RelationScales(const Program& program, const double* slots, double tolerance)
      : program_(program),
        slots_(slots),
        zone_factor_(1e-2 * tolerance),
        largest_(program.relations.size(), 0.0),
        threshold_(program.relations.size(), 0.0),
        noise_(program.relations.size(), 0.0) {}

  /// An operand of the relation, or their difference, was seen at this size.
  void Note(int32_t relation, double size) {
    double& largest = largest_[static_cast<size_t>(relation)];
    if (size > largest && std::isfinite(size)) largest = size;
  }

  /// The smaller one of both operands was seen at this size.
  void NoteSmaller(int32_t relation, double size) {
    double& threshold = threshold_[static_cast<size_t>(relation)];
    if (std::isfinite(size)) threshold = std::max(threshold, size);
  }

  /// Rounding errors of this size were seen in left - right.
  void NoteNoise(int32_t relation, double size) {
    double& noise = noise_[static_cast<size_t>(relation)];
    if (std::isfinite(size)) noise = std::max(noise, size);
  }

  double zone_factor() const { return zone_factor_; }
  /// The zone of the relation where both operands are 0.
  double FloorOf(int32_t relation) const { return FloorWith(relation, 0); }
  /// The same if rounding errors of size `noise` were seen as well.
  double FloorWith(int32_t relation, double noise) const {
    const auto i = static_cast<size_t>(relation);
    const Slot nominal = program_.relations[i].nominal;
    const double declared = nominal == kNoSlot ? 0 : std::fabs(slots_[nominal]);
    const double errors = std::max(noise_[i], noise), terms = errors / kRoundingOfTerms;
    const double compared = threshold_[i] > kRounding * largest_[i] ? threshold_[i] : largest_[i];
    const double scale = declared > 0 && std::isfinite(declared) ? declared : std::min(1.0, std::max(compared, terms));
    return std::max({zone_factor_ * scale, kRounding * largest_[i], kNoises * errors});
  }
  /// What rounding errors may leave of the difference of both operands, where these were as large as they were seen.
  double RoundingErrorsOf(int32_t relation) const {
    const auto i = static_cast<size_t>(relation);
    return std::max(kRounding * largest_[i], kNoises * noise_[i]);
  }
  double ZoneOf(int32_t relation, double left, double right) const {
    return std::max(zone_factor_ * std::max(std::fabs(left), std::fabs(right)), FloorOf(relation));
  }

 private:
  static constexpr double kRounding = 1e-12, kNoises = 1000;
  static constexpr double kRoundingOfTerms = 16 * DBL_EPSILON;  // that perturbed operands show

  const Program& program_;
  const double* slots_;
  double zone_factor_;
  std::vector<double> largest_, threshold_, noise_;  // by relation
};

}  // namespace stiction::runtime
