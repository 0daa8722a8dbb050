// What an expression or equation depends on, and which variables are unknowns of which kind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/ir/causal/causal_model.h"

namespace stiction {

/// The leaves of an expression whose values a simulation computes, each list ascending and distinct. What stands behind
/// a held relation is no occurrence.
struct Occurrences {
  std::vector<ir::VariableId> variables;
  std::vector<ir::VariableId> pre;  // under pre()
  std::vector<ir::RelationId> relations;
  std::vector<int32_t> held;  // indices of Dae::held_values
  bool reads_time = false;    // time, initial(), terminal() or a sample's tick
};

/// The occurrences in all expressions given. @param found what was in it goes, its memory is used again
void FindOccurrences(const ir::ExprPool& pool, std::span<const ir::ExprId> expressions, Occurrences& found);
Occurrences FindOccurrences(const ir::ExprPool& pool, ir::ExprId expression);

/// A parameter, a constant, or a top-level input, which keeps its start value.
bool IsParameter(const ir::DaeVariable& variable);
/// x, xdot or y: a Real that equations determine at all times.
bool IsContinuousUnknown(const ir::DaeVariable& variable);
/// z or m: determined by an assignment.
bool IsDiscreteUnknown(const ir::DaeVariable& variable);

/// Which variables are continuous unknowns, side by side: it is asked of each occurrence in a model.
class ContinuousUnknowns {
 public:
  /// @param dae may get more variables, but those that it has stay what they are
  explicit ContinuousUnknowns(const ir::Dae& dae);

  /// Those that occur in an equation, ascending; none if its two sides are the same.
  /// @param found what was in it goes, its memory is used again
  void Find(ir::ExprId left, ir::ExprId right, std::vector<ir::VariableId>& found) const;

 private:
  const ir::Dae* dae_;
  std::vector<char> is_unknown_;  // by VariableId; variables added later are not in it
};

/// The literal that MLS 4.8 gives as default start value of a type (the first literal of an enumeration).
ir::ExprId DefaultStart(ir::ExprPool& pool, const ir::DaeVariable& variable);

}  // namespace stiction
