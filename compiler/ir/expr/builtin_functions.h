// SPDX-License-Identifier: BSD-3-Clause
// The built-in operators and functions of the language (MLS 3.7, 10.3) by name and number of arguments.
#pragma once

#include <string_view>
#include <vector>

namespace stiction {

/// One that is compiled.
struct BuiltinFunction {
  std::string_view name;
  size_t least, most;  // number of arguments
  /// The names of the arguments; of an overloaded one, `most` names for each of its forms.
  std::vector<std::string_view> formals;
};

constexpr size_t kManyArguments = 1000;  // `most`, of those with any number

const std::vector<BuiltinFunction>& BuiltinFunctions();
/// @returns null if `name` is none, or none that is compiled
const BuiltinFunction* FindBuiltinFunction(std::string_view name);
/// True if `name` is a function of the language that this compiler does not have.
bool IsNotCompiled(std::string_view name);
/// True if `name` is a function of the language, compiled or not.
bool IsBuiltinFunction(std::string_view name);

}  // namespace stiction
