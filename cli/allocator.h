// SPDX-License-Identifier: BSD-3-Clause
// Memory of a command that goes on for long.
#pragma once

namespace stiction::cli {

/// Gives freed memory back to the system, where the command is linked to jemalloc; else does nothing.
void ReturnFreedMemory();

}  // namespace stiction::cli
