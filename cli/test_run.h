// SPDX-License-Identifier: BSD-3-Clause
// Runs one regression test.
#pragma once

#include <filesystem>
#include <string>

#include "cli/command_line.h"
#include "cli/test_cases.h"
#include "runtime/report/test_report.h"

namespace stiction::cli {

/// The files of a case.
struct TestOutcome {
  runtime::CaseSummary summary;
  runtime::ResultTable reference;  // empty if there is none
  runtime::ResultTable result;
};

/// Simulates the model in a process of its own and compares. With --update, writes a new reference where that is called
/// for. Never throws for a case's faults.
/// @param directory for its files; made, and left behind
TestOutcome RunTestCase(const TestCase& test_case, const CommandLine& line, const std::filesystem::path& directory);

}  // namespace stiction::cli
