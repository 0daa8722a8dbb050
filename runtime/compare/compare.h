// Comparison of a result with a reference: each signal has to stay in the tube round the reference.
#pragma once

#include <string>
#include <vector>

#include "runtime/compare/result_file.h"

namespace stiction::runtime {

struct ComparisonOptions {
  double tolerance = 0.002;  // half-width of the tube, relative to the ranges of time and values
  double nominal = 0.001;    // ranges count at least this
  /// Of the reference, to compare; empty: all of them.
  std::vector<std::string> signals = {};
};

struct SignalVerdict {
  std::string name;
  /// How far the result is from the reference at worst, in half-widths of the tube: inside up to 1.
  double worst_use = 0;
  double worst_time = 0;  // [s]
  size_t outside = 0;     // rows
  std::string reason;     // why it fails apart from that: missing, not finite, ends too early; empty: nothing

  bool passes() const { return outside == 0 && reason.empty(); }
};

struct Comparison {
  std::vector<SignalVerdict> signals;  // in the order compared
  bool passes() const;
  /// The verdict with the largest use, those that fail first; null if nothing was compared.
  const SignalVerdict* Worst() const;
};

/// Compares the rows of `result` within the reference's time range. Stricter than csv-compare: a signal that the result
/// lacks, a value that is not finite and a result that does not span the reference's time range fail.
Comparison Compare(const ResultTable& reference, const ResultTable& result, const ComparisonOptions& options = {});

}  // namespace stiction::runtime
