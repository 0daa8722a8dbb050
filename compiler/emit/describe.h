// Texts and places of equations, for the messages of the running program.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/causal/causal_model.h"
#include "compiler/ir/expr/print.h"
#include "compiler/support/source.h"
#include "runtime/program/program.h"

namespace stiction::emit {

class Describer {
 public:
  /// @pre both outlive the describer
  Describer(const ir::CausalModel& model, const SourceMap& sources);

  std::string Text(ir::ExprId e) const { return ir::ToString(*model_.dae.pool, e, names_); }
  /// "file:line:column"
  const std::string& Place(const Origin& origin);
  const runtime::EquationInfo& Equation(ir::EquationId id);

 private:
  const ir::CausalModel& model_;
  const SourceMap& sources_;
  ir::ExprNames names_;
  std::map<Span, std::string> places_;
  std::vector<std::optional<runtime::EquationInfo>> equations_;  // by EquationId: those asked for
};

}  // namespace stiction::emit
