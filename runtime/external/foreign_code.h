// SPDX-License-Identifier: BSD-3-Clause
// Calls of C code that is not ours: what it warns of is heard, and where it crashes the run ends in order.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Runs one external function. A crash in it (a bad address, a division by zero, abort(), an overflow of the stack)
/// comes back as a failure, and so does a call that takes more than ForeignTimeLimit of the processor or is left by
/// LeaveForeign; the memory of the process may then be damaged, so that nothing of others should run any more. Where
/// the process crashes later, or the code ends it by exit(), stderr tells the functions.
/// @param function its Modelica name
/// @param message why it failed, valid until the next call
/// @param warnings gets what it told by ModelicaWarning
/// @returns 0; 1 if it failed by ModelicaError; 2 if it crashed
int RunForeign(ExternalCode::Entry entry, double* locals, void** objects, const std::string& function,
               std::string& message, std::vector<std::string>& warnings);

/// True within a call of RunForeign on this thread: it watches what is called from there, too.
bool IsForeignRunning();

/// Leaves the C code that runs on this thread, if any; else does nothing. For handlers of signals.
/// @param why after "the C code", a literal
void LeaveForeign(const char* why);

/// Time of the processor that one call may take [s]; 0: any. To be set before the first call.
void SetForeignTimeLimit(double seconds);

/// The function that is called before the process ends where C code ends it or has damaged its memory; may be called in
/// a handler of a signal.
void SetForeignCleanup(void (*cleanup)());

/// The function that C code calls for a warning; outside of RunForeign it goes to stderr.
void HearForeignWarning(const char* text);

}  // namespace stiction::runtime
