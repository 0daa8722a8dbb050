// SPDX-License-Identifier: BSD-3-Clause
// Style and program of the pages of a report. Pages need no network and no server. The texts are the
// files of assets/, which CMake writes into html_assets.cpp.
#pragma once

#include <string_view>

namespace stiction::runtime {

std::string_view ReportStyle();
/// The legend of a plot, and the hint how to zoom.
std::string_view Legend();
/// Draws the plots of a page from the JSON in its element `data`, with zoom and pan.
std::string_view PlotProgram();
/// Sorts and filters the table of the overview.
std::string_view OverviewProgram();
/// Notes errors of scripts on the page's root element, where a person and a test can see them.
std::string_view ErrorProgram();

}  // namespace stiction::runtime
