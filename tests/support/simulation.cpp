// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/simulation.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace stiction::test {
namespace {

std::string ReadText(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

double Largest(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

std::vector<std::string>& SolverArguments() {
  static std::vector<std::string> arguments;
  return arguments;
}

void AddSolver(std::vector<std::string>& to) {
  const auto names = [&](const char* option) { return std::find(to.begin(), to.end(), option) != to.end(); };
  if (names("--solver") || names("--form")) return;
  to.insert(to.end(), SolverArguments().begin(), SolverArguments().end());
}

}  // namespace

void UseSolver(std::vector<std::string> arguments) { SolverArguments() = std::move(arguments); }

Simulation Simulate(const std::string& model, const std::vector<std::string>& arguments) {
  const TemporaryDirectory directory;
  std::vector<std::string> all = {"simulate",
                                  "-L",
                                  SourcePath("models"),
                                  "-m",
                                  model,
                                  "-o",
                                  directory.File("result.csv"),
                                  "--report",
                                  directory.File("report.json"),
                                  "--quiet"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  AddSolver(all);
  Simulation simulation;
  simulation.command = RunStiction(all);
  EXPECT_FALSE(simulation.command.timed_out) << model << " ran too long";
  EXPECT_EQ(simulation.command.exit_code, 0) << simulation.command.err;
  if (simulation.command.exit_code != 0) throw std::runtime_error(model + " was not simulated");
  simulation.csv = ReadText(directory.File("result.csv"));
  simulation.table = Table::Read(directory.File("result.csv"));
  simulation.report = nlohmann::json::parse(ReadText(directory.File("report.json")));
  return simulation;
}

Simulation SimulateText(const std::string& model, const std::string& text, std::vector<std::string> arguments) {
  SCOPED_TRACE(text);
  const TemporaryDirectory directory;
  const std::string file = directory.File(model + ".mo");
  std::ofstream(file) << text;
  arguments.push_back("--no-unit-check");
  arguments.push_back(file);
  return Simulate(model, arguments);
}

CommandResult SimulateExpectingFailure(const std::string& file, const std::vector<std::string>& arguments,
                                       double timeout_seconds) {
  const TemporaryDirectory directory;
  std::vector<std::string> all = {
      "simulate", SourcePath(file), "-L", SourcePath("models"), "-o", directory.File("result.csv"), "--quiet"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  AddSolver(all);
  CommandResult result = RunStiction(all, timeout_seconds);
  EXPECT_FALSE(result.timed_out) << file << " did not end";
  return result;
}

::testing::AssertionResult IsNear(double actual, double expected, double tolerance) {
  const double scale = expected == 0 ? 1 : std::fabs(expected);
  const double error = std::fabs(actual - expected) / scale;
  if (error <= tolerance) return ::testing::AssertionSuccess();
  std::ostringstream text;
  text.precision(17);
  text << actual << " instead of " << expected << ": relative error " << error << " > " << tolerance;
  return ::testing::AssertionFailure() << text.str();
}

void ExpectEnergyBalance(const Table& table) {
  double scale = 0;
  for (const char* name : {"work", "heat", "energy"})
    if (table.Has(name)) scale = std::max(scale, Largest(table.Column(name)));
  EXPECT_LE(Largest(table.Column("energyError")), 1e-6 * scale) << "of an energy of " << scale << " J";
}

double Root(const std::function<double(double)>& function, double low, double high) {
  const bool rising = function(low) < 0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    ((function(middle) < 0) == rising ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace stiction::test
