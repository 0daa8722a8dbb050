// SPDX-License-Identifier: BSD-3-Clause
// Simulates a model with the built command and reads back its result; and the comparisons the simulation tests share.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.h"
#include "tests/support/table.h"

namespace stiction::test {

struct Simulation {
  CommandResult command;
  std::string csv;        // the text of the result file
  Table table;            // the result file
  nlohmann::json report;  // the report file
};

/// Simulates `model`, looked up in models/, with the further `arguments`; a failure of the command fails the test and
/// throws.
Simulation Simulate(const std::string& model, const std::vector<std::string>& arguments = {});

/// The same of a model given as text, without looking at its units. A failure shows the text.
Simulation SimulateText(const std::string& model, const std::string& text, std::vector<std::string> arguments = {});

/// Runs a model that must fail: hands back what the command said.
CommandResult SimulateExpectingFailure(const std::string& file, const std::vector<std::string>& arguments = {},
                                       double timeout_seconds = 30);

/// What both add to their arguments from now on, unless those name a solver or a form: "--solver", "ida", ...
void UseSolver(std::vector<std::string> arguments);

/// |actual - expected| <= tolerance * |expected| (of 1 where expected is 0).
::testing::AssertionResult IsNear(double actual, double expected, double tolerance = 1e-5);

/// Work in = change of energy + heat: the column `energyError` stays below 1e-6 of the greatest energy that was
/// handled.
void ExpectEnergyBalance(const Table& table);

/// The zero of a function that has one sign change in [low, high], by bisection down to the last bits.
double Root(const std::function<double(double)>& function, double low, double high);

}  // namespace stiction::test
