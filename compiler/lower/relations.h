// SPDX-License-Identifier: BSD-3-Clause
// The table of relations, f_c of MLS Appendix B.
#pragma once

#include <string>
#include <utility>

#include "compiler/lower/affine_in_time.h"
#include "compiler/lower/context.h"
#include "compiler/lower/variability.h"
#include "compiler/symbolic/relation_ids.h"

namespace stiction {

/// Gives each relation one id; `a > b` and `b < a` are the same relation. One that compares affine functions of time
/// becomes `time > T`, where T changes at events only: it changes at the instant T, whatever it is written like.
class RelationTable {
 public:
  /// @param lower lowers an expression of the flat model with its events
  RelationTable(LowerContext& context, VariabilityAnalysis& variability, AffineInTime::Lower lower)
      : context_(context), affine_(context, variability, std::move(lower)), ids_(context.pool()) {}

  /// @param equations of the model; outlive the first relation
  void Use(const std::vector<ir::FlatEquation>& equations) { affine_.Use(equations); }

  /// The held value of `left op right`, which varies continuously.
  /// @param flat an expression of the flat model that reads all that the relation does
  /// @param text the relation as people read it
  /// @param is_watched false: it matters at the initial time only, and need not be found when it changes
  ir::ExprId Value(ir::Op op, ir::ExprId left, ir::ExprId right, ir::ExprId flat, const std::string& text,
                   bool is_watched);

 private:
  using Kind = ir::Relation::Kind;

  /// Of `c time + left op right`, of which c, left and right change at events only.
  ir::ExprId InTime(ir::Op op, ir::ExprId c, ir::ExprId left, ir::ExprId right, const std::string& text,
                    bool is_watched);
  /// @param kind what it is if it is watched
  ir::ExprId Leaf(ir::Op op, ir::ExprId left, ir::ExprId right, const std::string& text, Kind kind, bool is_watched);

  LowerContext& context_;
  AffineInTime affine_;
  symbolic::RelationIds ids_;
};

}  // namespace stiction
