// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/rodas.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>

#include "runtime/integrate/rodas_coefficients.h"
#include "tests/unit/runtime/simulate/models.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

// The method in its own letters (Hairer and Wanner II, IV.7): alpha, Gamma, beta = alpha + Gamma, b, from which the
// order conditions are written.
using Matrix = Eigen::Matrix<double, rodas::kStages, rodas::kStages>;
using Column = Eigen::Matrix<double, rodas::kStages, 1>;
struct Tableau {
  Matrix alpha, beta, gamma;
  Column b, b_embedded;
  Eigen::Matrix<double, 3, rodas::kStages> dense;
};

Tableau MakeTableau() {
  // k = sum_j Gamma_ij k^_j are the stages of the form without products: C = I / gamma - Gamma^-1, a = alpha Gamma^-1.
  Matrix coupling = Matrix::Zero(), a = Matrix::Zero();
  for (int i = 0; i < rodas::kStages; ++i) {
    for (int j = 0; j < i; ++j) {
      coupling(i, j) = rodas::kCoupling[i][j];
      a(i, j) = j < 5 ? rodas::kA[std::min(i, 5)][j] : 1;
    }
  }
  Column m;
  m << a.row(7).transpose().head<7>(), 1;
  Tableau tableau;
  tableau.gamma = (Matrix::Identity() / rodas::kGamma - coupling).inverse();
  tableau.alpha = a * tableau.gamma;
  tableau.beta = tableau.alpha + tableau.gamma;
  tableau.b = tableau.gamma.transpose() * m;
  Column embedded = m;
  embedded(7) = 0;
  tableau.b_embedded = tableau.gamma.transpose() * embedded;
  for (int row = 0; row < 3; ++row) {
    for (int j = 0; j < rodas::kStages; ++j) tableau.dense(row, j) = rodas::kDense[row][j];
  }
  tableau.dense = tableau.dense * tableau.gamma;
  return tableau;
}

/// Of sums of weights that belong to the trees of at most `order` nodes, the largest difference from what they must be,
/// s^k / density of the tree at the place s in the step.
double LargestDefect(const Tableau& t, const Column& b, int order, double s = 1) {
  const Column one = Column::Ones(), alpha = t.alpha * one, beta = t.beta * one;
  const Matrix& A = t.alpha;
  const Matrix& B = t.beta;
  const auto times = [](const Column& x, const Column& y) -> Column { return x.cwiseProduct(y); };
  const Column alpha2 = times(alpha, alpha), alpha3 = times(alpha2, alpha), inner = A * beta;
  struct Condition {
    int nodes;
    Column weights;
    double density;
  };
  // Hairer and Wanner II, IV.7, Table 7.1: a node with one branch takes beta, with several alpha.
  const std::vector<Condition> conditions{{1, one, 1},
                                          {2, beta, 2},
                                          {3, alpha2, 3},
                                          {3, B * beta, 6},
                                          {4, alpha3, 4},
                                          {4, times(alpha, inner), 8},
                                          {4, B * alpha2, 12},
                                          {4, B * (B * beta), 24},
                                          {5, times(alpha3, alpha), 5},
                                          {5, times(alpha2, inner), 10},
                                          {5, times(inner, inner), 20},
                                          {5, times(alpha, A * alpha2), 15},
                                          {5, times(alpha, A * (B * beta)), 30},
                                          {5, B * alpha3, 20},
                                          {5, B * times(alpha, inner), 40},
                                          {5, B * (B * alpha2), 60},
                                          {5, B * (B * (B * beta)), 120}};
  double worst = 0;
  for (const Condition& condition : conditions) {
    if (condition.nodes > order) continue;
    worst = std::max(worst, std::abs(b.dot(condition.weights) - std::pow(s, condition.nodes) / condition.density));
  }
  return worst;
}

TEST(RodasCoefficients, FulfilTheOrderConditions) {
  const Tableau t = MakeTableau();
  EXPECT_LT(LargestDefect(t, t.b, 5), 1e-12);
  EXPECT_LT(LargestDefect(t, t.b_embedded, 4), 1e-12);
  EXPECT_GT(LargestDefect(t, t.b_embedded, 5), 1e-4);  // else it would estimate nothing
  const Column nodes = t.alpha * Column::Ones(), by_time = t.gamma * Column::Ones();
  for (int i = 0; i < rodas::kStages; ++i) {
    EXPECT_NEAR(nodes(i), rodas::kC[i], 1e-12) << i;
    EXPECT_NEAR(by_time(i), rodas::kD[i], 1e-12) << i;
    EXPECT_NEAR(t.gamma(i, i), rodas::kGamma, 1e-15);
  }
}

