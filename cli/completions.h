// SPDX-License-Identifier: BSD-3-Clause
// Scripts with which shells complete commands, options and their values.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stiction::cli {

/// What a shell has to know of the commands of `app`.
/// @param shell "bash", "zsh" or "fish"
std::string CompletionScript(const std::string& shell, const CLI::App& app);

}  // namespace stiction::cli
