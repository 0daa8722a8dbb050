// SPDX-License-Identifier: BSD-3-Clause
// How help is laid out.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stiction::cli {

/// Descriptions in a column of their own, in lines that fit a terminal.
class HelpLayout : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace stiction::cli
