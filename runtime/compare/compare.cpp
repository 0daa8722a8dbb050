// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "runtime/results/name_pattern.h"

namespace stiction::runtime {
namespace {

/// Of the time range: what a result may end too early or begin too late.
constexpr double kTimeRounding = 1e-9;
/// Of the time range: how far apart two rows of a result may be without a look at what the reference does there.
constexpr double kWidestGap = 0.01;

using Values = std::vector<double>;

bool IsInteger(double value) { return value == std::floor(value) && std::abs(value) < 0x1p53; }

// Tools write times in single precision too.
bool IsSameInSinglePrecision(double one, double other) { return static_cast<float>(one) == static_cast<float>(other); }

// Empty, or what part of the reference's time range the result lacks.
std::string MissingTime(const Values& reference, const Values& result) {
  if (reference.empty()) return "the reference has no rows";
  if (result.empty()) return "the result has no rows";
  const double rounding = kTimeRounding * std::max(1.0, std::abs(reference.back() - reference.front()));
  if (result.front() > reference.front() + rounding && !IsSameInSinglePrecision(result.front(), reference.front())) {
    return fmt::format("the result begins at t = {} s, the reference at {} s", result.front(), reference.front());
  }
  if (result.back() < reference.back() - rounding && !IsSameInSinglePrecision(result.back(), reference.back())) {
    return fmt::format("the result ends at t = {} s, the reference at {} s", result.back(), reference.back());
  }
  return {};
}

// Rows of the result from the last one at or before the begin of the reference up to its end.
std::pair<size_t, size_t> RowsWithin(const Values& times, double begin, double end) {
  const auto last = std::upper_bound(times.begin(), times.end(), end) - times.begin();
  const auto at_begin = std::lower_bound(times.begin(), times.end(), begin) - times.begin();
  const bool exact = at_begin < last && times[static_cast<size_t>(at_begin)] == begin;
  return {static_cast<size_t>(exact || at_begin == 0 ? at_begin : at_begin - 1), static_cast<size_t>(last)};
}

// The part of a result that is compared: its rows within the time range of the reference. A row before that stands for
// its begin.
struct Clipped {
  Values times;
  Values values;
  size_t first_row = 0;
};

Clipped Clip(const Values& times, Values values, double begin, double end) {
  const auto [first, last] = RowsWithin(times, begin, end);
  const auto from = static_cast<long>(first);
  const auto to = static_cast<long>(std::max(first, last));
  if (first == 0 && last == times.size()) return {times, std::move(values), 0};
  Clipped clipped{Values(times.begin() + from, times.begin() + to), Values(values.begin() + from, values.begin() + to),
                  first};
  if (clipped.times.size() > 1 && clipped.times[0] < begin) {
    const double share = (begin - clipped.times[0]) / (clipped.times[1] - clipped.times[0]);
    const bool holds = IsInteger(clipped.values[0]) && IsInteger(clipped.values[1]);
    if (!holds) clipped.values[0] += share * (clipped.values[1] - clipped.values[0]);
  }
  if (!clipped.times.empty()) clipped.times[0] = std::max(clipped.times[0], begin);
  return clipped;
}

// Empty, or the first row that has no finite value.
std::string NotFinite(const Values& times, const Values& values, size_t first_row, const std::string& file) {
  for (size_t row = 0; row < values.size(); ++row) {
    if (!std::isfinite(values[row])) {
      return fmt::format("not finite at t = {} s ({}, row {})", times[row], file, first_row + row + 1);
    }
  }
  return {};
}

// Empty, or where the result has too few rows to tell: between two of them, further apart than the tube is wide, the
// reference leaves the straight line by more than the tube is high.
std::string Gap(const Values& reference_times, const Values& reference, const Values& times, const Values& values,
                const TubeSize& size) {
  const double widest = std::max(4 * size.time, kWidestGap * (reference_times.back() - reference_times.front()));
  size_t next = 0;
  for (size_t row = 1; row < times.size(); ++row) {
    const double begin = times[row - 1];
    const double end = times[row];
    if (end - begin <= widest) continue;
    while (next < reference_times.size() && reference_times[next] <= begin + size.time) ++next;
    for (size_t k = next; k < reference_times.size() && reference_times[k] < end - size.time; ++k) {
      const double line =
          values[row - 1] + (values[row] - values[row - 1]) * (reference_times[k] - begin) / (end - begin);
      if (std::abs(reference[k] - line) > 2 * size.value) {
        return fmt::format("the result has no rows between t = {} s and {} s, where the reference moves", begin, end);
      }
    }
  }
  return {};
}

void CompareReal(const Values& reference_times, const Values& reference, const Values& times, const Values& values,
                 SignalVerdict& verdict) {
  const TubeSize& size = verdict.size;
  const size_t rows = times.size();
  const auto range = SlidingRange(reference_times, reference, size.time, times);
  double worst = -1;
  for (size_t row = 0; row < rows; ++row) {
    const double distance = std::max({values[row] - range[row].second, range[row].first - values[row], 0.0});
    const double use = distance == 0    ? 0
                       : size.value > 0 ? distance / size.value
                                        : std::numeric_limits<double>::infinity();
    if (use > 1) ++verdict.outside;
    if (use > worst) {
      worst = use;
      verdict.worst_use = use;
      verdict.worst_time = times[row];
      verdict.worst_value = values[row];
      verdict.lower = range[row].first - size.value;
      verdict.upper = range[row].second + size.value;
    }
  }
  verdict.rows = rows;
  verdict.reason = Gap(reference_times, reference, times, values, size);
}

void CompareDiscrete(const Values& reference_times, const Values& reference, const Values& times, const Values& values,
                     SignalVerdict& verdict) {
  const std::vector<Stay> expected = StaysOf(reference_times, reference);
  const std::vector<Stay> found = StaysOf(times, values);
  std::vector<std::string> literals = std::move(verdict.switches.literals);
  verdict.switches = CompareSwitches(expected, found, verdict.size.time);
  verdict.switches.literals = std::move(literals);
  verdict.rows = expected.empty() ? 0 : expected.size() - 1;
  verdict.outside = verdict.switches.failures();
  verdict.worst_time = verdict.switches.delay_at;
  if (verdict.size.time > 0) verdict.worst_use = verdict.switches.largest_delay / verdict.size.time;
  for (const SwitchDifference& difference : verdict.switches.differences) {
    if (difference.kind == SwitchDifference::Kind::kMissing || difference.kind == SwitchDifference::Kind::kExtra) {
      verdict.worst_use = std::numeric_limits<double>::infinity();
      verdict.worst_time =
          difference.kind == SwitchDifference::Kind::kExtra ? difference.result_time : difference.reference_time;
      break;
    }
  }
}

// True if a signal looks like one that switches: integers, held for a while. y = time on a grid of seconds holds
// nothing.
bool IsDiscrete(const Values& times, const Values& values) {
  return std::all_of(values.begin(), values.end(), IsInteger) && StaysOf(times, values).size() <= 1 + values.size() / 2;
}

// True if any value is held for longer than a switch may be early or late. Where none is, every switch could be
// forgiven and nothing would be compared: one row, or a time tolerance as long as the run.
bool HoldsLongerThan(double duration, const Values& times, const Values& values) {
  const std::vector<Stay> stays = StaysOf(times, values);
  return std::any_of(stays.begin(), stays.end(), [&](const Stay& stay) { return stay.end - stay.begin > duration; });
}

// Names of values that one of the files tells.
std::vector<std::string> LiteralsIn(const SignalType& reference, const SignalType& result) {
  const SignalType& told = reference.is_discrete() ? reference : result;
  return told.kind == SignalType::Kind::kBoolean ? std::vector<std::string>{"false", "true"} : told.literals;
}

SignalVerdict CompareSignal(const std::string& name, const ResultTable& reference_table, size_t in_reference,
                            const ResultTable& result_table, size_t in_result, const ComparisonOptions& options) {
  SignalVerdict verdict;
  verdict.name = name;
  verdict.unit = result_table.UnitOf(in_result);
  if (verdict.unit.empty()) verdict.unit = reference_table.UnitOf(in_reference);
  const Values& reference_times = reference_table.times;
  const Values reference = reference_table.Values(in_reference);
  const auto [times, values, first_row] =
      Clip(result_table.times, result_table.Values(in_result), reference_times.front(), reference_times.back());
  verdict.reason = NotFinite(reference_times, reference, 0, options.reference_name);
  if (verdict.reason.empty()) verdict.reason = NotFinite(times, values, first_row, options.result_name);
  if (!verdict.reason.empty()) return verdict;

  const SignalTolerance tolerance = ToleranceOf(name, options);
  verdict.size = SizeOfTube(reference_times, reference, *tolerance.relative, options.nominal);
  verdict.size.value = std::max(verdict.size.value, *tolerance.absolute);
  if (tolerance.time) verdict.size.time = *tolerance.time;

  verdict.is_discrete = IsDiscrete(reference_times, reference) && IsDiscrete(times, values) &&
                        (HoldsLongerThan(verdict.size.time, reference_times, reference) ||
                         HoldsLongerThan(verdict.size.time, times, values));
  if (verdict.is_discrete) {
    const auto known = options.literals.find(name);
    verdict.switches.literals = known != options.literals.end()
                                    ? known->second
                                    : LiteralsIn(reference_table.TypeOf(in_reference), result_table.TypeOf(in_result));
    CompareDiscrete(reference_times, reference, times, values, verdict);
  } else {
    CompareReal(reference_times, reference, times, values, verdict);
  }
  return verdict;
}

auto BadnessOf(const SignalVerdict& verdict) {
  return std::tuple(!verdict.reason.empty(), !verdict.passes(), verdict.worst_use);
}

}  // namespace

double SignalVerdict::excess() const {
  if (is_discrete || outside == 0) return 0;
  return std::max({worst_value - upper, lower - worst_value, 0.0});
}

bool Comparison::passes() const { return failed() == 0; }

size_t Comparison::failed() const {
  return static_cast<size_t>(
      std::count_if(signals.begin(), signals.end(), [](const SignalVerdict& v) { return !v.passes(); }));
}

std::vector<size_t> Comparison::ByBadness() const {
  std::vector<size_t> order(signals.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return BadnessOf(signals[a]) > BadnessOf(signals[b]); });
  return order;
}

