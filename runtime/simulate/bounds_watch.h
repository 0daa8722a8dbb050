// SPDX-License-Identifier: BSD-3-Clause
// The attributes min and max of a model while it runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Watches that variables lie between their min and max (MLS 4.8.1). A variable that leaves them is reported once, and
/// of many only the first ones. A Real lies outside where it does by more than the tolerance, as a part of the bound,
/// of nominal, and of the largest value that the variable had.
class BoundsWatch {
 public:
  /// @param notes gets the warnings
  /// @pre all outlive this
  BoundsWatch(const Program& program, double* slots, Tape& tape, double tolerance, std::vector<std::string>& notes)
      : program_(program), slots_(slots), tape_(tape), tolerance_(tolerance), notes_(notes) {}

  /// Reads the bounds. Before, nothing is watched. @pre the slots hold the initial values
  /// @returns which parameter lies outside, if one does
  std::optional<std::string> Start();
  /// @param t [s]; @pre the slots hold a consistent point there
  void Check(double t) {
    for (size_t i = 0; i < watched_.size(); ++i) {
      Watched& w = watched_[i];
      const double value = w.negated ? -slots_[w.variable] : slots_[w.variable];
      w.scale = std::max(w.scale, std::abs(value));
      if (value >= w.min && value <= w.max) continue;
      if (IsOutside(w, value)) Report(i--, value, t);
    }
  }
  /// Notes the number of variables that were not reported.
  void Finish();

 private:
  struct Watched {
    Slot variable = kNoSlot;
    bool negated = false;
    double min = 0, max = 0;
    double scale = 0;  // the largest of the bounds, of nominal, and of what the variable was
    size_t info = 0;   // in Program::bounds
  };
  bool IsOutside(const Watched& watched, double value) const;
  void Report(size_t watched, double value, double t);
  static std::string Outside(const BoundsInfo& info, double value, double min, double max);

  const Program& program_;
  double* slots_;
  Tape& tape_;
  double tolerance_;
  std::vector<std::string>& notes_;
  std::vector<Watched> watched_;  // what lies inside
  size_t reported_ = 0;
};

}  // namespace stiction::runtime
