// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/solvers.h"

#include <algorithm>
#include <iterator>

#include "tests/support/simulation.h"

namespace stiction::test {

void PrintTo(const Solver& solver, std::ostream* out) { *out << solver.name << ", " << solver.form << " form"; }

WithEverySolver::WithEverySolver() { UseSolver({"--solver", GetParam().name, "--form", GetParam().form}); }

WithEverySolver::~WithEverySolver() { UseSolver({}); }

bool WithEverySolver::IsInSlice(size_t at) {
  const auto* const solver = std::find_if(std::begin(kSolvers), std::end(kSolvers), [](const Solver& candidate) {
    return candidate.name == std::string(GetParam().name) && candidate.form == std::string(GetParam().form);
  });
  return (at + static_cast<size_t>(solver - std::begin(kSolvers))) % STICTION_TEST_PATIENCE == 0;
}

std::string NameOfSolver(const ::testing::TestParamInfo<Solver>& solver) {
  return std::string(solver.param.name) + "_" + solver.param.form;
}

}  // namespace stiction::test
