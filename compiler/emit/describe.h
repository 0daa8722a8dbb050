// SPDX-License-Identifier: BSD-3-Clause
// Texts and places of equations, for the messages of the running program.
#pragma once

#include <map>
#include <memory>
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
  /// @pre all outlive the describer
  /// @param program gets the equations asked for
  Describer(const ir::CausalModel& model, const SourceMap& sources, runtime::Program& program);

  std::string Text(ir::ExprId e) const { return ir::ToString(*model_.dae.pool, e, names_); }
  /// "file:line:column"
  const std::string& Place(const Origin& origin);
  /// The number of an equation in Program::equations.
  int32_t Equation(ir::EquationId id);

 private:
  std::shared_ptr<const runtime::EquationSource> SourceOf(const Origin& origin);

  const ir::CausalModel& model_;
  const SourceMap& sources_;
  runtime::Program& program_;
  ir::ExprNames names_;
  std::map<Span, std::string> places_;
  std::map<std::pair<Span, const std::string*>, std::shared_ptr<const runtime::EquationSource>> sources_of_equations_;
  std::vector<int32_t> number_of_equation_;  // by EquationId; -1: not asked for yet
};

}  // namespace stiction::emit
