// SPDX-License-Identifier: BSD-3-Clause
// External C functions that the runtime does not provide (MLS 12.9), compiled with the system's C compiler into one
// library, which is loaded; its files are deleted.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/expr/function.h"
#include "runtime/program/program.h"

namespace stiction {

/// One external call that needs C code.
struct CCall {
  std::string function;              // its name in Modelica
  const ir::ExternalCall* external;  // what the modeller wrote
  runtime::ExternalCode* code;       // where its arguments lie; gets the entry
  std::string entry;                 // the name of what makes the call in the library
};

struct CFailure {
  size_t call;  // which one it is about
  std::string message, hint;
};

/// Gives each of the calls its entry.
/// @param is_run_once a call of the translation: the library is to be compiled fast, and tells no messages
/// @param copy path of a copy of the library that stays; empty: none does
/// @pre there are calls
/// @returns nothing, or why not
std::optional<CFailure> LoadCalls(std::vector<CCall>& calls, bool is_run_once, const std::string& copy = {});

}  // namespace stiction
