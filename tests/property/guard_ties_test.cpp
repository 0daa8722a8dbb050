// SPDX-License-Identifier: BSD-3-Clause
// A condition that is tied at an event is decided by what its operands do right of it: polynomials with a root of some
// order there, whose sign on its right is known exactly. What a relation that is tied and did not fire is late by, its
// zone, must not be seen in the motion.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/property/random_models.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

/// q(t) = sign (t - 1)^order (1 + a (t - 1)^2): its only root is at 1.
struct Polynomial {
  int order;
  double sign, a;

  std::string Text() const { return fmt::format("({}*(time - 1)^{}*(1 + {}*(time - 1)^2))", sign, order, a); }
  /// Its integral from 1 on.
  double Integral(double t) const {
    const double s = t - 1;
    return sign * (std::pow(s, order + 1) / (order + 1) + a * std::pow(s, order + 3) / (order + 3));
  }
};

std::vector<Polynomial> Polynomials() {
  std::vector<Polynomial> all;
  RandomNumbers random(1);
  for (int order = 1; order <= 4; ++order) {
    for (const double sign : {-1.0, 1.0}) all.push_back({order, sign * random.Between(0.5, 1), random.Between(0, 1)});
  }
  return all;
}

constexpr const char* kFriction = R"(
model Guard
  parameter Real f0 = 2, m = 1.5;
  Real v(start = 0, fixed = true), f, s, u;
equation
  m*der(v) = u - f;
  v = if s > 1 then s - 1 elseif s < -1 then s + 1 else 0;
  f = if s > 1 then f0 elseif s < -1 then -f0 else f0*s;
)";

class GuardTies : public WithEverySolver {
 protected:
  static Table Run(const std::string& text) {
    return SimulateText("Guard", text + "end Guard;\n",
                        {"--stop-time", "2", "--tolerance", "1e-9", "--intervals", "40"})
        .table;
  }
};

// The load passes the friction at 1 with the sign of the polynomial, or only touches it from below.
TEST_P(GuardTies, ALoadThatPassesTheFrictionBreaksAway) {
  for (const Polynomial& q : Polynomials()) {
    const bool is_below_before = (q.sign < 0) == (q.order % 2 == 0);
    if (!is_below_before) continue;
    SCOPED_TRACE(q.Text());
    const Table table = Run(kFriction + fmt::format("  u = f0 + {};\n", q.Text()));
    EXPECT_NEAR(table.At("v", 0.95), 0, 1e-20);
    for (const double t : {1.2, 1.5, 2.0}) {
      EXPECT_NEAR(table.At("v", t), q.sign > 0 ? q.Integral(t) / 1.5 : 0, 2e-6) << "at " << t;
    }
  }
}

// The load jumps to the friction at 1: the relation is tied there, and another one fires. With the fourth power the
// force that is left is a rounding error of the load for too long: IDA resolves it in some 10^5 steps.
TEST_P(GuardTies, ALoadThatJumpsToTheTieFollowsTheSignAfterIt) {
  for (const Polynomial& q : Polynomials()) {
    if (q.order == 4) continue;
    SCOPED_TRACE(q.Text());
    const Table table = Run(kFriction + fmt::format("  u = if time < 1 then 0 else f0 + {};\n", q.Text()));
    for (const double t : {1.2, 1.5, 2.0}) {
      EXPECT_NEAR(table.At("v", t), q.sign > 0 ? q.Integral(t) / 1.5 : 0, 2e-6) << "at " << t;
    }
  }
}

// A coil without current behind a diode: at 1 the voltage is switched on, and is 0 at first.
TEST_P(GuardTies, ADiodeFollowsTheSignOfAVoltageThatBeginsWithZero) {
  for (const Polynomial& q : Polynomials()) {
    SCOPED_TRACE(q.Text());
    const Table table = Run(fmt::format(R"(
model Guard
  parameter Real L = 0.5;
  Real i(start = 0, fixed = true), u, s;
equation
  L*der(i) = (if time < 1 then 0 else {}) - u;
  u = if s > 0 then 0 else s;
  i = if s > 0 then s else 0;
)",
                                        q.Text()));
    for (const double t : {0.5, 1.2, 1.5, 2.0}) {
      EXPECT_NEAR(table.At("i", t), t > 1 && q.sign > 0 ? q.Integral(t) / 0.5 : 0, 2e-6) << "at " << t;
    }
  }
}

// A body at rest on a stop, from which a force pulls it away, or onto which it presses it, from 1 on.
TEST_P(GuardTies, ABodyOnAStopFollowsTheSignOfTheForce) {
  for (const Polynomial& q : Polynomials()) {
    SCOPED_TRACE(q.Text());
    const Table table = Run(fmt::format(R"(
model Guard
  parameter Real m = 1.5;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), f, s;
equation
  der(x) = v;
  m*der(v) = (if time < 1 then -1 else {}) + f;
  x = if s > 0 then s else 0;
  f = if s > 0 then 0 else -s;
)",
                                        q.Text()));
    for (const double t : {0.5, 1.2, 1.5, 2.0}) {
      EXPECT_NEAR(table.At("v", t), t > 1 && q.sign > 0 ? q.Integral(t) / 1.5 : 0, 2e-6) << "at " << t;
    }
  }
}

// A condition that is tied at an event of something else is decided where it leaves its zone, 0.01 of the tolerance: a
// clutch engages that much later, and as exactly as ever.
TEST_P(GuardTies, AConditionThatIsTiedAtAnEventIsLateByItsZone) {
  for (int order = 2; order <= 4; ++order) {
    SCOPED_TRACE(order);
    const Table table = Run(fmt::format(R"(
model Guard
  Real w1(start = 3, fixed = true), w2(start = 0, fixed = true), tau;
  Boolean engaged = (if time < 1 then -1 else (time - 1)^{}) > 0;
equation
  der(w1) = tau;
  der(w2) = (if time < 1 then 0 else 1) - tau;
  if engaged then w1 = w2; else tau = 0; end if;
)",
                                        order));
    const double engaged = table.TimeOfChangeTo("engaged", 1);
    EXPECT_GE(engaged, 1);
    EXPECT_LE(engaged, 1 + 1.01 * std::pow(1e-11, 1.0 / order));
    EXPECT_NEAR(table.Last("w1"), (3 + 1) / 2.0, 1e-7);
    EXPECT_NEAR(table.Last("w2"), (3 + 1) / 2.0, 1e-7);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, GuardTies, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
