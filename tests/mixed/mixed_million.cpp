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
/// @param argv[2] the one layer to run: small, large, text or growing (default: all)
int main(int argc, char** argv) {
  const long divisor = argc > 1 ? std::max(1L, std::strtol(argv[1], nullptr, 10)) : 1;
  const std::string_view layer = argc > 2 ? argv[2] : "";
  constexpr uint64_t kSeed = 20260727;
  bool all_right = true;
  bool any = false;
  const auto runs = [&](std::string_view name) {
    const bool run = layer.empty() || layer == name;
    any = any || run;
    return run;
  };
  if (runs("small")) {
    MixedTally sum;
    for (uint64_t part = 0; part < 10; ++part) {
      sum.Add(stiction::test::RunSolver(kSeed + part, 100000 / divisor));
    }
    all_right = Report("2 to 8 elements (seeds up to +9)", kSeed, sum) && all_right;
  }
  if (runs("large")) {
    all_right = Report("20 elements", kSeed, stiction::test::RunSolver(kSeed, 10000 / divisor, 20)) && all_right;
  }
  if (runs("text")) {
    all_right = Report("Modelica text", kSeed, stiction::test::RunText(kSeed, 10000 / divisor)) && all_right;
  }
  if (runs("growing")) {
    all_right = Report("growing loads", kSeed, stiction::test::RunGrowingLoads(kSeed, 10000 / divisor)) && all_right;
  }
  if (!any) std::fprintf(stderr, "no layer '%s': small, large, text or growing\n", argv[2]);
  return any && all_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
