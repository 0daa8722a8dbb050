// SPDX-License-Identifier: BSD-3-Clause
// All the random mixed problems: 10^6 of 2 to 8 elements, 10^4 of 20, and 10^4 through compiled Modelica text, a third
// of them with peaks; and up to 10^4 with peaks under loads that grow. Prints seeds and counts per layer; exit code 1
// if one is unsolved or wrong, or if with peaks more elements let go than must.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/mixed/runs.h"

namespace {

using stiction::test::MixedTally;

bool Report(const char* what, uint64_t seed, const MixedTally& tally) {
  std::printf("%s, seed %llu: %s\n", what, static_cast<unsigned long long>(seed), tally.Line().c_str());
  if (!tally.failures.empty()) std::printf("%s\n", tally.failures.c_str());
  std::fflush(stdout);
  return tally.unsolved == 0 && tally.wrong == 0 && tally.not_least == 0;
}

}  // namespace

/// @param argv[1] a divisor of the counts (default 1)
int main(int argc, char** argv) {
  const long divisor = argc > 1 ? std::max(1L, std::strtol(argv[1], nullptr, 10)) : 1;
  constexpr uint64_t kSeed = 20260727;
  bool all_right = true;
  MixedTally sum;
  for (uint64_t part = 0; part < 10; ++part) {
    sum.Add(stiction::test::RunSolver(kSeed + part, 100000 / divisor));
  }
  all_right = Report("2 to 8 elements (seeds up to +9)", kSeed, sum) && all_right;
  all_right = Report("20 elements", kSeed, stiction::test::RunSolver(kSeed, 10000 / divisor, 20)) && all_right;
  all_right = Report("Modelica text", kSeed, stiction::test::RunText(kSeed, 10000 / divisor)) && all_right;
  all_right = Report("growing loads", kSeed, stiction::test::RunGrowingLoads(kSeed, 10000 / divisor)) && all_right;
  return all_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
