// SPDX-License-Identifier: BSD-3-Clause
// A relation between affine functions of time says the same whichever side time is on, by whatever name it goes and
// whatever multiplies it: each wording, made at random, is held against its closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/property/random_models.h"
#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

constexpr double kSwitch = 1, kStop = 3;

// Before and after the event at which discrete variables change.
using Values = std::array<double, 2>;

struct Term {
  std::string text;
  Values slope{}, offset{};
};

class Wordings {
 public:
  explicit Wordings(unsigned seed) : random_(seed) {}

  int Pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }

  Term Side() {
    Term side;
    const int times = Pick(3);
    for (int k = 0; k < times; ++k) Append(TimesTime(), side);
    if (times == 0 || Pick(2) == 0) Append(Constant(), side);
    return side;
  }

 private:
  // Sums and products of these are exact.
  double Number() {
    constexpr std::array kNumbers = {-2.0, -1.0, -0.5, 0.25, 0.5, 1.0, 1.5, 2.0};
    return kNumbers[static_cast<size_t>(Pick(kNumbers.size()))];
  }

  static std::string Text(double number) {
    const std::string text = std::to_string(number);
    return number < 0 ? "(" + text + ")" : text;
  }

  Term TimesTime() {
    const double k = Number(), l = Number();
    switch (Pick(12)) {
      case 0:
        return {"time", {1, 1}, {}};
      case 1:
        return {"t", {1, 1}, {}};
      case 2:
        return {"aliasOfAlias", {1, 1}, {}};
      case 3:
        return {"shifted", {2, 2}, {-1, -1}};
      case 4:
        return {Text(k) + "*time", {k, k}, {}};
      case 5:
        return {"time*negative", {-0.5, -0.5}, {}};
      case 6:
        return {"time/half", {2, 2}, {}};
      case 7:
        return {"negative*t", {-0.5, -0.5}, {}};
      case 8:
        return {"rate*time", {-1, 2}, {}};
      case 9:
        return {"late*aliasOfAlias", {0, 1}, {}};
      case 10:
        return {"(if on then " + Text(k) + " else " + Text(l) + ")*time", {l, k}, {}};
      default:
        return {"ramp", {0, 1}, {0, -1}};
    }
  }

  Term Constant() {
    const double k = Number();
    switch (Pick(6)) {
      case 0:
        return {"half", {}, {0.5, 0.5}};
      case 1:
        return {"rate", {}, {-1, 2}};
      case 2:
        return {"constantInTime", {}, {0.75, 0.75}};
      case 3:
        return {"(if on then " + Text(k) + " else 1)", {}, {1, k}};
      default:
        return {Text(k), {}, {k, k}};
    }
  }

  void Append(const Term& term, Term& side) {
    const double sign = Pick(3) == 0 ? -1 : 1;
    if (sign < 0) {
      side.text += side.text.empty() ? "-" : " - ";
    } else if (!side.text.empty()) {
      side.text += " + ";
    }
    side.text += term.text;
    for (size_t phase = 0; phase < 2; ++phase) {
      side.slope[phase] += sign * term.slope[phase];
      side.offset[phase] += sign * term.offset[phase];
    }
  }

  std::mt19937 random_;
};

class Relation {
 public:
  explicit Relation(Wordings& words) : left_(words.Side()), right_(words.Side()) {
    constexpr std::array kOperators = {"<", "<=", ">", ">="};
    op_ = kOperators[static_cast<size_t>(words.Pick(4))];
    is_negated_ = words.Pick(4) == 0;
  }

  std::string Text() const {
    const std::string text = left_.text + " " + op_ + " " + right_.text;
    return is_negated_ ? "not (" + text + ")" : text;
  }

  bool IsTrueAt(double t) const {
    const size_t phase = t < kSwitch ? 0 : 1;
    const double gap = Slope(phase) * t + Offset(phase);
    const bool holds = op_ == "<" ? gap < 0 : op_ == "<=" ? gap <= 0 : op_ == ">" ? gap > 0 : gap >= 0;
    return holds != is_negated_;
  }

  // Of the two sides; ascending. What holds at one holds from there on.
  std::vector<double> Ties() const {
    std::vector<double> ties = {kSwitch};
    for (size_t phase = 0; phase < 2; ++phase) {
      const double tie = -Offset(phase) / Slope(phase);
      const bool is_before = tie < kSwitch;
      if (tie > 0 && tie <= kStop && tie != kSwitch && is_before == (phase == 0)) ties.push_back(tie);
    }
    std::sort(ties.begin(), ties.end());
    return ties;
  }

 private:
  double Slope(size_t phase) const { return left_.slope[phase] - right_.slope[phase]; }
  double Offset(size_t phase) const { return left_.offset[phase] - right_.offset[phase]; }

  Term left_, right_;
  std::string op_;
  bool is_negated_ = false;
};

class TimeRelations : public WithEverySolver {};

TEST_P(TimeRelations, InEveryWording) {
  constexpr int kRelations = 60;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Wordings words(seed);
    std::vector<Relation> relations;
    std::string text = R"(
model Words
  parameter Real half = 0.5;
  parameter Real negative = -0.5;
  Real x(start = 1, fixed = true);
  Real t = time;
  Real aliasOfAlias;
  Real shifted = 2*t - 1;
  Real constantInTime = 0.25 + half;
  Real ramp = if time < 1 then 0 else t - 1;
  discrete Real rate(start = -1, fixed = true);
  Integer late(start = 0, fixed = true);
  Boolean on(start = false, fixed = true);
)";
    for (int i = 0; i < kRelations; ++i) {
      relations.emplace_back(words);
      text += "  Boolean b" + std::to_string(i) + " = " + relations.back().Text() + ";\n";
    }
    text += R"(equation
  aliasOfAlias = t;
  der(x) = -x;
  when time >= 1 then
    rate = 2;
    late = 1;
    on = true;
  end when;
