// SPDX-License-Identifier: BSD-3-Clause
// The runs of a sweep: which value each of the varied parameters has in which run.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace stiction::cli {

struct SweepSpec {
  std::vector<std::string> vary;  // NAME=VALUES, as given
  std::string cases_file;         // a run a row, names of parameters above
  long samples = 0;               // of the random ones
  uint64_t seed = 1;
};

struct SweepRuns {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> values;  // by run, then by name, as they stand in a model

  size_t count() const { return values.size(); }
};

/// All combinations: of the values of each --vary, the rows of the cases, and the samples, which are one list for all
/// random ones together. The first name given varies slowest.
/// @returns the runs, or what is wrong
std::variant<SweepRuns, std::string> RunsOf(const SweepSpec& spec);

}  // namespace stiction::cli
