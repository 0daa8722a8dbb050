// SPDX-License-Identifier: BSD-3-Clause
// Why the Real equations of a block have no unique solution while its relations are held: because of what the equations
// are, or because of the values in them. Looked at only when a run is about to stop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/mode_structure.h"
#include "runtime/blocks/solve_context.h"
#include "runtime/linear/balance.h"

namespace stiction::runtime {

/// Change that would make a singular Jacobian regular.
enum class SingularBy {
  kNothing,     // it is regular, or could not be examined
  kParameters,  // other values of the parameters: a gain of the loop is exactly one
  kPosition,    // other values of the states or the unknowns
  kStructure    // other equations: its generic rank is deficient
};

struct SingularMode {
  SingularBy by = SingularBy::kNothing;
  std::vector<std::string> unknowns;     // in the right null space
  std::vector<std::string> moving;       // states whose derivatives follow these unknowns
  std::vector<int32_t> equations;        // in the left null space, with a contradiction; numbers in Program::equations
  std::vector<std::string> constrained;  // states that this combination of equations depends on
  Balance balance;                       // of it

  /// Unknowns and derivatives.
  std::vector<std::string> Undetermined() const;
};

/// Examines the Jacobian of a block in the mode held in `slots`, at its unknowns there.
SingularMode ExamineMode(SolveContext& context, const BlockCode& block, const double* slots);

/// "the values of a and b are not unique, and no unknown is left in this equation", with the equations.
std::string DescribeSingularity(const Program& program, const SingularMode& mode);

/// A cause with its hint, as CauseOf gives it.
inline constexpr const char* kPrescribedMotion =
    "prescribed motion: the equations contradict each other, whatever the forces\n"
    "  hint: two elements or inputs prescribe the same motion; let one of them slip or add a compliance between them";

/// The class of cause, one sentence, and a hint. @pre mode.by != kNothing
std::string CauseOf(const SingularMode& mode);
/// Likewise, of a mode of a model whose equations change with modes: what its structure tells comes first.
/// @param misfit of that mode, if there is one
std::string CauseOf(const Program& program, const SingularMode& mode, const std::optional<ModeMisfit>& misfit);

/// The relations and Boolean variables that the equations of a block read and that are true; nothing if they read none.
std::optional<std::string> ModeRead(const Program& program, const BlockCode& block, const double* slots);

}  // namespace stiction::runtime
