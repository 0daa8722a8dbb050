// SPDX-License-Identifier: BSD-3-Clause
// The body of one specialised function: statements over scalar slots.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/ir/expr/function.h"
#include "compiler/specialize/assignee.h"
#include "compiler/specialize/structural_locals.h"

namespace stiction::flatten {

class FunctionBodyBuilder {
 public:
  /// @param locals by variable number; of inputs the dimensions and the known values are given, the rest is laid out
  /// here
  /// @throws ExpansionError if the dimensions of a variable are not known
  FunctionBodyBuilder(ExpansionContext& context, FunctionCalls& functions, const ir::FunctionInstance& function,
                      std::vector<LocalVariable> locals, const std::vector<Structural>& structural);

  const std::vector<LocalVariable>& locals() const { return locals_; }
  /// @throws ExpansionError
  ir::Function Build();

 private:
  /// @pre those that the declaration of the variable refers to have theirs
  void SetDimensions(size_t variable);
  /// The members of a record that is no input. @pre SetDimensions
  void AddMembers(size_t variable);
  void AddSlots(LocalVariable& local, const std::string& name);
  /// Lays out what a String input depends on.
  void AddPlaces(LocalVariable& text);
  void Add(const ir::BoundStatement& statement, ir::FunctionBody& out);
  void AddAll(const std::vector<ir::BoundStatement>& statements, ir::FunctionBody& out);
  void Assign(const Assignee& assignee, const FlatValue& value, Span span, ir::FunctionBody& out);
  void AddMultiAssign(const ir::BoundStatement& statement, ir::FunctionBody& out);
  void AddCall(const ir::BoundStatement& statement, ir::FunctionBody& out);
  void AddExternal(const ir::BoundExternal& external, ir::FunctionBody& out);
  ir::ExternalArgument ArgumentOf(const ir::BoundExpression& e, std::vector<ir::ExprId>& values);
  const LocalVariable* WholeLocal(const ir::BoundExpression& e) const;
  void AddIf(const ir::BoundStatement& statement, ir::FunctionBody& out);
  void AddFor(const ir::BoundStatement& statement, size_t index, ir::FunctionBody& out);
  void AddCountingLoop(const ir::BoundStatement& statement, size_t index, ir::FunctionBody& out);
  int32_t AddTemporary(const std::string& name, ir::ScalarType type);
  ir::ExprId Slot(int32_t slot, ir::ScalarType type) {
    return expander_.pool().Make({.op = ir::Op::kLocal, .type = type, .payload = slot});
  }

  const ir::FunctionInstance& function_;
  std::vector<LocalVariable> locals_;
  std::vector<size_t> open_;  // variables of the size `:` without a value
  Expander expander_;
  ir::Function out_;
  int temporaries_ = 0;
  int64_t unrolled_ = 1;  // copies of the statement at hand that unrolling makes
};

}  // namespace stiction::flatten
