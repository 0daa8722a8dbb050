// SPDX-License-Identifier: BSD-3-Clause
// C text that calls external functions on the locals of the functions of a Program.
#pragma once

#include <string>

#include "compiler/ir/expr/function.h"
#include "runtime/program/program.h"

namespace stiction {

/// Definitions of the functions that external C code may call (MLS 12.9.6: ModelicaError, ModelicaAllocateString, ...),
/// of how an error leaves a call, and of `stiction_usertab`, which has the signature runtime::ExternalCode::Entry and
/// calls the function that runtime/external/user_tables.h tells, if `stiction_has_usertab`.
std::string CRuntime();

/// The declarations of the same: our ModelicaUtilities.h.
std::string CUtilities();

/// The declaration of the function that a call names (MLS 12.9.1).
std::string CPrototype(const ir::ExternalCall& call);

/// A function `name` of the signature runtime::ExternalCode::Entry that makes the call. The called function has to be
/// declared before, and `stiction_enter` and `stiction_fail` of CRuntime.
/// @param call what the modeller wrote, for the C types
/// @param code where its arguments lie
std::string CWrapper(const std::string& name, const ir::ExternalCall& call, const runtime::ExternalCode& code);

}  // namespace stiction
