// SPDX-License-Identifier: BSD-3-Clause
// Variables that one equation alone gives as a function of time: `t = time`, aliases of t, a ramp.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/lower/context.h"

namespace stiction {

/// Finds, for each variable that stands alone on a side of an equation, whether the other side reads nothing but time,
/// variables of when-clauses, values of before, and variables found already. What is found does not depend on itself.
class TimeDefinitions {
 public:
  struct Definition {
    ir::ExprId value;  // of the flat model
    const ir::FlatEquation* equation = nullptr;
  };

  explicit TimeDefinitions(LowerContext& context) : context_(context) {}

  /// @param equations of the model, with no if-equation left outside of when-clauses; they outlive the definitions
  void Find(const std::vector<ir::FlatEquation>& equations);

  /// Of a continuous variable. Null if there is none.
  const Definition* Of(ir::VariableId v) const;

  /// True if an expression of the flat model reads nothing else either.
  bool IsKnown(ir::ExprId e);

 private:
  struct Candidate {
    ir::VariableId variable;
    Definition definition;
    int open = 0;  // variables in it that are not found yet
  };
  /// One of the candidates that read a variable.
  struct Reader {
    int32_t candidate;
    int32_t next;  // in readers_, kNone: no other
  };
  static constexpr int32_t kNone = -1;

  void MarkAssigned(const std::vector<ir::FlatEquation>& body);
  void Consider(const ir::FlatEquation& equation, ir::ExprId side, ir::ExprId other);
  /// The unknowns that an expression reads, but for those of when-clauses, into operands_.
  /// @returns whether it is a function of them and time
  bool FindOperands(ir::ExprId e);

  LowerContext& context_;
  std::vector<Candidate> candidates_;
  std::vector<char> is_of_when_;       // by variable
  std::vector<int32_t> found_;         // by variable: its candidate
  std::vector<int32_t> first_reader_;  // by variable: in readers_
  std::vector<Reader> readers_;
  std::vector<ir::VariableId> operands_;
};

}  // namespace stiction
