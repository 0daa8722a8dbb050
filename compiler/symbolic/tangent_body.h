// SPDX-License-Identifier: BSD-3-Clause
// The statements of a function with those of its derivative between them.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/symbolic/tangent_functions.h"

namespace stiction::symbolic {

/// Its slots: the inputs; the derivatives of those that are active; the derivatives of the outputs, which are its
/// outputs; outputs and protected slots as they are; the derivatives of the protected ones.
class TangentBody {
 public:
  TangentBody(ir::ExprPool& pool, std::vector<ir::Function>& functions, TangentFunctions& tangents, ir::Function of,
              const std::vector<bool>& active, Span use);
  ir::Function Run();

 private:
  int32_t InputCount() const { return of_.input_count; }
  int32_t OutputCount() const { return of_.output_count; }
  /// Of a slot of the function: where it is now, and where its derivative is.
  int32_t ValueOf(int32_t slot) const;
  int32_t TangentOf(int32_t slot) const;
  bool IsActive(int32_t slot) const { return active_[static_cast<size_t>(slot)]; }

  void LayOut();
  std::string NameOf(const std::string& slot) const;
  /// Marks what depends on active inputs: the derivative of all else is 0.
  void FindActive();
  bool FindActive(const ir::FunctionBody& body);
  bool Mark(const ir::FunctionTarget& target, bool depends);
  bool Depends(ir::ExprId e) const;

  ir::FunctionBody Follow(const ir::FunctionBody& body);
  void Follow(const ir::FunctionStatement& statement, ir::FunctionBody& out);
  void FollowCall(const ir::FunctionStatement& statement, ir::FunctionBody& out);
  ir::FunctionTarget Moved(const ir::FunctionTarget& target, int32_t slot);
  bool HasTangent(const ir::FunctionTarget& target) const;

  /// An expression of the function over the new slots.
  ir::ExprId Moved(ir::ExprId e);
  /// The derivative of an expression over the new slots.
  ir::ExprId Derivative(ir::ExprId moved);
  ir::ExprId DerivativeOf(const ir::ExprNode& node, ir::ExprId e);
  /// A call whose outputs are the derivatives of those of a call; invalid: they are 0.
  ir::ExprId TangentCall(const ir::ExprNode& call);
  /// By the annotation of the function that is called (MLS 12.7.1), if one fits.
  ir::ExprId AnnotatedCall(const ir::ExprNode& call, const std::vector<ir::ExprId>& derivatives);

  ir::ExprPool& pool_;
  std::vector<ir::Function>& functions_;
  TangentFunctions& tangents_;
  ir::Function of_;
  std::vector<int32_t> first_;  // of the array of each slot
  std::vector<bool> active_;    // by slot
  std::vector<int32_t> tangent_of_input_;
  int32_t active_inputs_ = 0;
  Span use_;
  ir::Function out_;
  std::unordered_map<ir::ExprId, ir::ExprId> moved_, derivative_;
};

}  // namespace stiction::symbolic
