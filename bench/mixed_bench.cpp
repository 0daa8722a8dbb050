// SPDX-License-Identifier: BSD-3-Clause
// Mixed blocks of 10, 30 and 100 coupled friction elements, one solve each: cold (modes and unknowns far from the
// solution) and warm (one load changed since the last solution). Times are means over random problems, those of which
// the mean is asked in docs/benchmarks.md.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "tests/mixed/network.h"

namespace stiction::test {
namespace {

constexpr uint64_t kSeed = 20260727;
constexpr size_t kProblems = 40;

struct Pool {
  std::mt19937_64 random{kSeed};
  std::vector<MixedProblem> problems;
  std::vector<std::unique_ptr<MixedNetwork>> networks;

  Pool(Family family, Eigen::Index n) {
    for (size_t i = 0; i < kProblems; ++i) {
      problems.push_back(RandomProblem(family, n, random));
      networks.push_back(std::make_unique<MixedNetwork>(problems.back()));
    }
  }
};

Family FamilyOf(const benchmark::State& state) { return kFamilies[state.range(0)]; }

void Cold(benchmark::State& state) {
  Pool pool(FamilyOf(state), state.range(1));
  size_t at = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const size_t i = at++ % kProblems;
    ChangeLoad(pool.problems[i], pool.random);
    pool.networks[i]->Set(pool.problems[i]);
    state.ResumeTiming();
    if (pool.networks[i]->Solve()) state.SkipWithError("unsolved");
  }
  state.SetLabel(Name(FamilyOf(state)));
}

void Warm(benchmark::State& state) {
  Pool pool(FamilyOf(state), state.range(1));
  for (size_t i = 0; i < kProblems; ++i) {
    if (pool.networks[i]->Solve()) state.SkipWithError("unsolved");
  }
  size_t at = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const size_t i = at++ % kProblems;
    ChangeLoad(pool.problems[i], pool.random);
    pool.networks[i]->SetTorque(pool.problems[i].torque);
    state.ResumeTiming();
    if (pool.networks[i]->Solve()) state.SkipWithError("unsolved");
  }
  state.SetLabel(Name(FamilyOf(state)));
}

void Sizes(benchmark::internal::Benchmark* benchmark) {
  for (const int64_t n : {10, 30, 100}) {
    for (const Family family : {Family::kChain, Family::kTree, Family::kGears, Family::kDefinite}) {
      benchmark->Args({static_cast<int64_t>(family), n});
    }
  }
  benchmark->Unit(benchmark::kMicrosecond);
}

BENCHMARK(Cold)->Apply(Sizes);
BENCHMARK(Warm)->Apply(Sizes);

}  // namespace
}  // namespace stiction::test
