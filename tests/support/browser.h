// SPDX-License-Identifier: BSD-3-Clause
// Looks at the pages of a report with a real browser: Debian's chromium, without a window.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stiction::test {

/// The path of chromium, or nothing: then tests that need it skip themselves and say so.
std::optional<std::string> FindBrowser();
inline constexpr const char* kNoBrowser = "no chromium in PATH (Debian package chromium)";

/// Loads each page of a report, uses its tools, and tells what came of it.
/// @param directory that holds the pages; a page of our own is written there for the time of the visit
/// @param pages file names
/// @returns by page: errors (number of script errors), rows and hidden of an overview (all, and those hidden by a
/// filter for `filter`), sorted (whether sorting by the last column changed its mark), figures, drawn, violations,
/// ticks, and of the first plot begin, end, zoomed, wheeled, dragged, panned and reset: [t0, t1] at first and after
/// each act
/// @throws std::runtime_error if the browser gives no answer
nlohmann::json VisitReport(const std::string& directory, const std::vector<std::string>& pages,
                           const std::string& filter);

}  // namespace stiction::test