TEST(RodasCoefficients, DenseOutputIsOfOrderFour) {
  const Tableau t = MakeTableau();
  for (const double s : {0.1, 0.25, 0.5, 0.75, 0.9}) {
    const Column b = s * t.b + s * (1 - s) * (t.dense.row(0) + s * (t.dense.row(1) + s * t.dense.row(2))).transpose();
    EXPECT_LT(LargestDefect(t, b, 4, s), 1e-12) << s;
  }
}

// R(z) = 1 + z b (I - z beta)^-1 1: |R| <= 1 on the left half plane, R(infinity) = 0 for the step and what it is
// compared with.
TEST(RodasCoefficients, TheMethodIsLStable) {
  const Tableau t = MakeTableau();
  using Complex = Eigen::Matrix<std::complex<double>, rodas::kStages, rodas::kStages>;
  const auto amplification = [&](std::complex<double> z, const Column& b) {
    const Complex inverse = (Complex::Identity() - z * t.beta.cast<std::complex<double>>()).inverse();
    const std::complex<double> sum =
        (b.cast<std::complex<double>>().transpose() * inverse * Column::Ones().cast<std::complex<double>>()).value();
    return std::abs(1.0 + z * sum);
  };
  for (double y = 0; y < 200; y += 0.05) EXPECT_LE(amplification({0, y}, t.b), 1 + 1e-12) << y;
  EXPECT_LT(amplification({-1e8, 0}, t.b), 1e-6);
  EXPECT_LT(amplification({-1e8, 0}, t.b_embedded), 1e-6);
}

/// A system and an integrator on it, at its start.
struct Integration {
  explicit Integration(Program the_program, double tolerance = 1e-6)
      : program(std::move(the_program)),
        slots(program.initial_slots),
        tape(program),
        system(program, slots.data(), tape, statistics),
        integrator(system, tolerance) {
    EXPECT_FALSE(integrator.Reset(0));
  }

  double At(double t) {
    std::vector<double> x(program.states.size());
    integrator.Interpolate(t, x.data());
    return x[0];
  }

  Program program;
  std::vector<double> slots;
  Tape tape;
  SolveStatistics statistics;
  ContinuousSystem system;
  Rodas integrator;
};

struct Errors {
  double end = 0, inside = 0;
};

/// Largest errors of `solution` at the ends of steps of size h and inside them, up to t = 4.
Errors WithFixedStep(const Program& program, double h, double (*solution)(double)) {
  Integration run(program);
  Rodas& integrator = run.integrator;
  integrator.UseFixedStep(h);
  Errors errors;
  while (integrator.time() < 4) {
    EXPECT_FALSE(integrator.Step(4));
    errors.end = std::max(errors.end, std::abs(run.At(integrator.time()) - solution(integrator.time())));
    for (double s : {0.25, 0.5, 0.75}) {
      const double t = integrator.previous_time() + s * (integrator.time() - integrator.previous_time());
      errors.inside = std::max(errors.inside, std::abs(run.At(t) - solution(t)));
    }
  }
  return errors;
}

/// x' = -x^2 cos t, x(0) = 1/2: x = 1 / (2 + sin t). Nonlinear, and f depends on time.
Program Bernoulli() {
  ProgramBuilder b;
  const Slot x = b.State("x", 0.5);
  const int32_t from = b.From();
  const Slot square = b.Emit(OpCode::kMul, x, x);
  b.EmitTo(x + 1, OpCode::kNeg, b.Emit(OpCode::kMul, square, b.Emit(OpCode::kCos, b.program.time)));
  b.Explicit(b.All(), from, {x + 1});
  return b.program;
}
double BernoulliSolution(double t) { return 1 / (2 + std::sin(t)); }

TEST(Rodas, IsOfOrderFiveWithDenseOutputOfOrderFour) {
  const Errors coarse = WithFixedStep(Bernoulli(), 0.25, BernoulliSolution);
  const Errors fine = WithFixedStep(Bernoulli(), 0.125, BernoulliSolution);
  EXPECT_GT(coarse.end / fine.end, 27);  // 32 for order 5, 16 for order 4
  EXPECT_LT(coarse.end / fine.end, 45);
  EXPECT_GT(coarse.inside / fine.inside, 13);  // 16 for order 4, 8 for order 3: the error of one step, summed over all
  EXPECT_LT(fine.end, 1e-6);
}

double Sine(double t) { return std::sin(t); }
/// x' = lambda (x - sin t) + cos t: x = sin t.
Program ProtheroRobinson(double lambda) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot rate = b.New(lambda);
  const int32_t from = b.From();
  const Slot off = b.Emit(OpCode::kSub, x, b.Emit(OpCode::kSin, b.program.time));
  b.EmitTo(x + 1, OpCode::kAdd, b.Emit(OpCode::kMul, rate, off), b.Emit(OpCode::kCos, b.program.time));
  b.Explicit(b.All(), from, {x + 1});
  b.program.continuous_system.blocks.front().rows = {{x + 1, -1, {{x, rate}}}};
  return b.program;
}

