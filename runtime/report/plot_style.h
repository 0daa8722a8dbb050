// SPDX-License-Identifier: BSD-3-Clause
// Colours, fonts and widths of plots.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

#include "runtime/report/canvas.h"

namespace stiction::runtime {

// Told apart by people who see colours differently (Okabe and Ito 2008, jfly.uni-koeln.de/color).
inline constexpr Colour kPalette[] = {{0, 114, 178},  {213, 94, 0},  {0, 158, 115}, {204, 121, 167},
                                      {86, 180, 233}, {230, 159, 0}, {90, 90, 90}};
inline constexpr Colour kInk{40, 40, 40};
inline constexpr Colour kGrid{225, 225, 225};
inline constexpr Colour kReference{130, 130, 130};
inline constexpr double kFont = 12;        // [px]
inline constexpr double kCharacter = 0.6;  // widths of characters by heights of fonts: no canvas measures for us

inline Colour ColourOf(int number) { return kPalette[static_cast<size_t>(number) % std::size(kPalette)]; }

/// Of a series: from dark to light for all eyes, the dark three quarters of viridis (van der Walt and Smith 2015,
/// bids.github.io/colormap). @param place from 0 to 1
inline Colour ColourOfRamp(double place) {
  constexpr Colour kRamp[] = {{68, 1, 84}, {64, 67, 135}, {41, 120, 142}, {34, 167, 132}, {122, 209, 81}};
  const double steps = std::clamp(place, 0.0, 1.0) * static_cast<double>(std::size(kRamp) - 1);
  const size_t below = std::min(static_cast<size_t>(steps), std::size(kRamp) - 2);
  const double part = steps - static_cast<double>(below);
  const auto mixed = [&](uint8_t Colour::*channel) {
    return static_cast<uint8_t>(std::lround(kRamp[below].*channel * (1 - part) + kRamp[below + 1].*channel * part));
  };
  return {mixed(&Colour::red), mixed(&Colour::green), mixed(&Colour::blue)};
}

/// Lines of one colour differ in their dashes [px]; 0: none.
inline double DashOf(int number) {
  constexpr double kDashes[] = {0, 7, 2.5};
  return kDashes[static_cast<size_t>(number) / std::size(kPalette) % std::size(kDashes)];
}

/// About that of the text in the font of plots [px].
inline double TextWidth(const std::string& text) {
  const auto begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return kCharacter * kFont * static_cast<double>(std::count_if(text.begin(), text.end(), begins_character));
}

/// The size of a font with which the text fits into a width.
inline double FontFor(const std::string& text, double width) {
  const double wanted = TextWidth(text);
  return wanted > width ? kFont * width / wanted : kFont;
}

}  // namespace stiction::runtime
