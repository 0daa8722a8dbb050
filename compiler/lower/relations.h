// The table of relations, f_c of MLS Appendix B.
#pragma once

#include <string>

#include "compiler/lower/context.h"
#include "compiler/lower/variability.h"
#include "compiler/symbolic/relation_ids.h"

namespace stiction {

/// Gives each relation one id; `a > b` and `b < a` are the same relation.
class RelationTable {
 public:
  RelationTable(LowerContext& context, VariabilityAnalysis& variability)
      : context_(context), variability_(variability), ids_(context.pool()) {}

  /// The held value of `left op right`, which varies continuously.
  /// @param text the relation as people read it
  /// @param is_watched false: it matters at the initial time only, and need not be found when it changes
  ir::ExprId Leaf(ir::Op op, ir::ExprId left, ir::ExprId right, std::string text, bool is_watched);

 private:
  ir::ExprId Existing(ir::RelationId id, bool is_watched);

  /// The instant at which the relation changes if it compares time with a value that changes at events only: the
  /// solution of left = right for time. Invalid if it is no such relation.
  ir::ExprId Threshold(ir::ExprId left, ir::ExprId right);

  LowerContext& context_;
  VariabilityAnalysis& variability_;
  symbolic::RelationIds ids_;
};

}  // namespace stiction
