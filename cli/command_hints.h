// SPDX-License-Identifier: BSD-3-Clause
// Way out of a wrong command line.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stiction::cli {

/// A hint about the first word that is not known: a command, an option, or the value of one. Empty: none.
std::string WhatWasMeant(const CLI::App& app, int argc, const char* const* argv);

}  // namespace stiction::cli
