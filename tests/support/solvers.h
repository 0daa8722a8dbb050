// SPDX-License-Identifier: BSD-3-Clause
// Tests that hold with every integrator: each runs once with each method and form.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace stiction::test {

/// What --solver and --form say.
struct Solver {
  const char* name;
  const char* form;
};
void PrintTo(const Solver& solver, std::ostream* out);

/// The methods, and both forms of the one that has two; auto is taylor where the model is smooth between events.
inline constexpr Solver kSolvers[] = {
    {"auto", "ode"}, {"dopri5", "ode"}, {"rodas", "ode"}, {"ida", "ode"}, {"ida", "dae"}};

/// While such a test runs, Simulate and SimulateExpectingFailure ask for its solver wherever they are not told one.
class WithEverySolver : public ::testing::TestWithParam<Solver> {
 protected:
  WithEverySolver();
  ~WithEverySolver() override;

  static bool Uses(const std::string& name) { return GetParam().name == name; }
  /// Whether run number `at` of the test is made: each, but where tests are slow (under the sanitizers) one of as many
  /// as a run takes longer. Each solver begins with another one.
  static bool IsInSlice(size_t at);
  static bool UsesDaeForm() { return GetParam().form == std::string("dae"); }
};

/// The name of a test by its solver: "ida_dae".
std::string NameOfSolver(const ::testing::TestParamInfo<Solver>& solver);

}  // namespace stiction::test
