// SPDX-License-Identifier: BSD-3-Clause
// The tube against its definition, on random piecewise linear signals with jumps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "runtime/compare/compare.h"

namespace stiction::runtime {
namespace {

struct Signal {
  std::vector<double> times;
  std::vector<double> values;
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  double Uniform(double least, double most) { return std::uniform_real_distribution<>(least, most)(random_); }

  Signal Next() {
    Signal signal;
    double t = Uniform(-2, 2);
    double v = Uniform(-3, 3);
    for (int n = 2 + static_cast<int>(Uniform(0, 60)); n > 0; --n) {
      signal.times.push_back(t);
      signal.values.push_back(v);
      const double choice = Uniform(0, 1);
      if (choice < 0.25) {
        v += Uniform(-2, 2);  // a jump
      } else {
        t += choice < 0.4 ? 1e-6 : Uniform(0, 0.3);
        if (choice < 0.8) v += Uniform(-0.5, 0.5);
      }
    }
    if (signal.times.back() == signal.times.front()) {
      signal.times.push_back(t + 1);
      signal.values.push_back(v);
    }
    return signal;
  }

 private:
  std::mt19937 random_;
};

// Literally: of the curve within the window the least and the largest value; on a straight line these are at its ends.
std::pair<double, double> ByDefinition(const Signal& signal, double t, double half_width) {
  const double begin = std::max(t - half_width, signal.times.front());
  const double end = std::min(t + half_width, signal.times.back());
  double least = INFINITY;
  double most = -INFINITY;
  for (size_t k = 1; k < signal.times.size(); ++k) {
    const double a = std::max(begin, signal.times[k - 1]);
    const double b = std::min(end, signal.times[k]);
    if (a > b) continue;
    const double width = signal.times[k] - signal.times[k - 1];
    for (const double at : {a, b}) {
      const std::pair<double, double> values =
          width > 0 ? std::pair(signal.values[k - 1] +
                                    (signal.values[k] - signal.values[k - 1]) * (at - signal.times[k - 1]) / width,
                                std::nan(""))
                    : std::pair(signal.values[k - 1], signal.values[k]);
      for (const double v : {values.first, values.second}) {
        least = std::fmin(least, v);
        most = std::fmax(most, v);
      }
    }
  }
  return {least, most};
}

std::vector<double> TimesAround(const Signal& signal, Generator& generator) {
  std::vector<double> at = signal.times;
  for (int i = 0; i < 50; ++i) at.push_back(generator.Uniform(signal.times.front(), signal.times.back()));
  std::sort(at.begin(), at.end());
  return at;
}

TEST(TubeProperty, IsTheSlidingWindow) {
  Generator generator(1);
  for (int round = 0; round < 500; ++round) {
    const Signal signal = generator.Next();
    const double half_width = generator.Uniform(0, 1) < 0.1 ? 0 : generator.Uniform(0, 0.5);
    const std::vector<double> at = TimesAround(signal, generator);
    const auto range = SlidingRange(signal.times, signal.values, half_width, at);
    for (size_t i = 0; i < at.size(); ++i) {
      const auto [least, most] = ByDefinition(signal, at[i], half_width);
      ASSERT_NEAR(range[i].first, least, 1e-9) << "round " << round << ", t = " << at[i];
      ASSERT_NEAR(range[i].second, most, 1e-9) << "round " << round << ", t = " << at[i];
    }
  }
}

TEST(TubeProperty, MirroredSignalsHaveAMirroredTube) {
  Generator generator(2);
  for (int round = 0; round < 200; ++round) {
    const Signal signal = generator.Next();
    const double half_width = generator.Uniform(0, 0.5);
    const std::vector<double> at = TimesAround(signal, generator);
    const auto range = SlidingRange(signal.times, signal.values, half_width, at);
    Signal negated = signal;
    for (double& v : negated.values) v = -v;
    const auto of_negated = SlidingRange(negated.times, negated.values, half_width, at);
    Signal backwards;
    for (size_t i = signal.times.size(); i-- > 0;) {
      backwards.times.push_back(-signal.times[i]);
      backwards.values.push_back(signal.values[i]);
    }
    std::vector<double> at_backwards(at.rbegin(), at.rend());
    for (double& t : at_backwards) t = -t;
    const auto of_backwards = SlidingRange(backwards.times, backwards.values, half_width, at_backwards);
    for (size_t i = 0; i < at.size(); ++i) {
      ASSERT_EQ(of_negated[i].first, -range[i].second);
      ASSERT_EQ(of_negated[i].second, -range[i].first);
      ASSERT_NEAR(of_backwards[at.size() - 1 - i].first, range[i].first, 1e-9);
      ASSERT_NEAR(of_backwards[at.size() - 1 - i].second, range[i].second, 1e-9);
    }
  }
}

// A square wave with stays longer than the shift, so that a shift is nothing but a shift.
ResultTable Wave(double shift, bool discrete) {
  ResultTable table;
  table.names = {"x"};
  table.columns.resize(1);
  const auto add = [&](double t, double v) {
    table.times.push_back(t);
    table.columns[0].push_back(v);
  };
  const double high = discrete ? 1 : 0.9;
  const double low = discrete ? 0 : 0.1;
  add(0, low);
  for (int k = 1; k < 20; ++k) {
    add(0.5 * k + shift, k % 2 == 1 ? low : high);
    add(0.5 * k + shift, k % 2 == 1 ? high : low);
  }
  add(10, high);
  return table;
}

TEST(TubeProperty, AShiftPassesUpToTheTimeToleranceAndFailsBeyond) {
  Generator generator(3);
  for (const bool discrete : {false, true}) {
    const ResultTable reference = Wave(0, discrete);
    for (int round = 0; round < 300; ++round) {
      const double tolerance = generator.Uniform(0.001, 0.1);
      const double sign = generator.Uniform(0, 1) < 0.5 ? -1 : 1;
      ComparisonOptions options;
      options.time_tolerance = tolerance;
      const double less = tolerance * generator.Uniform(0, 0.999);
      const double more = tolerance * generator.Uniform(1.001, 2);
      ASSERT_TRUE(Compare(reference, Wave(sign * less, discrete), options).passes()) << less << " of " << tolerance;
      ASSERT_FALSE(Compare(reference, Wave(sign * more, discrete), options).passes()) << more << " of " << tolerance;
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
