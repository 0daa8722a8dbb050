// SPDX-License-Identifier: BSD-3-Clause
// Models whose equations change with modes, made at random: what a restart keeps and loses, and that a mode among
// others is the model that it is alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "tests/property/random_models.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

/// Storages of energy m x^2/2 (inertias and capacitors, coils), which springs without loss connect, and ties between
/// them that hold for some time: a clutch with a gear, or a switch with an ideal transformer. In loops most ratios fit
/// each other; where they do not, all comes to rest. One storage is hit: its speed is set. Every other network has its
/// ties through variables for the differences of speeds, as components have.
class Network {
 public:
  Network(unsigned seed, bool may_have_loops) {
    const bool has_differences = seed % 2 == 0;
    RandomNumbers random(seed);
    const int storages = 3 + random.Pick(4);
    part_.resize(static_cast<size_t>(storages));
    std::iota(part_.begin(), part_.end(), 0);
    std::vector<std::string> sums(static_cast<size_t>(storages));
    for (int i = 0; i < storages; ++i) {
      masses_.push_back(random.Between(0.3, 4));
      factors_.push_back(random.Pick(2) == 0 ? 1 : random.Signed(2));
      declarations_ += fmt::format("  Real x{}(start = {}, fixed = true);\n", i, random.Signed(5));
    }
    const int springs = random.Pick(3);
    for (int k = 0; k < springs; ++k) {
      const int a = random.Pick(storages), b = (a + 1 + random.Pick(storages - 1)) % storages;
      stiffness_.push_back(random.Between(0.5, 5));
      declarations_ += fmt::format("  Real f{}(start = {}, fixed = true);\n", k, random.Signed(3));
      equations_ += fmt::format("  der(f{0}) = {1}*(x{2} - x{3});\n", k, stiffness_.back(), a, b);
      sums[static_cast<size_t>(a)] += fmt::format(" - f{}", k);
      sums[static_cast<size_t>(b)] += fmt::format(" + f{}", k);
    }
    const int ties = 2 + random.Pick(4);
    for (int k = 0; k < ties; ++k) {
      const int a = random.Pick(storages), b = (a + 1 + random.Pick(storages - 1)) % storages;
      const int part_of_a = part_[static_cast<size_t>(a)], part_of_b = part_[static_cast<size_t>(b)];
      if (part_of_a == part_of_b && !may_have_loops) continue;
      std::ranges::replace(part_, part_of_b, part_of_a);
      const bool fits = !may_have_loops || random.Pick(4) > 0;
      all_fit_ = all_fit_ && fits;
      const double ratio =
          fits ? factors_[static_cast<size_t>(a)] / factors_[static_cast<size_t>(b)] : random.Signed(2);
      const double begins = random.Between(0.1, 1.5), ends = begins + random.Between(0.2, 1.5);
      declarations_ += fmt::format("  Real t{0};\n  Boolean on{0} = time > {1} and time < {2};\n", k, begins, ends);
      const std::string difference = fmt::format("x{} - ({})*x{}", a, ratio, b);
      if (has_differences) declarations_ += fmt::format("  Real d{} = {};\n", k, difference);
      equations_ += fmt::format("  if on{0} then {1} = 0; else t{0} = 0; end if;\n", k,
                                has_differences ? fmt::format("d{}", k) : difference);
      sums[static_cast<size_t>(a)] += fmt::format(" + t{}", k);
      sums[static_cast<size_t>(b)] += fmt::format(" - ({})*t{}", ratio, k);
    }
    hit_ = random.Pick(storages);
    gain_ = random.Signed(3);
    time_of_hit_ = random.Between(0.3, 2.5);
    equations_ +=
        fmt::format("  when time > {0} then reinit(x{1}, x{1} + ({2})); end when;\n", time_of_hit_, hit_, gain_);
    for (int i = 0; i < storages; ++i) {
      equations_ +=
          fmt::format("  {}*der(x{}) = 0{};\n", masses_[static_cast<size_t>(i)], i, sums[static_cast<size_t>(i)]);
    }
  }

  std::string Text() const { return "model Network\n" + declarations_ + "equation\n" + equations_ + "end Network;\n"; }