TEST(Rodas, KeepsOrderFourOnStiffProblems) {
  const Errors coarse = WithFixedStep(ProtheroRobinson(-1e6), 0.25, Sine);
  const Errors fine = WithFixedStep(ProtheroRobinson(-1e6), 0.125, Sine);
  EXPECT_LT(coarse.end, 1e-8);  // times 1 / (h lambda)
  EXPECT_GT(coarse.end / fine.end, 7);
  EXPECT_LT(coarse.inside, 2e-3);
  EXPECT_GT(coarse.inside / fine.inside, 13);
}

TEST(Rodas, FollowsAStiffModelWithFewSteps) {
  Integration run(test::Relaxation(1e6, 1, true));
  Rodas& integrator = run.integrator;
  while (integrator.time() < 10) {
    ASSERT_FALSE(integrator.Step(10));
    const double t = (integrator.previous_time() + integrator.time()) / 2;
    if (t < 1e-4) continue;
    ASSERT_NEAR(run.At(t), std::sin(t) - 1e-6 * std::cos(t), 1e-5) << t;
  }
  EXPECT_EQ(integrator.time(), 10);
  EXPECT_LT(integrator.steps(), 250);  // an explicit method needs about 3e6
}

/// Van der Pol's equation in the time scaled by mu: x' = y, y' = mu^2 ((1 - x^2) y - x).
Program VanDerPol(double mu) {
  ProgramBuilder b;
  const Slot x = b.State("x", 2);
  const Slot y = b.State("y", -0.66);
  const Slot one = b.New(1), stiffness = b.New(mu * mu);
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, y);
  const Slot damping = b.Emit(OpCode::kSub, one, b.Emit(OpCode::kMul, x, x));
  const Slot force = b.Emit(OpCode::kSub, b.Emit(OpCode::kMul, damping, y), x);
  b.EmitTo(y + 1, OpCode::kMul, stiffness, force);
  b.Explicit(b.All(), from, {x + 1, y + 1});
  return b.program;
}

// mu = 1e3: the values at 1 and 2 that Hairer and Wanner II (IV.10) and converged runs of implicit methods have.
TEST(Rodas, VanDerPol) {
  long steps_before = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Integration run(VanDerPol(1e3), tolerance);
    while (run.integrator.time() < 1) ASSERT_FALSE(run.integrator.Step(1));
    EXPECT_NEAR(run.At(1), -1.863646254808130, 30 * tolerance) << tolerance;
    while (run.integrator.time() < 2) ASSERT_FALSE(run.integrator.Step(2));
    EXPECT_NEAR(run.At(2), 1.706167732170456, 30 * tolerance) << tolerance;
    EXPECT_GT(run.integrator.steps(), steps_before);
    EXPECT_LT(run.integrator.steps(), 6000);
    steps_before = run.integrator.steps();
  }
}

TEST(Rodas, AConstantMatrixIsFactorizedOnlyWhenTheStepChanges) {
  Integration run(test::Relaxation(1e3, 1, true));
  while (run.integrator.time() < 10) ASSERT_FALSE(run.integrator.Step(10));
  EXPECT_LT(2 * run.integrator.factorizations(), run.integrator.steps());
}

TEST(Rodas, GoesExactlyToTheLimitAndOn) {
  Integration run(test::Relaxation(1, 1, false), 1e-8);
  for (double limit : {0.5, std::nextafter(0.5, 1.0), 1.0}) {
    while (run.integrator.time() < limit) {
      const auto failure = run.integrator.Step(limit);
      ASSERT_FALSE(failure) << failure->message;
    }
    EXPECT_EQ(run.integrator.time(), limit);
    EXPECT_NEAR(run.At(limit), std::exp(-limit), 1e-8);
  }
}

TEST(Rodas, TellsWhenAModelIsNoLongerStiff) {
  Integration stiff(test::Relaxation(1e6, 1, true));
  stiff.integrator.WatchStiffness(20, 3);
  stiff.integrator.TakeOver(1e-6);
  while (stiff.integrator.time() < 10) ASSERT_FALSE(stiff.integrator.Step(10));
  EXPECT_TRUE(stiff.integrator.IsStiff());
  Integration mild(test::Relaxation(1, 1, true));
  mild.integrator.WatchStiffness(20, 3);
  mild.integrator.TakeOver(1e-3);
  while (mild.integrator.time() < 10) ASSERT_FALSE(mild.integrator.Step(10));
  EXPECT_FALSE(mild.integrator.IsStiff());
}

}  // namespace
}  // namespace stiction::runtime
