// SPDX-License-Identifier: BSD-3-Clause
// Friction as a curve over a parameter (FrictionElements.Ideal.Friction) moves a plant as friction with a discrete mode
// does (FrictionElements.Translational.SlidingFriction): random stacks of blocks, each of the two in a run of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/property/random_models.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

/// One to three blocks on each other and on the floor, each driven by a force of its own.
class Stack {
 public:
  explicit Stack(unsigned seed) {
    RandomNumbers random(seed);
    blocks_ = 1 + static_cast<int>(seed % 3);
    for (int i = 1; i <= blocks_; ++i) {
      const double f0 = random.Between(0.5, 4), f1 = random.Pick(2) == 0 ? 0 : random.Between(0.05, 1);
      ideal_ += fmt::format("  FrictionElements.Ideal.Friction friction{}(f0 = {}, f1 = {});\n", i, f0, f1);
      library_ += fmt::format(
          "  FrictionElements.Translational.SlidingFriction friction{}(mu = 1, f_normal = {}, f1 = {}, "
          "s_rel(start = 0, fixed = false));\n",
          i, f0, f1);
      const double v = random.Pick(2) == 0 ? 0 : random.Signed(3);
      body_ += fmt::format(
          "  FrictionElements.Translational.Mass block{}(m = {}, s(start = 0, fixed = true), "
          "v(start = {}, fixed = true));\n",
          i, random.Between(0.5, 3), v);
      body_ += fmt::format("  FrictionElements.Translational.Force force{}(f = {}*sin({}*time + {}) + ({}));\n", i,
                           random.Between(1, 8), random.Between(0.5, 4), random.Between(0, 6), random.Signed(1));
      const std::string below = i == 1 ? "floor.flange" : fmt::format("block{}.flange_b", i - 1);
      equations_ += fmt::format(
          "  connect({0}, friction{1}.flange_a);\n  connect(friction{1}.flange_b, block{1}.flange_a);\n"
          "  connect(force{1}.flange, block{1}.flange_a);\n",
          below, i);
    }
  }

  int blocks() const { return blocks_; }

  std::string Text(bool is_ideal) const {
    return "model Stack\n  FrictionElements.Translational.Fixed floor;\n" + (is_ideal ? ideal_ : library_) + body_ +
           "equation\n" + equations_ + "end Stack;\n";
  }

 private:
  int blocks_ = 0;
  std::string ideal_, library_, body_, equations_;
};

class IdealFriction : public WithEverySolver {};

TEST_P(IdealFriction, MovesBlocksAsFrictionWithAMode) {
  constexpr unsigned kStacks = 9;
  const std::vector<std::string> run = {"--stop-time", "3", "--tolerance", "1e-12", "--intervals", "60"};
  for (unsigned seed = 1; seed <= kStacks; ++seed) {
    if (!IsInSlice(seed)) continue;
    SCOPED_TRACE(seed);
    const Stack stack(seed);
    const Table ideal = SimulateText("Stack", stack.Text(true), run).table;
    const Table library = SimulateText("Stack", stack.Text(false), run).table;
    for (int i = 1; i <= stack.blocks(); ++i) {
      for (const char* const variable : {"s", "v"}) {
        const std::string name = fmt::format("block{}.{}", i, variable);
        double size = 1;
        for (const double value : library.Column(name)) size = std::max(size, std::fabs(value));
        for (int row = 0; row <= 60; ++row) {
          const double t = 0.05 * row;
          ASSERT_NEAR(ideal.At(name, t), library.At(name, t), 1e-9 * size) << name << " at " << t;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, IdealFriction, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
