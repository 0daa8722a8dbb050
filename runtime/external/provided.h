// SPDX-License-Identifier: BSD-3-Clause
// The external functions and objects of MLS 12.9 that the runtime itself provides: what a compiler's external "C" call
// names is looked up here by its C name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace stiction::runtime {

/// The memory behind a Modelica object that extends ExternalObject (MLS 12.9.7). Made by a constructor of
/// ProvidedFunction, ended by its C++ destructor: the Modelica destructor (`..._close`) does nothing further.
class ExternalObject {
 public:
  ExternalObject() = default;
  ExternalObject(const ExternalObject&) = delete;
  ExternalObject& operator=(const ExternalObject&) = delete;
  virtual ~ExternalObject() = default;

  /// Its name in messages: "table 'tab1' of file 'a.txt'".
  virtual std::string Name() const = 0;
};

/// One argument of an external call, input only: outputs that the C call takes as arguments (`minimumAbscissa(id, u)`)
/// are left out and come back as results.
struct ExternalArgument {
  enum class Kind : uint8_t { kReal, kInteger, kBoolean, kString, kArray, kObject };

  Kind kind = Kind::kReal;
  double number = 0;                 // kReal; kInteger and enumerations: the number; kBoolean: 0 or 1
  std::string text;                  // kString
  std::span<const double> values;    // kArray: elements row by row, Integers as numbers
  std::vector<int64_t> sizes;        // kArray: of each dimension
  ExternalObject* object = nullptr;  // kObject
};

/// The object made, or a sentence that says why it could not be.
using ConstructedObject = std::variant<std::unique_ptr<ExternalObject>, std::string>;

/// One function of ours, with one of `compute`, `construct` and `compute_text`, under the C name that a library's
/// `external "C"` clause calls. Functions are deterministic; those with `compute` may be called again and again with
/// the same object.
struct ProvidedFunction {
  std::string_view c_name;
  std::span<const ExternalArgument::Kind> parameters;  // of each argument, in the order of the C call
  size_t result_count = 0;                             // numbers that `compute` writes

  /// Writes `result_count` numbers. Null where the function is a constructor.
  /// @pre arguments have the kinds of `parameters`
  /// @returns empty, or a sentence that says what is wrong: a value out of the range of its table, say; results are
  ///   then unspecified
  std::string (*compute)(std::span<const ExternalArgument> arguments, std::span<double> results) = nullptr;

  /// Makes an object. Null where the function is no constructor.
  ConstructedObject (*construct)(std::span<const ExternalArgument> arguments) = nullptr;

  /// Gives a String. Null where the function gives none.
  /// @returns as `compute`
  std::string (*compute_text)(std::span<const ExternalArgument> arguments, std::string& result) = nullptr;
};

/// Null if we provide no such function.
const ProvidedFunction* FindProvided(std::string_view c_name);

/// All of them, by name.
std::span<const ProvidedFunction> AllProvided();

}  // namespace stiction::runtime
