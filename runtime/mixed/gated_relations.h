// SPDX-License-Identifier: BSD-3-Clause
// Relations of a mixed block behind gates: what they count as when a gate has just opened.
//
// In `startBack = pre(mode) == Stuck and sa < -peak` the relation has no effect while the element slides: it is read
// from the solution like any other, but its value means nothing. When the element comes to rest the gate, here `and`,
// opens, and the branch that the element is in is the one in which the gate is still false. The search for a
// configuration begins there: not with what the relation happened to be behind the shut gate (docs/friction.md,
// section 5). What else reads the relation, a name for it or a `when`, decides no equation and does not count.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "runtime/blocks/solve_outcome.h"
#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

class GatedRelations {
 public:
  /// @pre both outlive this
  GatedRelations(const Program& program, const BlockCode& block) : program_(program), block_(block) {}

  /// Relations that could not change a Real equation before, but can now.
  struct Opened {
    std::vector<size_t> decided;    // with the value with which their gates stay as they were
    std::vector<size_t> undecided;  // an equation looks at them directly, in a branch that was not in effect
  };
  /// Gives each relation whose gate the changes have opened the value with which the gate stays as it was.
  /// @param changes of left limits and relations outside of the block. What other discrete variables were before is
  ///   their left limit
  /// @param slots unknowns, discrete variables and left limits as they are now; as before afterwards, but for relations
  /// @param configuration of the block's relations
  Opened Open(const ValueChanges& changes, Tape& tape, double* slots, std::vector<double>& configuration);

 private:
  /// An instruction, or several around which a jump may lead.
  struct Step {
    std::vector<Instruction> code;
    std::vector<Slot> operands, results;
    bool may_act = false;  // calls an external function that is not declared pure
  };
  /// Steps downstream of one relation.
  struct Cone {
    std::vector<size_t> steps;  // all of it
    std::vector<Slot> ends;     // what Real equations read of it
  };
  struct Logic {
    std::vector<Step> steps;                   // discrete assignments, then the conditions in Real equations
    std::vector<std::vector<Slot>> equations;  // what the steps of the Real equations read
    std::vector<Slot> written, inputs;         // by and of `steps`
    std::vector<const PreInfo*> given;         // discrete variables among `inputs`
    std::vector<Slot> logical;                 // truth values among `written`, and relations
    std::vector<Cone> cones;                   // by relation of the block
  };
  const Logic& Find();
  Step StepAt(int32_t begin, int32_t& end) const;
  static Cone ConeOf(Slot relation, const Logic& logic);
  /// Gives the relation a value, and what it decides.
  void Decide(size_t k, double value, Tape& tape, double* slots) const;
  /// A shut gate reads something that the relation decides, and is what it is whatever that may be.
  struct Gate {
    Slot output;
    double value;
  };
  /// True if the relation decides nothing of the Real equations now. @param gates those that are shut
  bool IsShut(size_t k, Tape& tape, double* slots, std::vector<Gate>& gates) const;

  const Program& program_;
  const BlockCode& block_;
  std::optional<Logic> logic_;       // when first asked for
  std::vector<double> as_residual_;  // of IsShut: with the configuration as it is
};

}  // namespace stiction::runtime
