// SPDX-License-Identifier: BSD-3-Clause
// Comparison of a result with a reference: a signal of Real values has to stay in the tube round the reference, a
// discrete one has to switch between the same values at the same times.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "runtime/compare/switches.h"
#include "runtime/compare/tube.h"
#include "runtime/results/read_result.h"

namespace stiction::runtime {

/// Tolerances of one signal; a value that is not set is that of all signals.
struct SignalTolerance {
  std::optional<double> relative;  // half-widths of the tube, relative to the ranges of time and values
  std::optional<double> absolute;  // least half-height, in the signal's unit
  std::optional<double> time;      // half-width in time [s]
};

struct ComparisonOptions {
  double tolerance = 0.002;              // half-widths of the tube, relative to the ranges of time and values
  double nominal = 0.001;                // ranges of values count at least this
  double absolute = 0;                   // the half-height is at least this
  std::optional<double> time_tolerance;  // half-width in time [s]; else relative
  /// Of the reference, to compare; empty: all of them.
  std::vector<std::string> signals = {};
  /// By name, with `*` for any characters and `?` for one; the last that fits counts.
  std::vector<std::pair<std::string, SignalTolerance>> special = {};
  /// Names of the values of signals, where they are known: literals of an enumeration by number from 1, those of a
  /// Boolean ("false", "true") from 0.
  std::map<std::string, std::vector<std::string>, std::less<>> literals = {};
  /// Names of the two in messages: their files, where they come from files.
  std::string reference_name = "reference", result_name = "result";
};

struct SignalVerdict {
  enum class Status {
    kInside,
    kOutside,
    kNotCompared  // missing, not finite, ends too early: see `reason`
  };

  std::string name;
  std::string unit;
  bool is_discrete = false;
  /// The largest distance of the result from the reference, in half-heights of the tube: inside up to 1. Of a discrete
  /// signal, its largest delay in time tolerances.
  double worst_use = 0;
  double worst_time = 0;        // [s]
  double worst_value = 0;       // of the result
  double lower = 0, upper = 0;  // what was allowed then
  size_t outside = 0;           // rows; of a discrete signal, switches
  size_t rows = 0;              // compared; of a discrete signal, switches of the reference
  TubeSize size;
  SwitchComparison switches;  // of a discrete signal
  std::string reason;         // why it fails apart from that: missing, not finite, ends too early; empty: nothing

  bool passes() const { return outside == 0 && reason.empty(); }
  Status status() const {
    if (!reason.empty()) return Status::kNotCompared;
    return outside == 0 ? Status::kInside : Status::kOutside;
  }
  /// By which it leaves the tube at worst, in its unit; 0 inside.
  double excess() const;
};

struct Comparison {
  std::vector<SignalVerdict> signals;       // in the order compared
  std::vector<std::string> only_in_result;  // neither compared nor in the reference
  std::vector<std::string> not_asked_for;   // of the reference
  bool passes() const;
  /// The verdict with the largest use, those that fail first; null if nothing was compared.
  const SignalVerdict* Worst() const;
  /// Indices of `signals`: those that fail first, the largest use first.
  std::vector<size_t> ByBadness() const;
  size_t failed() const;
};

/// Compares the rows of `result` within the reference's time range. Stricter than csv-compare: a signal that the result
/// lacks, a value that is not finite, a result that does not span the reference's time range and one without rows where
/// the reference moves all fail.
///
/// A signal is discrete if in both files it holds integers that most rows do not change: files do not tell types.
Comparison Compare(const ResultTable& reference, const ResultTable& result, const ComparisonOptions& options = {});

/// The tolerances of the signal of this name.
SignalTolerance ToleranceOf(const std::string& name, const ComparisonOptions& options);

/// One sentence that says how a signal compares, worst first: "leaves the tube at t = ...", "switches to stuck at t =
/// 1.1003 s instead of 1.1000 s".
std::string Explain(const SignalVerdict& verdict);

}  // namespace stiction::runtime
