// SPDX-License-Identifier: BSD-3-Clause
// Which equations of a mode are too many and which unknowns too few equations are left for, by which unknowns they hold
// (Program::modes). Looked at only when a run is about to stop.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/solve_context.h"

namespace stiction::runtime {

/// A part of the equations of a mode that holds fewer unknowns than there are equations, and what is undetermined.
struct ModeMisfit {
  std::vector<const ModeBranchInfo*> surplus;  // the equations of the smallest such part, one too many
  std::vector<std::string> determined;         // their unknowns
  std::vector<std::string> undetermined;       // unknowns of the mode that its other equations do not determine
  /// Branches that the modes of surplus equations have instead, with an unknown that is undetermined here.
  std::vector<const ModeBranchInfo*> instead;

  /// "engaged is true"; empty if too many conditions have a part in it.
  std::string Conditions() const;
};

/// @param slots hold relations and discrete variables of the mode
/// @param block only parts in which an equation of it takes part are of interest
/// @returns nothing if the mode can determine all unknowns as far as its structure goes
/// @source Dulmage & Mendelsohn 1958, doi 10.4153/CJM-1958-052-0
std::optional<ModeMisfit> ExamineStructure(SolveContext& context, const BlockCode& block, const double* slots);

/// The lines "too many" and "too few" of a message, each with a line break before it.
std::string Describe(const ModeMisfit& misfit);
/// The class of cause, one sentence, and a hint.
std::string CauseOf(const ModeMisfit& misfit);

}  // namespace stiction::runtime
