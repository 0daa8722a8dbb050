// SPDX-License-Identifier: BSD-3-Clause
// Solutions recognised by the coefficients of a KernelSeries: one that stands still, or a polynomial.
#include <algorithm>

#include "runtime/integrate/taylor/kernel_series.h"

namespace stiction::runtime {

// A value that moves with one other value alone is represented by that one.
void KernelSeries::FindFollowers() {
  const int32_t never = kernel_.value_count();
  moves_.resize(static_cast<size_t>(never) + 1);
  std::vector<int32_t> source(static_cast<size_t>(never), never);
  if (time_ != kNoSlot) {
    moves_[static_cast<size_t>(time_)] = 1;
    source[static_cast<size_t>(time_)] = time_;
  }
  const auto source_of = [&](int32_t index) { return index == kNoSlot ? never : source[static_cast<size_t>(index)]; };
  for (const Operation& at : operations_.all()) {
    const int32_t a = source_of(at.a), b = source_of(at.b), c = source_of(at.c);
    int32_t& own = source[static_cast<size_t>(at.dst)];
    if (at.rule == Rule::kScale || at.rule == Rule::kChoose) {
      const int32_t otherwise = at.rule == Rule::kChoose ? c : never;
      if (b == never && otherwise == never) continue;
      own = at.dst;
      followers_.push_back({Follower::Kind::kChosen, at.dst, b, otherwise, at.a});
      continue;
    }
    if (at.rule == Rule::kProduct && (a != never || b != never)) {
      own = at.dst;
      followers_.push_back({Follower::Kind::kProduct, at.dst, a, b, at.a, at.b});
      continue;
    }
    for (const int32_t of : {a, b, c}) {
      if (of == never || of == own) continue;
      if (own != never) {
        followers_.push_back({Follower::Kind::kEither, at.dst, own, of});
        own = at.dst;
      } else {
        own = of;
      }
    }
  }
  for (const IntegralRun& run : integrals_) {
    for (int32_t i = 0; i < run.count; ++i) {
      if (const int32_t of = source_of(run.rate + i); of != never) sources_of_rates_.push_back(of);
    }
  }
}

inline bool KernelSeries::Moves(const Follower& at) const {
  const bool a = moves_[static_cast<size_t>(at.a)] != 0, b = moves_[static_cast<size_t>(at.b)] != 0;
  const double* const values = orders_[0];
  switch (at.kind) {
    case Follower::Kind::kChosen:
      return values[at.first] != 0 ? a : b;
    case Follower::Kind::kProduct:
      return (a && (b || values[at.second] != 0)) || (b && values[at.first] != 0);
    default:
      return a || b;
  }
}

bool KernelSeries::StandsStill() {
  for (const IntegralRun& run : integrals_) {
    const double* const rates = orders_[0] + run.rate;
    for (int32_t i = 0; i < run.count; ++i) {
      if (rates[i] != 0) return false;
    }
  }
  if (moves_.empty()) FindFollowers();
  for (const Follower& at : followers_) moves_[static_cast<size_t>(at.value)] = Moves(at) ? 1 : 0;
  for (const int32_t source : sources_of_rates_) {
    if (moves_[static_cast<size_t>(source)] != 0) return false;
  }
  return true;
}

bool KernelSeries::IsPolynomial(int degree, int last) const {
  const auto varies = [&](int32_t index, int first) { return index != kNoSlot && Varies(index, first, last); };
  return std::ranges::none_of(operations_.all(), [&](const Operation& at) {
    if (IsSum(at.rule)) return false;
    const bool is_product = at.rule == Rule::kProduct || at.rule == Rule::kSquare;
    return is_product ? varies(at.dst, degree + 1) : varies(at.a, 1) || varies(at.b, 1);
  });
}

bool KernelSeries::Varies(int32_t index, int first, int last) const {
  for (int k = first; k <= last; ++k) {
    if (orders_[static_cast<size_t>(k)][index] != 0) return true;
  }
  return false;
}

}  // namespace stiction::runtime
