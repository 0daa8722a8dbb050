// SPDX-License-Identifier: BSD-3-Clause
// The search for a consistent configuration of a mixed block: what every layer of it shares. A configuration is a value
// of each relation (and held integer part) of the block. One trial solves the discrete and the Real equations in a
// given configuration and lists the relations that the solution contradicts (docs/friction.md, section 3).
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "runtime/blocks/discrete_code.h"
#include "runtime/blocks/real_part.h"
#include "runtime/blocks/singular_mode.h"
#include "runtime/mixed/gated_relations.h"

namespace stiction::runtime {

/// Values of the block's relations, then of its held integer parts.
using Configuration = std::vector<double>;

struct Trial {
  /// The equations could be solved. If not (singular and inconsistent, ...), `implied` may be a hint, never a solution.
  bool is_admissible = false;
  bool has_implied = false;
  RealStatus status = RealStatus::kSolved;
  Configuration implied;             // what the solution says
  std::vector<size_t> inconsistent;  // positions where `implied` differs from the configuration, ascending
  bool is_tied = false;              // all inconsistent relations are within kNearTie of their tie, relatively
  bool is_consistent() const { return is_admissible && inconsistent.empty(); }
};

class MixedSearch {
 public:
  MixedSearch(SolveContext& context, const BlockCode& block);

  /// Starts anew from the relations held, discrete values and guesses now in `slots`; of relations whose gate has just
  /// opened, from the branch that was in effect (gated_relations.h).
  void Begin(double* slots);
  /// Solves in one configuration: a pure function of it and of what Begin saw.
  /// @post if the trial is consistent, `slots` hold the solution
  Trial Try(const Configuration& configuration);

  /// RealPart::orientation() of a trial, found without solving; 0: not known. Changes slots as a trial does.
  int OrientationIn(const Configuration& configuration);

  /// The memory of a trial that is no longer needed serves the next one.
  void Recycle(Trial&& trial);

  /// Trials since Begin.
  long trials() const { return trials_; }

  const Configuration& start() const { return start_; }
  /// The configuration that fewest relations contradicted, of those given to NoteNearest; at first the start.
  const Configuration& nearest() const { return nearest_configuration_; }
  void NoteNearest(const Configuration& configuration, const Trial& trial);
  size_t relation_count() const { return block_.relations.size(); }
  /// Positions that share a varying operand (sa > 1 and sa < -1): one element that moves between adjacent branches.
  const std::vector<std::vector<size_t>>& elements() const { return Find().members; }
  const std::optional<Configuration>& tied() const { return tied_; }
  /// Takes the configuration of the nearest miss if all that contradicts it is a rounding error of its solution.
  /// @post if true, `slots` hold that solution
  bool TakeWithinRounding();
  /// Likewise, if it and the configuration on the other side of what contradicts it miss by less than kSmallJump: the
  /// relation may switch a little later, which is said once.
  bool TakeNearest();
  RealPart& real_part() { return real_; }
  RealStatus last_status() const { return last_status_; }

  // For enumeration.
  /// The values that the relations of one element can have together: where all compare one quantity with fixed ones,
  /// those between neighbouring thresholds; else all.
  std::vector<std::vector<double>> Branches(const std::vector<size_t>& element);
  /// Its equations differ from those of every configuration solved so far.
  bool IsNew(const Configuration& configuration);
  bool HasSameEquations(const Configuration& one, const Configuration& other);

  /// The law is continuous where its relations switch: the equations of both sides agree there. Relations that do not
  /// compare an unknown with a fixed threshold are passed over.
  bool IsContinuous();
  /// How many elements of a configuration differ from the start.
  size_t ChangedElements(const Configuration& configuration) const;
  Configuration current() const;
  /// All that trials and evaluations write.
  std::vector<double> Written() const;
  void Restore(const std::vector<double>& written);
  /// What the Jacobian of the block is computed from, but for relations and discrete variables.
  std::vector<double> Coefficients() const;
  /// What Coefficients gave once is so now.
  bool HasCoefficients(const std::vector<double>& coefficients) const;

