// Texts and places of equations, for the messages of the running program.
#pragma once

#include <memory>

#include "compiler/ir/causal/causal_model.h"
#include "compiler/ir/expr/print.h"
#include "compiler/support/id_map.h"
#include "compiler/support/source.h"
#include "runtime/program/program.h"

namespace stiction::emit {

class Describer {
 public:
  /// @pre both outlive the describer
  Describer(const ir::CausalModel& model, const SourceMap& sources);

  std::string Text(ir::ExprId e) const { return ir::ToString(*model_.dae.pool, e, names_); }
  std::string Place(const Origin& origin) const { return sources_.Describe(origin.span); }
  const runtime::EquationInfo& Equation(ir::EquationId id);

 private:
  const ir::CausalModel& model_;
  const SourceMap& sources_;
  ir::ExprNames names_;
  IdMap<ir::EquationId, std::unique_ptr<runtime::EquationInfo>>
      equations_;  // those asked for: most stand in three systems
};

}  // namespace stiction::emit
