// SPDX-License-Identifier: BSD-3-Clause
// Numbers as text: by PutShortest and by the standard library.
#include <benchmark/benchmark.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "runtime/results/shortest_number.h"

namespace stiction::runtime {
namespace {

using Put = char* (*)(char*, double);
using Draw = double (*)(std::mt19937_64&);

double State(std::mt19937_64& random) { return std::ldexp(static_cast<double>(static_cast<int64_t>(random())), -63); }
double ThreeDigits(std::mt19937_64& random) { return static_cast<double>(random() % 1000) / 100; }
double Anything(std::mt19937_64& random) { return std::bit_cast<double>(random()); }

char* PutStandard(char* at, double value) { return std::to_chars(at, at + kShortestRoom, value).ptr; }

void PutNumbers(benchmark::State& state, Put put, Draw draw) {
  std::mt19937_64 random(1);
  std::vector<double> numbers(10000);
  for (double& number : numbers) number = draw(random);
  std::vector<char> text(numbers.size() * kShortestRoom);
  for (auto _ : state) {
    char* at = text.data();
    for (const double number : numbers) at = put(at, number);
    benchmark::DoNotOptimize(at);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(numbers.size()));
}

BENCHMARK_CAPTURE(PutNumbers, shortest_state, PutShortest, State);
BENCHMARK_CAPTURE(PutNumbers, shortest_three_digits, PutShortest, ThreeDigits);
BENCHMARK_CAPTURE(PutNumbers, shortest_anything, PutShortest, Anything);
BENCHMARK_CAPTURE(PutNumbers, standard_state, PutStandard, State);
BENCHMARK_CAPTURE(PutNumbers, standard_three_digits, PutStandard, ThreeDigits);
BENCHMARK_CAPTURE(PutNumbers, standard_anything, PutStandard, Anything);

}  // namespace
}  // namespace stiction::runtime