  // For path following.
  /// Holds a configuration and settles the discrete variables in it; relations between discrete values follow these.
  /// @returns false if they do not settle
  bool Enter(Configuration& configuration, const Eigen::VectorXd& x);
  /// Residuals at x in the configuration entered, and how far each relation is on its true side.
  /// @returns false if a value is not finite
  bool Evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual, std::vector<double>& gaps);
  double* slots() { return slots_; }
  bool is_linear() const { return block_.is_linear; }
  bool CanBeFollowed() const { return block_.held.empty() && !block_.unknowns.empty(); }
  /// A path over a jump of the law ended where all is consistent but relations at jumps: the configuration in which
  /// these have left the side they were held on.
  void NoteReleased(const Configuration& configuration) {
    if (!released_) released_ = configuration;
  }
  const std::optional<Configuration>& released() const { return released_; }
  /// The discrete variables remember, by pre(...) of one that has changed, that a relation has let go: the next pass of
  /// the event iteration decides. @pre a configuration was tried last
  bool Remembers() const;
  /// Of the larger operand of a relation, as evaluated last.
  double OperandSize(size_t position) const;
  /// Its operands are discrete: it jumps.
  bool IsDiscrete(size_t position) const;
  Eigen::VectorXd StartPoint() const;
  /// The unknown that a relation compares with what does not depend on the unknowns, if that is what it does.
  std::optional<Eigen::Index> UnknownAtThreshold(size_t position) const;
  /// The law jumps where this relation switches.
  void NoteJump(size_t position) { jumps_.insert(position); }
  const std::set<size_t>& jumps() const { return jumps_; }
  /// A layer gave up after as many trials as it may make.
  void NoteLimit() { reached_limit_ = true; }

  /// Why there is no solution: the relations by text and place, what was tried, the nearest misses, the class of cause.
  SolveError Error();

 private:
  struct Elements {
    std::vector<std::vector<size_t>> members;
    std::unordered_set<Slot> varying;  // slots that depend on the solution
  };
  /// The same of the relations that are the `which`-th of their elements, counted from zero; changes slots.
  bool IsContinuousAt(size_t which);
  /// All that contradicts the trial just made does so by less than kSmallJump.
  bool MissesLittle(const Trial& trial) const;
  void FindReads();
  const Elements& Find() const;
  struct Footprint {
    std::vector<Slot> written;       // by trials and evaluations
    std::vector<Slot> coefficients;  // of the Jacobian, see Coefficients
  };
  const Footprint& FindFootprint() const;
  /// The value of a relation at the operands now in the slots.
  bool Decide(size_t position) const;
  /// Runs the discrete assignments until they settle. @returns false if they do not
  bool Settle();
  void Imply(const Configuration& configuration, Trial& trial);
  double* SlotOf(size_t position) const;
  std::vector<double> ValuesOf(const std::vector<Slot>& of) const;
  Trial Solve(const Configuration& configuration);
  /// Puts a configuration into the slots, with discrete variables as they were at the start.
  void Hold(const Configuration& configuration);
  /// Likewise the unknowns.
  void HoldUnknowns();
  void RunDiscrete() { context_.tape.Run(block_.discrete, slots_); }
  RealStatus SolveReal();
  /// The Real equations of the slots are those that were solved last.
  bool HasEquationsSolved() const;
  void OpenGates();
  void StartInTheMiddle(const GatedRelations::Opened& opened);
  /// All its relations compare one quantity with fixed ones.
  bool IsCurve(const std::vector<size_t>& element) const;
  struct Rejected {
    Configuration configuration;
    SingularMode mode;
  };
  /// A configuration without solution whose matrix is singular.
  std::optional<Rejected> FindSingularMode();
  std::string Cause(const std::optional<Rejected>& singular) const;
  /// The relations that are true in it.
  std::string NameOf(const Configuration& configuration) const;
  /// All modes were tried and could be solved, with determinants of one sign: a continuous law would have a solution
  /// then (a piecewise linear map that is coherently oriented is onto), so that it jumps somewhere.
  bool MustJump() const;
  /// The operand of a relation that depends on the solution, and the other.
  std::pair<Slot, Slot> VaryingAndFixed(size_t position) const;
  /// What the Real equations read of relations and discrete variables, once these have settled; nothing if they do not.
  std::optional<std::vector<double>> Signature(const Configuration& configuration);

