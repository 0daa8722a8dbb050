// SPDX-License-Identifier: BSD-3-Clause
// Discrete signals as sequences of switches.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace stiction::runtime {

/// A value from its begin to that of the next one. Where the rows show no event, the switch lay between two of them.
struct Stay {
  double value = 0;
  double earliest = 0, begin = 0;  // [s]: the switch to the value came after `earliest`, `begin` at the latest
  double end = 0;                  // [s]
};

/// The values a signal holds, in order; a value left at the time it was taken is none of them.
/// @pre times are non-decreasing; times and values are of equal length
std::vector<Stay> StaysOf(std::span<const double> times, std::span<const double> values);

/// A difference between two sequences of switches, and what was passed over.
struct SwitchDifference {
  enum class Kind {
    kLate,     // at another time than in the reference
    kMissing,  // the result does not take the value
    kExtra,    // the reference does not
    kBrief     // missing or extra, but for less than the time tolerance: counts as nothing
  };
  Kind kind = Kind::kLate;
  double value = 0;
  double reference_time = 0;  // [s]; kExtra: not set
  double result_time = 0;     // [s]; kMissing: not set
  double duration = 0;        // [s], of kMissing, kExtra, kBrief
  bool in_result = false;     // kBrief: whether the result has it
};

struct SwitchComparison {
  std::vector<SwitchDifference> differences;  // in order of time
  double largest_delay = 0;                   // [s], of the switches that are in both
  double delay_at = 0;                        // [s], in the result
  double time_tolerance = 0;                  // [s]
  std::vector<std::string> literals;          // names of the values, see ComparisonOptions::literals
  size_t failures() const;
};

/// Compares two sequences. They agree if every value that one of them holds for longer than the tolerance is held by
/// the other too, taken at the same time within the tolerance; a value that is left for a moment counts as held. Of
/// several ways to pair them, one with fewest failures.
SwitchComparison CompareSwitches(const std::vector<Stay>& reference, const std::vector<Stay>& result,
                                 double time_tolerance);

/// "stuck", or the number where there are no literals.
std::string NameOfValue(double value, const std::vector<std::string>& literals);

/// "switches to stuck at t = 1.1003 s instead of 1.1 s".
std::string Explain(const SwitchDifference& difference, const std::vector<std::string>& literals);

}  // namespace stiction::runtime
