// SPDX-License-Identifier: BSD-3-Clause
// A block that comes to rest under a load between sliding and holding friction stays there, in whatever words its text
// says when it starts again (tests/simulation/models/PeakWordings.mo).
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class PeakWordings : public WithEverySolver {};

// m v' = -0.7 - 0.6: it comes to rest after m/1.3 s at m/2.6. A small mass makes its curve parameter large while it
// slides.
TEST_P(PeakWordings, TheBlockStaysAtRest) {
  size_t run = 0;
  for (const char* wording : {"Plain", "Named", "NamedTwice", "Counted", "Algorithmic", "IfEquation", "Called",
                              "CalledInABranch", "CalledInC", "Noted", "InPlace", "NextMode", "WantedMode"}) {
    for (const char* mass : {"1", "1e-2", "1e-4"}) {
      if (!IsInSlice(run++)) continue;
      SCOPED_TRACE(std::string(wording) + ", m = " + mass);
      const double m = std::stod(mass);
      const Table table =
          Simulate(std::string("PeakWordings.") + wording,
                   {"--set=m=" + std::string(mass), SourcePath("tests/simulation/models/PeakWordings.mo")})
              .table;
      EXPECT_NEAR(table.TimeOfChangeTo("mode", 0), m / 1.3, 1e-6 * m);
      EXPECT_NEAR(table.Last("x"), m / 2.6, 1e-6 * m);
      EXPECT_EQ(table.Last("mode"), 0);
      EXPECT_EQ(table.Last("v"), 0);
      EXPECT_NEAR(table.Last("f"), -0.7, 1e-12);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, PeakWordings, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
