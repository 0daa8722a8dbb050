// SPDX-License-Identifier: BSD-3-Clause
// Functions specialised to the dimensions they are called with (MLS 12).
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/specialize/function_body.h"
#include "compiler/symbolic/tangent_functions.h"

namespace stiction::flatten {

class FunctionTable : public FunctionCalls {
 public:
  explicit FunctionTable(ExpansionContext& context)
      : context_(context), tangents_(*context.flat.pool, context.flat.functions) {}

  std::vector<FlatValue> Call(Expander& caller, const ir::BoundExpression& call,
                              std::vector<FlatValue> arguments) override;
  std::optional<FlatValue> Reduce(Expander& caller, const ir::BoundExpression& call) override;
  /// Adds a function that is not of the tree. @returns its number, by which it is called
  ir::FunctionInstanceId Add(ir::FunctionInstance function);
  /// The function that ends the life of an external object (MLS 12.9.7).
  /// @throws ExpansionError
  ir::FunctionId DestructorOf(ir::FunctionInstanceId function);

 private:
  struct Specialisation {
    ir::FunctionId id;
    std::vector<LocalVariable> outputs;
  };
  const ir::FunctionInstance& At(ir::FunctionInstanceId id) const;
  std::vector<FlatValue> CallForEach(Expander& caller, const ir::BoundExpression& call,
                                     const std::vector<FlatValue>& arguments, const std::vector<size_t>& extra,
                                     const std::vector<int64_t>& leading);
  /// @param arguments of the ranks of the inputs
  std::vector<FlatValue> CallWhole(Expander& caller, const ir::BoundExpression& call, std::vector<FlatValue> arguments);
  const Specialisation& Specialise(Expander& caller, const ir::BoundExpression& call,
                                   const std::vector<FlatValue>& arguments,
                                   const std::vector<std::vector<ir::ExprId>>& places,
                                   const std::vector<bool>& known_texts);
  /// @param inputs by variable number; dimensions and known values of the inputs are given
  const Specialisation& SpecialiseFor(ir::FunctionInstanceId function, std::vector<LocalVariable> inputs, Span use);
  /// Where Integer inputs give sizes and are known at run time only: a function that chooses (run_time_sizes.cpp).
  /// @param sizes their variable numbers
  const Specialisation& SpecialiseForSizes(ir::FunctionInstanceId function, std::vector<LocalVariable> inputs,
                                           std::vector<size_t> sizes, Span use);
  static void RequireSameOutputs(const ir::FunctionInstance& function, const std::vector<LocalVariable>& of_one,
                                 const std::vector<LocalVariable>& of_other, const std::string& input, Span use);
  /// The first slot of an input, as FunctionBodyBuilder lays them out.
  int32_t FirstSlotOf(ir::FunctionInstanceId function, const std::vector<LocalVariable>& inputs, size_t input) const;
  std::string KeyOf(ir::FunctionInstanceId function, const std::vector<LocalVariable>& inputs) const;
  /// Turns the String argument for an input into a literal, or into a pattern.
  /// @returns what stands in the places of the pattern; nothing for what is known at run time only
  std::optional<std::vector<ir::ExprId>> MakeKnown(Expander& caller, const ir::BoundExpression& argument,
                                                   ir::ExprId& text);
  /// Integer members of a record argument that are known at compile time: they may give sizes.
  void SetKnownMembers(Expander& caller, const ir::BoundExpression& record, const FlatValue& value,
                       LocalVariable& local);
  std::vector<Structural> StructuralOf(ir::FunctionInstanceId function) const;
  /// A function that is a partial derivative of another. @param inputs as of SpecialiseFor
  ir::Inlining InliningOf(const ir::FunctionInstance& function, const ir::Function& built) const;
  ir::Function BuildPartial(ir::FunctionInstanceId function, const std::vector<LocalVariable>& inputs, Span use);
  void AddDerivatives(ir::FunctionInstanceId function, const std::vector<LocalVariable>& locals, ir::FunctionId id);
  std::optional<ir::FunctionDerivative> Derivative(ir::FunctionInstanceId function,
                                                   const std::vector<LocalVariable>& locals,
                                                   const ir::DerivativeAnnotation& annotation);

  ExpansionContext& context_;
  symbolic::TangentFunctions tangents_;
  std::deque<ir::FunctionInstance> added_;
  /// Calls of the functions that compute reductions, by what is reduced and the name of the reduction.
  std::map<std::pair<ir::BoundPtr, std::string>, ir::BoundPtr> reductions_;
  /// What may be compiled for sizes that are known at run time only, while that is done.
  struct SizeLimits {
    int64_t largest = 0;
    size_t last_node = 0;
  };
  class WithLimits;
  SizeLimits sizes_;
  int depth_ = 0;                               // of bodies being built inside each other
  std::map<std::string, Specialisation> done_;  // by function number, dimensions and known inputs
};

}  // namespace stiction::flatten