const SignalVerdict* Comparison::Worst() const {
  const std::vector<size_t> order = ByBadness();
  return order.empty() ? nullptr : &signals[order.front()];
}

SignalTolerance ToleranceOf(const std::string& name, const ComparisonOptions& options) {
  SignalTolerance tolerance{options.tolerance, options.absolute, options.time_tolerance};
  for (const auto& [pattern, special] : options.special) {
    if (!FitsPattern(pattern, name)) continue;
    if (special.relative) tolerance.relative = special.relative;
    if (special.absolute) tolerance.absolute = special.absolute;
    if (special.time) tolerance.time = special.time;
  }
  return tolerance;
}

Comparison Compare(const ResultTable& reference, const ResultTable& result, const ComparisonOptions& options) {
  Comparison comparison;
  const std::string missing_time = MissingTime(reference.times, result.times);
  const auto in_reference = reference.Index();
  const auto in_result = result.Index();
  const std::vector<std::string>& names = options.signals.empty() ? reference.names : options.signals;
  for (const std::string& name : names) {
    SignalVerdict verdict;
    const auto expected = in_reference.find(name);
    const auto found = in_result.find(name);
    if (expected == in_reference.end() || found == in_result.end()) {
      verdict.reason = expected != in_reference.end() ? "missing in the result" : "missing in the reference";
    } else if (reference.times.empty() || result.times.empty()) {
      verdict.reason = missing_time;
    } else {
      verdict = CompareSignal(name, reference, expected->second, result, found->second, options);
      if (verdict.reason.empty()) verdict.reason = missing_time;
    }
    verdict.name = name;
    comparison.signals.push_back(std::move(verdict));
  }
  const std::unordered_set<std::string_view> compared(names.begin(), names.end());
  for (const std::string& name : reference.names) {
    if (!compared.contains(name)) comparison.not_asked_for.push_back(name);
  }
  for (const std::string& name : result.names) {
    if (!compared.contains(name) && !in_reference.contains(name)) comparison.only_in_result.push_back(name);
  }
  return comparison;
}

