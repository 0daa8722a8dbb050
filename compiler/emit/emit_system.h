// SPDX-License-Identifier: BSD-3-Clause
// Block systems to code.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/emit/code_builder.h"
#include "compiler/emit/describe.h"
#include "compiler/emit/layout.h"
#include "compiler/emit/moving_values.h"
#include "compiler/emit/shared_values.h"
#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/small_list.h"
#include "runtime/program/program.h"

namespace stiction::emit {

/// Writes the code of one block system to `program`. Code of the blocks shares subexpressions from block to block; what
/// an iteration computes on the way (Jacobians, discrete assignments) is not shared with what follows.
class SystemEmitter {
 public:
  SystemEmitter(const ir::CausalModel& model, Layout& layout, runtime::Program& program, CodeBuilder& builder,
                Describer& describer, Diagnostics& diagnostics)
      : model_(model),
        pool_(*model.dae.pool),
        layout_(layout),
        program_(program),
        builder_(builder),
        describer_(describer),
        diagnostics_(diagnostics) {}

  /// A first guess that a system can compute only on the way: a start value that depends on its own unknowns.
  struct Guess {
    ir::ExprId start;
    runtime::Slot slot = runtime::kNoSlot;  // of the start value
    std::vector<ir::VariableId> needs;      // unknowns that it reads
  };
  using Guesses = std::unordered_map<ir::VariableId, Guess>;

  /// @param with_partials also BlockCode::rows and partials (the continuous system)
  /// @param guesses of the variables of its loops
  runtime::System Emit(const ir::BlockSystem& system, bool with_partials, const Guesses& guesses = {});

  /// Code for the operands of a relation, to its left and right slots; for the current value of a held integer part.
  void Operands(ir::RelationId relation);
  void Current(int32_t held);

 private:
  /// The explicit block at the end of a system.
  runtime::BlockCode& ExplicitAtEnd(runtime::System& system);
  void Explicit(const ir::Block& block, runtime::System& system);
  SharedValues FindShared(const ir::BlockSystem& from);
  /// Tells what the code of a block computes.
  void AddValues(const ir::Block& block, SharedValues& shared);
  /// Before a loop: the guesses of its unknowns, as far as what they need is solved.
  void Prepare(const ir::Block& block, const Guesses& guesses, const std::vector<char>& is_solved,
               runtime::System& system);
  void WarnOfGuess(ir::VariableId variable, ir::VariableId parameter);
  /// Code for what a block decides: the operands of its relations, the current values of its held integer parts.
  void Decisions(const ir::Block& block, runtime::BlockCode& code);
  runtime::BlockCode RelationBlock(const ir::Block& block);
  runtime::BlockCode Implicit(const ir::Block& block);
  /// Bounds of loads in from.blocks[loop] that move with it: the operands of relations between one of its unknowns and
  /// what later blocks compute from it, with what these compute for that.
  void MovingBounds(const ir::BlockSystem& from, size_t loop, MovingValues& moving, runtime::BlockCode& code);
  void RealPart(const ir::Block& block, runtime::BlockCode& code);
  /// d residual / d tearing variable, where it is not 0.
  struct JacobianEntry {
    int32_t row, column;
    ir::ExprId value;
  };
  const std::vector<JacobianEntry>& Jacobian(const ir::Block& block, const std::vector<ir::ExprId>& residuals);
  std::vector<JacobianEntry> Differentiate(const ir::Block& block, const std::vector<ir::ExprId>& residuals);
  void Partials(const ir::BlockSystem& from, runtime::System& system);
  std::vector<runtime::GradientRow::Term> PartialsOf(ir::ExprId e);
  ir::ExprId Residual(ir::EquationId equation);

  const ir::CausalModel& model_;
  ir::ExprPool& pool_;
  Layout& layout_;
  runtime::Program& program_;
  CodeBuilder& builder_;
  Describer& describer_;
  Diagnostics& diagnostics_;
  std::vector<size_t> code_of_block_;  // index in System::blocks of each ir::Block
  /// A loop's Jacobian, with what it is the Jacobian of: the systems that it stood in may be gone.
  struct Differentiated {
    SmallList<ir::VariableId> tearing;
    SmallList<ir::EquationId> residuals;
    SmallList<ir::Assignment> assignments;
    std::vector<JacobianEntry> entries;
    /// True if `block` has the same residuals of the same variables.
    [[nodiscard]] bool IsOf(const ir::Block& block) const;
  };
  // By first residual; most loops stand in three systems.
  std::unordered_map<ir::EquationId, Differentiated> jacobians_;
};

}  // namespace stiction::emit
