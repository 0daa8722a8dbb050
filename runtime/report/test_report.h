// SPDX-License-Identifier: BSD-3-Clause
// Results of a regression test, and their reports: HTML pages, JUnit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/compare/compare.h"

namespace stiction::runtime {

/// Stands in the head of each page of ours: what has it may be written over.
inline constexpr const char* kReportMark = "<meta name=\"generator\" content=\"Stiction\">";

/// The status of a case. Everything but kPassed and kUpdated is a failure of the whole; kSkipped was not run.
enum class CaseStatus {
  kPassed,
  kFailed,   // outside the tolerance
  kStopped,  // the simulation did not reach its end
  kModelError,
  kTimeout,
  kCrashed,
  kNoReference,  // or one that cannot be read
  kSkipped,
  kUpdated
};
std::string Name(CaseStatus status);  // "passed", "model error", ...

/// One case, without its curves.
struct CaseSummary {
  std::string name;             // full name of the model
  std::string place;            // the reference or the model file
  bool is_name_shared = false;  // other cases have that name: then the place tells them apart
  CaseStatus status = CaseStatus::kSkipped;
  std::string message;  // the first line says why it is no success
  std::string log;      // what the command said
  std::string origin;   // who made the reference
  Comparison comparison;
  long state_events = 0, time_events = 0, steps = 0;
  double cpu_seconds = 0;
  std::optional<double> last_cpu_seconds;  // of the run before
  std::string page;                        // file name of its page, relative to the overview; empty: none
};

/// A page with the plot of each compared signal, worst first, that needs nothing but itself.
/// @param overview file name of the overview, for a link; empty: none
std::string CasePage(const CaseSummary& test_case, const ResultTable& reference, const ResultTable& result,
                     const std::string& overview);

/// The table of all cases.
std::string OverviewPage(const std::vector<CaseSummary>& cases, const std::string& title);

/// A file for CI servers. What was not run is skipped; an error is what kept a case from being compared.
std::string FormatJunit(const std::vector<CaseSummary>& cases, const std::string& suite);

/// A comparison for programs.
std::string FormatComparisonJson(const Comparison& comparison);

/// "12 signals compared: 10 inside, 2 outside; ..."
std::string Summarize(const Comparison& comparison);

}  // namespace stiction::runtime
