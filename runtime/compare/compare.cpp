#include "runtime/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "runtime/compare/tube.h"

namespace stiction::runtime {
namespace {

/// Of the time range: what a result may end too early or begin too late.
constexpr double kTimeRounding = 1e-9;

// Empty, or what part of the reference's time range the result lacks.
std::string MissingTime(const std::vector<double>& reference, const std::vector<double>& result) {
  if (reference.empty()) return "the reference has no rows";
  if (result.empty()) return "the result has no rows";
  const double rounding = kTimeRounding * std::max(1.0, std::abs(reference.back() - reference.front()));
  if (result.front() > reference.front() + rounding) {
    return fmt::format("the result begins at t = {} s, the reference at {} s", result.front(), reference.front());
  }
  if (result.back() < reference.back() - rounding) {
    return fmt::format("the result ends at t = {} s, the reference at {} s", result.back(), reference.back());
  }
  return {};
}

SignalVerdict CompareSignal(const std::vector<double>& reference_times, const std::vector<double>& reference_values,
                            const std::vector<double>& times, const std::vector<double>& values,
                            const ComparisonOptions& options) {
  SignalVerdict verdict;
  const TubeSize size = SizeOfTube(reference_times, reference_values, options.tolerance, options.nominal);
  const auto range = SlidingRange(reference_times, reference_values, size.time, times);
  for (size_t row = 0; row < times.size(); ++row) {
    if (times[row] > reference_times.back()) break;
    if (!std::isfinite(values[row])) {
      if (verdict.reason.empty()) verdict.reason = fmt::format("not finite at t = {} s", times[row]);
      continue;
    }
    const double distance = std::max({values[row] - range[row].second, range[row].first - values[row], 0.0});
    const double use = distance == 0    ? 0
                       : size.value > 0 ? distance / size.value
                                        : std::numeric_limits<double>::infinity();
    if (use > 1) ++verdict.outside;
    if (use > verdict.worst_use) {
      verdict.worst_use = use;
      verdict.worst_time = times[row];
    }
  }
  return verdict;
}

}  // namespace

bool Comparison::passes() const {
  return std::all_of(signals.begin(), signals.end(), [](const SignalVerdict& v) { return v.passes(); });
}

const SignalVerdict* Comparison::Worst() const {
  const SignalVerdict* worst = nullptr;
  for (const SignalVerdict& v : signals) {
    const auto badness = [](const SignalVerdict& s) { return std::tuple(!s.reason.empty(), s.worst_use); };
    if (!worst || badness(v) > badness(*worst)) worst = &v;
  }
  return worst;
}

Comparison Compare(const ResultTable& reference, const ResultTable& result, const ComparisonOptions& options) {
  Comparison comparison;
  const std::string missing_time = MissingTime(reference.times, result.times);
  for (const std::string& name : options.signals.empty() ? reference.names : options.signals) {
    SignalVerdict verdict;
    const auto in_reference = reference.Find(name);
    const auto in_result = result.Find(name);
    if (!in_reference || !in_result) {
      verdict.reason = in_reference ? "missing in the result" : "missing in the reference";
    } else if (reference.times.empty() || result.times.empty()) {
      verdict.reason = missing_time;
    } else {
      verdict = CompareSignal(reference.times, reference.columns[*in_reference], result.times,
                              result.columns[*in_result], options);
      if (verdict.reason.empty()) verdict.reason = missing_time;
    }
    verdict.name = name;
    comparison.signals.push_back(std::move(verdict));
  }
  return comparison;
}

}  // namespace stiction::runtime
