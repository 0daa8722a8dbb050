// Calls of C code that is not ours: what it warns of is heard, and where it crashes the run ends in order.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Runs one external function. A crash in it (a bad address, a division by zero, abort(), an overflow of the stack)
/// comes back as a failure; the memory of the process may then be damaged, so that nothing of others should run any
/// more. If the code ends the process by exit(), stderr tells the function.
/// @param function its Modelica name
/// @param message why it failed, valid until the next call
/// @param warnings gets what it told by ModelicaWarning
/// @returns 0; 1 if it failed by ModelicaError; 2 if it crashed
int RunForeign(ExternalCode::Entry entry, double* locals, void** objects, const std::string& function,
               std::string& message, std::vector<std::string>& warnings);

/// What C code calls for a warning; outside of RunForeign it goes to stderr.
void HearForeignWarning(const char* text);

}  // namespace stiction::runtime
