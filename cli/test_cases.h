// SPDX-License-Identifier: BSD-3-Clause
// The regression tests that a directory holds.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/compare.h"

namespace stiction::cli {

/// One model, how it is run, and what it is compared with.
struct TestCase {
  std::string model;                // full name
  std::filesystem::path source;     // reference.json or the .mo file
  std::filesystem::path reference;  // may not exist yet
  std::filesystem::path settings;   // the .json beside the reference, which tells its origin
  std::vector<std::string> files;   // to translate; empty: the model is looked up in the libraries
  std::vector<std::string> library_paths;
  std::vector<std::pair<std::string, std::string>> parameters;  // --set
  std::optional<double> start_time, stop_time, interval, solver_tolerance;
  std::optional<double> tolerance, absolute, time_tolerance;  // of the comparison, instead of the command line's
  std::optional<double> time_limit;                           // [s]
  std::vector<std::string> signals;                           // empty: all of the reference
  std::string generator;                                      // of the reference
  std::string origin;                                         // generator and source, for people
  std::string wrong;                                          // why it cannot be run; empty: it can
};

/// Finds the cases below the given directories and in the given .mo files, in order of path; docs/regression-testing.md
/// describes both forms. A case that is written wrongly is among them, with the reason.
/// @param[out] unread a sentence for each directory that could not be looked into
std::vector<TestCase> FindTestCases(const std::vector<std::string>& places, std::vector<std::string>& unread);

/// The text of a file; empty if it cannot be read.
std::string ReadText(const std::filesystem::path& path);

}  // namespace stiction::cli
