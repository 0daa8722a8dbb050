// A slice of the random mixed problems: each is solved, and each answer meets the conditions of its problem. All of
// them: `make mixed-million`.
#include <gtest/gtest.h>

#include <iostream>

#include "tests/mixed/runs.h"

namespace stiction::test {
namespace {

constexpr uint64_t kSeed = 20260727;

void ExpectAllSolved(const MixedTally& tally) {
  std::cout << "seed " << kSeed << ": " << tally.Line() << "\n";
  EXPECT_EQ(tally.unsolved, 0) << tally.first_failure;
  EXPECT_EQ(tally.wrong, 0) << tally.first_failure;
}

TEST(RandomMixedProblems, OfTwoToEightElements) { ExpectAllSolved(RunSolver(kSeed, 3000)); }
TEST(RandomMixedProblems, OfTwentyElements) { ExpectAllSolved(RunSolver(kSeed, 200, 20)); }
TEST(RandomMixedProblems, AsModelicaText) { ExpectAllSolved(RunText(kSeed, 60)); }

}  // namespace
}  // namespace stiction::test
