#include "tests/support/solvers.h"

#include "tests/support/simulation.h"

namespace stiction::test {

void PrintTo(const Solver& solver, std::ostream* out) { *out << solver.name << ", " << solver.form << " form"; }

WithEverySolver::WithEverySolver() { UseSolver({"--solver", GetParam().name, "--form", GetParam().form}); }

WithEverySolver::~WithEverySolver() { UseSolver({}); }

std::string NameOfSolver(const ::testing::TestParamInfo<Solver>& solver) {
  return std::string(solver.param.name) + "_" + solver.param.form;
}

}  // namespace stiction::test
