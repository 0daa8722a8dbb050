// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/nearest_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace stiction {
namespace {

bool IsSame(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Letters that are missing, too many, others, or exchanged with their neighbour (the optimal string alignment
// distance); a change of case alone counts nothing.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, last, row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    before = std::move(last);
    last = std::move(row);
    row.assign(b.size() + 1, i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({last[j] + (IsSame(a[i], b[j]) ? 0 : 1), row[j] + 1, last[j + 1] + 1});
      const bool is_exchanged = i > 0 && j > 0 && IsSame(a[i], b[j - 1]) && IsSame(a[i - 1], b[j]);
      if (is_exchanged) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string NearestName(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  size_t best_distance = std::max<size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const size_t distance = Distance(name, candidate);
    if (distance < best_distance && candidate != name) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = NearestName(name, candidates);
  return nearest.empty() ? std::string() : fmt::format("did you mean `{}`?", nearest);
}

}  // namespace stiction
