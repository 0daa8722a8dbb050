// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {

std::vector<double> Ticks(double least, double most, int count) {
  const double range = most - least;
  if (!(range > 0) || !std::isfinite(range)) return {least};
  const double rough = range / std::max(count, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  if (!(power > 0)) return {least};  // below the least number
  const double share = rough / power;
  const double step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
  std::vector<double> ticks;
  for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step && ticks.size() < 100; ++k) {
    ticks.push_back(k == 0 ? 0 : k * step);
  }
  return ticks;
}

std::string TickText(double value, double step) {
  if (value == 0) return "0";
  const double magnitude = std::max(std::abs(value), std::abs(step));
  if (magnitude >= 1e6 || magnitude < 1e-4) return fmt::format("{:.6g}", value);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  return fmt::format("{:.{}f}", value, decimals);
}

std::vector<std::string> TickTexts(const std::vector<double>& ticks) {
  const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
  std::vector<std::string> texts;
  for (const double tick : ticks) texts.push_back(TickText(tick, step));
  return texts;
}

}  // namespace stiction::runtime
