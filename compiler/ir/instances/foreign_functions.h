// SPDX-License-Identifier: BSD-3-Clause
// Functions in other languages (MLS 12.9) as what evaluates expressions at translation sees them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/expr/function.h"

namespace stiction::ir {

/// An argument of a function in another language, or its result: elements row by row.
struct ForeignValue {
  ScalarType type = ScalarType::kReal;
  bool is_size = false;    // a C size_t
  bool is_output = false;  // written by the function; what it holds before are start values
  std::vector<int64_t> dims;
  std::vector<double> numbers;     // Boolean 0/1, enumerations by ordinal
  std::vector<std::string> texts;  // of Strings instead of numbers
};

struct ForeignCall {
  std::string name;      // of the function in Modelica
  std::string function;  // in the other language
  bool is_fortran = false;
  ExternalSource source;
  std::vector<ForeignValue> arguments;
  std::optional<ForeignValue> result;
};

/// Makes calls whose arguments are known at translation, each once: what it gave is remembered.
class ForeignFunctions {
 public:
  ForeignFunctions() = default;
  ForeignFunctions(const ForeignFunctions&) = delete;
  ForeignFunctions& operator=(const ForeignFunctions&) = delete;
  virtual ~ForeignFunctions() = default;

  /// Fills the outputs and the result of a call.
  /// @param may_run false: only what is remembered counts
  /// @returns false if the call was not made, or failed
  virtual bool Call(ForeignCall& call, bool may_run) = 0;
  /// A sentence that says why the last call failed that was made; empty: none failed.
  virtual const std::string& failure() const = 0;
};

}  // namespace stiction::ir