  /// A configuration that was solved but contradicts itself.
  struct Miss {
    Configuration configuration;
    size_t worst = 0;  // the relation missed most
    double gap = 0;    // by this
  };
  SolveContext& context_;
  const BlockCode& block_;
  RealPart real_;
  const DiscreteCode discrete_code_;
  GatedRelations gated_;
  double* slots_ = nullptr;
  RealStatus last_status_ = RealStatus::kSolved;
  Configuration start_, nearest_configuration_;
  size_t fewest_inconsistent_ = 0;
  std::vector<double> start_unknowns_, start_discretes_;
  std::vector<double> before_, discretes_;  // working memory of Settle and Solve
  Trial spare_;
  mutable std::optional<Elements> found_;  // when first asked for
  mutable std::optional<Footprint> footprint_;
  std::vector<Slot> decided_;            // of relations and held parts: what a configuration gives values
  std::vector<size_t> discrete_;         // positions of relations between discrete values
  std::vector<Slot> read_by_equations_;  // relations, held parts and discrete variables
  bool is_known_before_;                 // what they read of these, before they are solved
  // Of the last solve since Begin, if the equations were regular and linear:
  std::optional<std::vector<double>> equations_;  // values of read_by_equations_
  bool holds_solution_ = false;                   // all that it wrote is still there
  std::set<std::vector<double>> solved_;          // values of read_by_equations_ that IsNew has seen
  std::optional<Configuration> tied_, released_;
  long trials_ = 0;
  // For the error
  bool has_tried_ = false;         // something that is not consistent:
  Configuration first_tried_;      // the first of it
  std::set<Configuration> tried_;  // and the others
  int admissible_count_ = 0;
  std::vector<Miss> nearest_;  // few, least gap first
  std::set<size_t> jumps_;
  struct Orientations {
    bool negative = false, zero = false, positive = false;
  };
  Orientations orientations_;  // signs of determinants that occurred, 0: singular
  bool reached_limit_ = false;
  bool was_redundant_ = false;           // a singular, consistent configuration contradicted itself
  std::optional<SolveError> rejection_;  // of the first configuration that could not be solved
};

/// Moves one element towards what the solution implies, by one branch: relations that no longer hold are released
/// first. Thus no unit of the curve parameter decides how far an element moves.
/// @returns false if the element is consistent
bool MoveElement(const std::vector<size_t>& element, const Trial& trial, Configuration& configuration);
/// Layer 1: the solution's relations become the next configuration, until they repeat (MLS App. B with all relations of
/// the loop at once) or get no nearer for a few passes. @returns true if it found a consistent configuration
/// @param configuration from which it starts, with the trial made of it; both are used up
bool FixedPointIteration(MixedSearch& search, Configuration& configuration, Trial& trial);
/// Layer 2: principal pivoting. Elements move to an adjacent branch only; all inconsistent ones at once while that
/// makes progress, else the one of least index (Murty 1974; Judice and Pires 1994,
/// doi 10.1016/0305-0548(94)90106-6).
bool PrincipalPivoting(MixedSearch& search);
/// Layer 3: path following. From a point that is consistent with its own relations, the residual there is taken away
/// along a straight line; a relation switches where the line crosses it (Katzenelson 1965,
/// doi 10.1002/j.1538-7305.1965.tb04195.x). Where the determinant changes its sign the path turns back, where the
/// matrix is singular it goes along the null space (Eaves and Scarf 1976, doi 10.1287/moor.1.1.1): from a far start
/// this is Lemke's method, which ends at a solution whenever all forces are bounded. Where the law jumps, a path first
/// goes on beyond the jump; if none of these ends, paths go along the jumps, as in a law that is continuous there.
bool PathFollowing(MixedSearch& search);
/// The path from the unknowns before the event only.
bool PathFromStart(MixedSearch& search);
/// Last layer: all configurations that some values of the unknowns can have, in the order of the elements in which they
/// differ from the start, up to a cap.
bool Enumeration(MixedSearch& search);
/// The same, of those that differ from the start in fewer than `count` elements, but not in none.
bool EnumerationBelow(MixedSearch& search, size_t count);

}  // namespace stiction::runtime
