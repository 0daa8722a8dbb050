// SPDX-License-Identifier: BSD-3-Clause
// Round numbers along an axis.
#pragma once

#include <string>
#include <vector>

namespace stiction::runtime {

/// Round numbers within [least, most], about `count` of them.
std::vector<double> Ticks(double least, double most, int count);

/// The number with as many digits as tell it from its neighbours.
std::string TickText(double value, double step);

/// The texts of ticks.
std::vector<std::string> TickTexts(const std::vector<double>& ticks);

}  // namespace stiction::runtime
