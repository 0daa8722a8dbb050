// SPDX-License-Identifier: BSD-3-Clause
// `stiction fmu`: a model as an FMU.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

int RunFmu(const CommandLine& line);

}  // namespace stiction::cli