std::string Explain(const SignalVerdict& verdict) {
  if (!verdict.reason.empty()) return verdict.reason;
  if (verdict.is_discrete) {
    std::string text;
    size_t told = 0;
    constexpr size_t kMax = 3;
    for (const SwitchDifference& difference : verdict.switches.differences) {
      if (difference.kind == SwitchDifference::Kind::kBrief || ++told > kMax) continue;
      text += (text.empty() ? "" : "; ") + Explain(difference, verdict.switches.literals);
    }
    if (told > kMax) text += fmt::format("; and {} more", told - kMax);
    if (!text.empty()) return text + fmt::format(" (allowed: {:.3g} s)", verdict.size.time);
    if (verdict.rows == 0) return "holds one value, as the reference";
    return fmt::format("{} switch{} as in the reference, at most {:.3g} s apart", verdict.rows,
                       verdict.rows == 1 ? "" : "es", verdict.switches.largest_delay);
  }
  const std::string unit = verdict.unit.empty() ? "" : " " + verdict.unit;
  if (verdict.outside == 0) {
    return fmt::format("uses {:.3g} % of the tube at t = {:.7g} s", 100 * verdict.worst_use, verdict.worst_time);
  }
  return fmt::format("{:.7g}{} at t = {:.7g} s, allowed {:.7g} to {:.7g}: {:.3g}{} outside ({} of {} rows are)",
                     verdict.worst_value, unit, verdict.worst_time, verdict.lower, verdict.upper, verdict.excess(),
                     unit, verdict.outside, verdict.rows);
}

}  // namespace stiction::runtime