end Words;
)";
    const Simulation run = SimulateText("Words", text, {"--stop-time", "3"});
    EXPECT_EQ(run.report.at("events").at("state"), 0) << seed;
    for (size_t i = 0; i < relations.size(); ++i) {
      SCOPED_TRACE(std::to_string(seed) + ": " + relations[i].Text());
      const std::string name = "b" + std::to_string(i);
      constexpr double kAside = 1e-3;  // there is no tie so near to another
      std::vector<double> changes;
      for (const double tie : relations[i].Ties()) {
        if (relations[i].IsTrueAt(tie - kAside) != relations[i].IsTrueAt(tie + kAside)) changes.push_back(tie);
      }
      EXPECT_EQ(run.table.First(name), relations[i].IsTrueAt(kAside) ? 1 : 0);
      const std::vector<double> found = run.table.ChangeTimes(name);
      ASSERT_EQ(found.size(), changes.size());
      for (size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], changes[k], 1e-12);
    }
  }
}

// Restarted whenever it is over, at instants that no binary fraction has.
TEST_P(TimeRelations, ATimerIsArmedAgainAndAgain) {
  for (const char* over : {"time - pre(since) >= wait", "wait <= time - pre(since)", "pre(since) - time <= -wait",
                           "0 <= time - pre(since) - wait", "time - pre(since) - wait >= 0", "t >= pre(since) + wait",
                           "2*(t - pre(since)) >= 2*wait", "not (time - pre(since) < wait)"}) {
    SCOPED_TRACE(over);
    const Simulation run = SimulateText("Timer", std::string(R"(
model Timer
  parameter Real wait = 0.1;
  discrete Real since(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real t = time;
  Real x(start = 0, fixed = true);
  Boolean over = )") + over + R"(;
equation
  der(x) = 1;
  when over then
    since = time;
    n = pre(n) + 1;
  end when;
end Timer;
)",
                                        {"--stop-time", "20.05"});
    EXPECT_EQ(run.table.Last("n"), 200);
    EXPECT_NEAR(run.table.Last("since"), 20, 1e-12);
    const std::vector<double> changes = run.table.ChangeTimes("n");
    for (size_t k = 0; k < changes.size(); ++k) ASSERT_NEAR(changes[k], 0.1 * static_cast<double>(k + 1), 1e-12);
  }
}

TEST_P(TimeRelations, FarFromTheStartOfTime) {
  const Simulation run = SimulateText("Far", R"(
model Far
  discrete Real next(start = 1e6 + 1e-3, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean inLater = pre(next) - time < 0.5e-3;
equation
  when pre(next) <= time then
    next = pre(next) + 1e-3;
    n = pre(n) + 1;
  end when;
end Far;
)",
                                      {"--start-time", "1e6", "--stop-time", "1000000.1002", "--interval", "0.01"});
  EXPECT_EQ(run.table.Last("n"), 100);
  EXPECT_EQ(run.table.ChangeTimes("inLater").size(), 200U);
}

TEST_P(TimeRelations, AtTheStartAndAtTheEnd) {
  const Table table = SimulateText("Ends", R"(
model Ends
  Real x(start = 1, fixed = true);
  Boolean afterStart = 0 < time;
  Boolean fromStart = time >= 0;
  Boolean untilEnd = 1 > time;
  Boolean upToEnd = time <= 1;
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
equation
  der(x) = -x;
  when 1 <= time then
    n = pre(n) + 1;
  end when;
  when time >= 0 then
    m = pre(m) + 1;
  end when;
end Ends;
)")
                          .table;
  EXPECT_EQ(table.First("afterStart"), 1);
  EXPECT_EQ(table.First("fromStart"), 1);
  EXPECT_EQ(table.First("untilEnd"), 1);
  EXPECT_EQ(table.ChangeTimes("untilEnd"), std::vector<double>{1});
  EXPECT_EQ(table.ChangeTimes("upToEnd"), std::vector<double>{1});
  EXPECT_EQ(table.Last("n"), 1);
  EXPECT_EQ(table.Last("m"), 0);  // true at the start is no event that makes it so
}

// What is not affine is searched for, and found.
TEST_P(TimeRelations, NotAffine) {
  const Table table = SimulateText("Curved", R"(
model Curved
  function after
    input Real t;
    output Boolean is;
  algorithm
    is := 0.5 < t;
  end after;
  Real x(start = 0, fixed = true);
  Boolean wave = 0.5 < sin(time);
  Boolean square = 2 <= time*time;
  Boolean product = time*x > 2;
  Boolean called = after(time - 1);
  Integer whole = integer(2*time);
  Boolean beyond = 3 <= integer(time);
  Real clock(start = 0, fixed = true);
  Boolean state = 1.25 < clock;
  Boolean nearest = min(time, 2) > 1.5;
equation
  der(x) = 1;
  der(clock) = 1;
end Curved;
)",
                                   {"--stop-time", "4"})
                          .table;
  const double pi = std::acos(-1);
  const auto expect_changes = [&](const char* name, const std::vector<double>& expected) {
    const std::vector<double> found = table.ChangeTimes(name);
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-7) << name;
  };
  expect_changes("wave", {pi / 6, 5 * pi / 6});
  expect_changes("square", {std::sqrt(2)});
  expect_changes("product", {std::sqrt(2)});
  expect_changes("called", {1.5});
  expect_changes("whole", {0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4});
  expect_changes("beyond", {3});
  expect_changes("state", {1.25});
  expect_changes("nearest", {1.5});
}

INSTANTIATE_TEST_SUITE_P(Solvers, TimeRelations, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