  double Energy(const Table& table, size_t row) const {
    double energy = 0;
    for (size_t i = 0; i < masses_.size(); ++i)
      energy += masses_[i] / 2 * std::pow(table.Column(fmt::format("x{}", i))[row], 2);
    for (size_t k = 0; k < stiffness_.size(); ++k)
      energy += std::pow(table.Column(fmt::format("f{}", k))[row], 2) / (2 * stiffness_[k]);
    return energy;
  }

  /// Of the jumps of the speeds between two rows.
  double EnergyOfJump(const Table& table, size_t before, size_t after) const {
    double energy = 0;
    for (size_t i = 0; i < masses_.size(); ++i) {
      const std::vector<double>& x = table.Column(fmt::format("x{}", i));
      energy += masses_[i] / 2 * std::pow(x[after] - x[before], 2);
    }
    return energy;
  }

  bool IsHit(double time) const { return std::fabs(time - time_of_hit_) < 1e-9; }
  /// What the hit adds to the momenta.
  std::vector<double> MomentaOfHit() const {
    std::vector<double> momenta(masses_.size(), 0);
    const auto i = static_cast<size_t>(hit_);
    momenta[static_cast<size_t>(part_[i])] = factors_[i] * masses_[i] * gain_;
    return momenta;
  }

  /// Whether there are motions in which all ties hold at once.
  bool all_fit() const { return all_fit_; }

  /// By part: the momentum along the motion in which all of its ties hold, which no tie changes.
  std::vector<double> Momenta(const Table& table, size_t row) const {
    std::vector<double> momenta(masses_.size(), 0);
    for (size_t i = 0; i < masses_.size(); ++i) {
      momenta[static_cast<size_t>(part_[i])] += factors_[i] * masses_[i] * table.Column(fmt::format("x{}", i))[row];
    }
    return momenta;
  }

 private:
  std::vector<double> masses_, stiffness_, factors_;
  std::vector<int> part_;  // of each storage: what ties connect, if they all hold
  bool all_fit_ = true;
  int hit_ = 0;
  double gain_ = 0, time_of_hit_ = 0;
  std::string declarations_, equations_;
};

class Restarts : public WithEverySolver {};

// A jump is the projection in the metric of the masses: what is lost is the energy of the jump itself (Carnot). In the
// DAE form no ties make a loop: with forces that are not unique IDA may not converge.
TEST_P(Restarts, NeverRaiseTheEnergy) {
  constexpr unsigned kNetworks = 40;
  for (unsigned seed = 1; seed <= kNetworks; ++seed) {
    if (!IsInSlice(seed)) continue;
    SCOPED_TRACE(seed);
    const Network network(seed, !UsesDaeForm());
    const Table table =
        SimulateText("Network", network.Text(), {"--stop-time", "3", "--tolerance", "1e-10", "--intervals", "30"})
            .table;
    const double first = network.Energy(table, 0);
    for (size_t row = 1; row < table.Time().size(); ++row) {
      const bool is_event = table.Time()[row] == table.Time()[row - 1];
      const bool is_hit = is_event && network.IsHit(table.Time()[row]);
      if (is_event && network.all_fit()) {
        std::vector<double> expected = network.Momenta(table, row - 1);
        if (is_hit) std::ranges::transform(expected, network.MomentaOfHit(), expected.begin(), std::plus<>());
        ASSERT_THAT(network.Momenta(table, row), ::testing::Pointwise(::testing::DoubleNear(1e-12 * first), expected))
            << "at " << table.Time()[row];
      }
      if (is_hit) continue;
      const double loss = network.Energy(table, row - 1) - network.Energy(table, row);
      ASSERT_GE(loss, -1e-7 * first) << "at " << table.Time()[row];
      const double expected = is_event ? network.EnergyOfJump(table, row - 1, row) : 0;
      ASSERT_NEAR(loss, expected, (is_event ? 1e-12 : 1e-7) * first) << "at " << table.Time()[row];
    }
  }
}

/// Positions and speeds, and forces, each of which a condition makes either what a constraint needs or a given function
/// of the states.
class ModeSystem {
 public:
  static constexpr int kElements = 3;

