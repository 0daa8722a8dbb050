// SPDX-License-Identifier: BSD-3-Clause
// "Did you mean": the name nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stiction {

/// The candidate with the smallest edit distance to `name`, at most a third of its length (at least 1); the first of
/// equals. @returns "" if none is near
std::string NearestName(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean `x`?", or "" without a near candidate.
std::string DidYouMean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace stiction
