// Texts and places of equations, for the messages of the running program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
  std::shared_ptr<const runtime::EquationSource> SourceOf(const Origin& origin);

  const ir::CausalModel& model_;
  const SourceMap& sources_;
  ir::ExprNames names_;
  std::map<Span, std::string> places_;
  std::map<std::pair<Span, const std::string*>, std::shared_ptr<const runtime::EquationSource>> sources_of_equations_;
  std::vector<std::optional<runtime::EquationInfo>> equations_;  // by EquationId: those asked for
};

}  // namespace stiction::emit