  explicit ModeSystem(unsigned seed) {
    RandomNumbers random(seed);
    states_ = 4 + random.Pick(2);
    std::vector<std::string> forces(static_cast<size_t>(states_));
    for (int k = 0; k < kElements; ++k) {
      declarations_ += fmt::format("  Real y{};\n", k);
      // Of the positions, which is differentiated twice, or of the speeds.
      const char variable = random.Pick(2) == 0 ? 'p' : 'x';
      std::string tied, free = fmt::format("y{} = {}*x{}", k, random.Signed(0.5), random.Pick(states_));
      for (int i = 0; i < states_; ++i) {
        const double arm = random.Signed(1);
        tied += fmt::format("{}({})*{}{}", i == 0 ? "" : " + ", arm, variable, i);
        forces[static_cast<size_t>(i)] += fmt::format(" + ({})*y{}", arm, k);
      }
      for (int j = 0; j < k; ++j) free += fmt::format(" + ({})*y{}", random.Signed(0.2), j);
      tied_.push_back(tied + fmt::format(" = {}*(1 - cos({}*time))", random.Signed(1), random.Between(0.5, 2)));
      free_.push_back(free);
    }
    for (int i = 0; i < states_; ++i) {
      declarations_ += fmt::format("  Real x{0}(start = 0), p{0}(start = 0);\n", i);
      equations_ += fmt::format("  der(p{0}) = x{0};\n  der(x{0}) = {1}*sin({2}*time) - {3}*x{0} - {4}*p{0}{5};\n", i,
                                random.Signed(2), random.Between(1, 3), random.Between(0.1, 1), random.Between(0.1, 2),
                                forces[static_cast<size_t>(i)]);
    }
  }

  /// @param mode bit k: element k is tied. @param among_others as a mode that conditions choose, or alone
  std::string Text(int mode, bool among_others) const {
    std::string text = "model Modes\n" + declarations_ + "equation\n" + equations_;
    for (int k = 0; k < kElements; ++k) {
      const bool is_tied = (mode >> k & 1) != 0;
      const std::string& tied = tied_[static_cast<size_t>(k)];
      const std::string& free = free_[static_cast<size_t>(k)];
      if (among_others) {
        text += fmt::format("  if time {} {} then {}; else {}; end if;\n", is_tied ? "<" : ">", 10 + k, tied, free);
      } else {
        text += fmt::format("  {};\n", is_tied ? tied : free);
      }
    }
    return text + "end Modes;\n";
  }

  std::vector<std::string> Variables() const {
    std::vector<std::string> names;
    for (int i = 0; i < states_; ++i) {
      names.push_back(fmt::format("x{}", i));
      names.push_back(fmt::format("p{}", i));
    }
    for (int k = 0; k < kElements; ++k) names.push_back(fmt::format("y{}", k));
    return names;
  }

 private:
  int states_ = 0;
  std::string declarations_, equations_;
  std::vector<std::string> tied_, free_;
};

// All start at rest at 0, where all constraints hold.
TEST(Modes, AmongOthersAreWhatTheyAreAlone) {
  constexpr unsigned kSystems = 4;
  const std::vector<std::string> run = {"--stop-time", "2", "--tolerance", "1e-9", "--intervals", "20"};
  for (unsigned seed = 1; seed <= kSystems; ++seed) {
    const ModeSystem system(seed);
    for (int mode = 0; mode < 1 << ModeSystem::kElements; ++mode) {
      SCOPED_TRACE(fmt::format("seed {}, mode {}", seed, mode));
      const Table among = SimulateText("Modes", system.Text(mode, true), run).table;
      const Table alone = SimulateText("Modes", system.Text(mode, false), run).table;
      ASSERT_EQ(among.Time().size(), alone.Time().size());
      for (const std::string& name : system.Variables()) {
        double size = 1;
        for (const double value : alone.Column(name)) size = std::max(size, std::fabs(value));
        for (size_t row = 0; row < alone.Time().size(); ++row) {
          ASSERT_NEAR(among.Column(name)[row], alone.Column(name)[row], 1e-6 * size)
              << name << " at " << alone.Time()[row];
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Restarts, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
