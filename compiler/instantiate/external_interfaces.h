// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Reads the external clauses of functions: which function of another language stands for them, with which arguments,
/// and where it is found (MLS 12.9). `external "builtin"` stands for a function of the language itself.
class ExternalInterfaces {
 public:
  ExternalInterfaces(Instantiation& data, Reports& reports, Bindings& bindings, Expressions& expressions,
                     References& references)
      : data_(data), reports_(reports), bindings_(bindings), expressions_(expressions), references_(references) {}

  /// @param scope of the class body with the clause
  /// @returns false after reporting that it cannot be used
  bool Read(const ast::External& external, Scope* scope, ir::FunctionInstanceId id);
  /// The built-in function as which a function is declared, `external "builtin"`, or null.
  const std::string* BuiltinOf(ir::FunctionInstanceId id) const;

 private:
  bool ReadSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source);

  Instantiation& data_;
  Reports& reports_;
  Bindings& bindings_;
  Expressions& expressions_;
  References& references_;
  std::map<ir::FunctionInstanceId, std::string> builtins_;
};

}  // namespace stiction
