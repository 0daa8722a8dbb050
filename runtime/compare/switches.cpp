// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/compare/switches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/program/check.h"
#include "runtime/results/shortest_number.h"

namespace stiction::runtime {
namespace {

using Kind = SwitchDifference::Kind;

// By how much the switch to `result` comes at another time than that to `reference`; both may be uncertain.
double Delay(const Stay& reference, const Stay& result) {
  return std::max({0.0, result.earliest - reference.begin, reference.earliest - result.begin});
}

bool SameTime(const Stay& reference, const Stay& result, double tolerance) {
  return Delay(reference, result) <= tolerance;
}

bool IsBrief(const Stay& stay, double tolerance) { return stay.end - stay.begin <= tolerance; }

// The next step of a pairing of the two sequences.
enum class Move : char { kPair, kSkipReference, kSkipResult };

// Failures count whole; a brief stay left out counts little, and less than two of them.
double CostOfSkipping(const Stay& stay, double tolerance) { return IsBrief(stay, tolerance) ? 1e-6 : 1; }

// True if the other file holds the value all the while: it only did not leave it in between.
bool IsHeldBy(const Stay& other, const Stay& stay, double tolerance) {
  return other.value == stay.value && stay.begin >= other.earliest - tolerance && stay.end <= other.end + tolerance;
}

// The pairing with least cost, by dynamic programming over both sequences.
std::vector<Move> BestPairing(const std::vector<Stay>& reference, const std::vector<Stay>& result, double tolerance) {
  const size_t n = reference.size();
  const size_t m = result.size();
  std::vector<double> next_row(m + 1), row(m + 1);
  std::vector<Move> moves((n + 1) * (m + 1), Move::kSkipResult);
  for (size_t i = n + 1; i-- > 0;) {
    for (size_t j = m + 1; j-- > 0;) {
      if (i == n && j == m) {
        row[j] = 0;
        continue;
      }
      double least = std::numeric_limits<double>::infinity();
      Move best = Move::kSkipResult;
      const auto consider = [&](double cost, Move move) {
        if (cost < least) {
          least = cost;
          best = move;
        }
      };
      if (i < n && j < m && reference[i].value == result[j].value) {
        const double late = SameTime(reference[i], result[j], tolerance) ? 0 : 1;
        consider(late + next_row[j + 1], Move::kPair);
      }
      if (i < n) {
        const bool held = j > 0 && IsHeldBy(result[j - 1], reference[i], tolerance);
        consider((held ? 0 : CostOfSkipping(reference[i], tolerance)) + next_row[j], Move::kSkipReference);
      }
      if (j < m) {
        const bool held = i > 0 && IsHeldBy(reference[i - 1], result[j], tolerance);
        consider((held ? 0 : CostOfSkipping(result[j], tolerance)) + row[j + 1], Move::kSkipResult);
      }
      row[j] = least;
      moves[i * (m + 1) + j] = best;
    }
    std::swap(row, next_row);
  }
  std::vector<Move> pairing;
  for (size_t i = 0, j = 0; i < n || j < m;) {
    const Move move = i == n ? Move::kSkipResult : j == m ? Move::kSkipReference : moves[i * (m + 1) + j];
    pairing.push_back(move);
    if (move != Move::kSkipResult) ++i;
    if (move != Move::kSkipReference) ++j;
  }
  return pairing;
}

// For sequences too long for that: pairs what comes at the same time, else leaves out what comes first.
std::vector<Move> PairingByTime(const std::vector<Stay>& reference, const std::vector<Stay>& result, double tolerance) {
  std::vector<Move> pairing;
  size_t i = 0;
  size_t j = 0;
  while (i < reference.size() || j < result.size()) {
    Move move = Move::kSkipResult;
    if (j == result.size()) {
      move = Move::kSkipReference;
    } else if (i < reference.size()) {
      const bool same = reference[i].value == result[j].value && SameTime(reference[i], result[j], tolerance);
      if (same) {
        move = Move::kPair;
      } else if (reference[i].begin <= result[j].begin) {
        move = Move::kSkipReference;
      }
    }
    pairing.push_back(move);
    if (move != Move::kSkipResult) ++i;
    if (move != Move::kSkipReference) ++j;
  }
  return pairing;
}

std::vector<Move> Pairing(const std::vector<Stay>& reference, const std::vector<Stay>& result, double tolerance) {
  constexpr size_t kMaxPairs = 4'000'000;
  // The usual case: the same values.
  const bool same_values =
      std::equal(reference.begin(), reference.end(), result.begin(), result.end(),
                 [&](const Stay& a, const Stay& b) { return a.value == b.value && SameTime(a, b, tolerance); });
  if (same_values) return std::vector<Move>(reference.size(), Move::kPair);
  if ((reference.size() + 1) <= kMaxPairs / (result.size() + 1)) return BestPairing(reference, result, tolerance);
  return PairingByTime(reference, result, tolerance);
}

bool HasAtThatTime(const std::vector<Stay>& stays, const Stay& stay, double tolerance) {
  auto other = std::ranges::lower_bound(stays, stay.earliest - tolerance, {}, &Stay::begin);
  for (; other != stays.end() && other->earliest <= stay.begin + tolerance; ++other) {
    if (other->value == stay.value) return true;
  }
  return false;
}

// What is left only for a moment, and by this file alone, is held all the while. @param brief gets what is left out
std::vector<Stay> WithoutMoments(const std::vector<Stay>& stays, const std::vector<Stay>& others, double tolerance,
                                 std::vector<Stay>& brief) {
  std::vector<Stay> held;
  for (size_t i = 0; i < stays.size(); ++i) {
    const bool is_between_same = !held.empty() && i + 1 < stays.size() && held.back().value == stays[i + 1].value &&
                                 !IsBrief(held.back(), tolerance) && !IsBrief(stays[i + 1], tolerance);
    if (is_between_same && IsBrief(stays[i], tolerance) && !HasAtThatTime(others, stays[i], tolerance)) {
      brief.push_back(stays[i]);
      held.back().end = stays[++i].end;
    } else {
      held.push_back(stays[i]);
    }
  }
  return held;
}

double TimeOf(const SwitchDifference& difference) {
  return difference.in_result || difference.kind == Kind::kExtra ? difference.result_time : difference.reference_time;
}

}  // namespace

std::vector<Stay> StaysOf(std::span<const double> times, std::span<const double> values) {
  RT_CHECK(times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  std::vector<Stay> stays;
  for (size_t row = 0; row < times.size(); ++row) {
    // Of several rows at one time the first shows the left limit and the last the right one.
    const bool is_first = row == 0 || times[row] > times[row - 1];
    const bool is_last = row + 1 == times.size() || times[row + 1] > times[row];
    if (!is_first && !is_last) continue;
    if (!stays.empty() && stays.back().value == values[row]) continue;
    if (row + 1 == times.size() && !is_first) {
      // The right limit at the very end lasts no time.
      if (times.size() > 1) continue;
    }
    const double earliest = row == 0 ? times[row] : is_first ? times[row - 1] : times[row];
    if (!stays.empty()) stays.back().end = times[row];
    stays.push_back({values[row], earliest, times[row], times[row]});
  }
  if (!stays.empty()) stays.back().end = times.back();
  return stays;
}

size_t SwitchComparison::failures() const {
  return static_cast<size_t>(std::count_if(differences.begin(), differences.end(),
                                           [](const SwitchDifference& d) { return d.kind != Kind::kBrief; }));
}

SwitchComparison CompareSwitches(const std::vector<Stay>& all_of_reference, const std::vector<Stay>& all_of_result,
                                 double time_tolerance) {
  SwitchComparison comparison;
  comparison.time_tolerance = time_tolerance;
  const auto without_moments = [&](const std::vector<Stay>& stays, const std::vector<Stay>& others, bool in_result) {
    std::vector<Stay> brief;
    std::vector<Stay> held = WithoutMoments(stays, others, time_tolerance, brief);
    for (const Stay& stay : brief) {
      SwitchDifference difference{Kind::kBrief, stay.value};
      (in_result ? difference.result_time : difference.reference_time) = stay.begin;
      difference.duration = stay.end - stay.begin;
      difference.in_result = in_result;
      comparison.differences.push_back(difference);
    }
    return held;
  };
  const std::vector<Stay> reference = without_moments(all_of_reference, all_of_result, false);
  const std::vector<Stay> result = without_moments(all_of_result, all_of_reference, true);
  size_t i = 0;
  size_t j = 0;
  for (const Move move : Pairing(reference, result, time_tolerance)) {
    SwitchDifference difference;
    if (move == Move::kPair) {
      const Stay& expected = reference[i++];
      const Stay& found = result[j++];
      const double delay = Delay(expected, found);
      if (delay > comparison.largest_delay) {
        comparison.largest_delay = delay;
        comparison.delay_at = found.begin;
      }
      if (delay <= time_tolerance) continue;
      difference = {Kind::kLate, expected.value, expected.begin, found.begin};
    } else {
      difference.in_result = move == Move::kSkipResult;
      const Stay& stay = difference.in_result ? result[j++] : reference[i++];
      const Stay* other =
          difference.in_result ? (i > 0 ? &reference[i - 1] : nullptr) : (j > 0 ? &result[j - 1] : nullptr);
      if (other != nullptr && IsHeldBy(*other, stay, time_tolerance)) continue;
      difference.value = stay.value;
      difference.duration = stay.end - stay.begin;
      (difference.in_result ? difference.result_time : difference.reference_time) = stay.begin;
      difference.kind = IsBrief(stay, time_tolerance) ? Kind::kBrief
                        : difference.in_result        ? Kind::kExtra
                                                      : Kind::kMissing;
    }
    comparison.differences.push_back(difference);
  }
  std::ranges::stable_sort(comparison.differences, {}, TimeOf);
  return comparison;
}

std::string NameOfValue(double value, const std::vector<std::string>& literals) {
  const bool is_boolean = !literals.empty() && literals.front() == "false";
  const double index = is_boolean ? value : value - 1;
  if (index >= 0 && index < static_cast<double>(literals.size()) && index == std::floor(index)) {
    return literals[static_cast<size_t>(index)];
  }
  return ShortestNumber(value);
}

std::string Explain(const SwitchDifference& difference, const std::vector<std::string>& literals) {
  const std::string value = NameOfValue(difference.value, literals);
  switch (difference.kind) {
    case Kind::kLate:
      return fmt::format("switch to {} at {:.7g} s instead of {:.7g} s", value, difference.result_time,
                         difference.reference_time);
    case Kind::kMissing:
      return fmt::format("no switch to {}, which the reference holds from {:.7g} s for {:.3g} s", value,
                         difference.reference_time, difference.duration);
    case Kind::kExtra:
      return fmt::format("switch to {} at {:.7g} s for {:.3g} s, which the reference does not have", value,
                         difference.result_time, difference.duration);
    case Kind::kBrief:
      return fmt::format("{} at {:.7g} s for {:.3g} s only in the {}: shorter than the time tolerance", value,
                         difference.in_result ? difference.result_time : difference.reference_time, difference.duration,
                         difference.in_result ? "result" : "reference");
  }
  return {};
}

}  // namespace stiction::runtime
