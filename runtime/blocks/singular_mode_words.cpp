// SPDX-License-Identifier: BSD-3-Clause
// Messages about singular modes: their description, and remedies.
#include <fmt/format.h>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/singular_mode.h"

namespace stiction::runtime {
namespace {

constexpr size_t kNamesShown = 4;  // names in a sentence

std::string Join(std::vector<std::string> names) {
  if (names.size() > kNamesShown) {
    const size_t more = names.size() - (kNamesShown - 1);
    names.resize(kNamesShown - 1);
    names.push_back(fmt::format("{} more", more));
  }
  return JoinNames(names);
}

std::string States(const SingularMode& mode) {
  return fmt::format("the state{} {}", mode.constrained.size() == 1 ? "" : "s", Join(mode.constrained));
}

}  // namespace

std::vector<std::string> SingularMode::Undetermined() const {
  std::vector<std::string> names = unknowns;
  for (const std::string& state : moving) names.push_back("der(" + state + ")");
  return names;
}

std::string DescribeSingularity(const Program& program, const SingularMode& mode) {
  const std::vector<std::string> names = mode.Undetermined();
  std::string text = fmt::format("the value{} of {} {} not unique, and {}", names.size() == 1 ? "" : "s", Join(names),
                                 names.size() == 1 ? "is" : "are",
                                 mode.equations.size() == 1 ? "no unknown is left in this equation"
                                                            : "the unknowns cancel out of these equations");
  if (!mode.equations.empty()) text += "\n  in " + ListEquations(program, mode.equations);
  return text;
}

std::string CauseOf(const SingularMode& mode) {
  const std::string undetermined = Join(mode.Undetermined());
  const std::string at = mode.balance.nodes.empty() ? "" : " at " + Join(mode.balance.nodes);
  if (mode.by == SingularBy::kParameters) {
    return "self-locking (Painleve): a force of the loop raises its own load as much as it balances it, so that the "
           "determinant of the equations vanishes or changes its sign with the mode\n"
           "  hint: reduce the friction coefficient or the lever arm of the self-energising element, or add a "
           "compliance";
  }
  if (mode.by == SingularBy::kPosition) {
    return fmt::format(
        "singular position: for these values of the states no equation determines {}, whatever the parameters\n"
        "  hint: start elsewhere, or add an inertia or a compliance that decides there",
        undetermined);
  }
  const bool constrains = !mode.constrained.empty();
  switch (mode.balance.quantity) {
    case Quantity::kForce:
      return fmt::format(
          "node without inertia: in this mode all forces{} are given, nothing there has an inertia that takes up their "
          "difference, and no equation determines {}\n"
          "  hint: connect a mass or an inertia {}, or a damper parallel to the element that slides",
          at, undetermined, mode.balance.nodes.empty() ? "where these forces act" : "to " + mode.balance.nodes.front());
    case Quantity::kCurrent:
      return fmt::format(
          "ideal switch: in this mode all currents{} are given, and no equation determines {}\n"
          "  hint: let the open element conduct a little (Goff > 0), or connect a resistor parallel to it",
          at, undetermined);
    case Quantity::kVoltage:
      return fmt::format(
          "ideal switch: in this mode all voltages in a loop of closed elements are given, and no equation determines "
          "{}\n  hint: give the closed element a small resistance (Ron > 0), or connect a resistor in series",
          undetermined);
    case Quantity::kMotion:
      if (constrains) {
        return fmt::format(
            "index change: in this mode the equations constrain {} and do not determine {}\n"
            "  hint: in that branch write the equation for the derivatives (der(a) = der(b) for a = b), entered when "
            "the values agree, as the clutches of the libraries do; or add a compliance",
            States(mode), undetermined);
      }
      [[fallthrough]];
    case Quantity::kAcceleration:
      return kPrescribedMotion;
    case Quantity::kUnknown:
      break;
  }
  const std::string hint = fmt::format(
      "\n  hint: if the equations balance forces, there is no inertia at {}: add one, or a damper; if they tie motions "
      "together, write them for the derivatives in this mode, or add a compliance; for an ideal diode make Ron and "
      "Goff greater than 0",
      mode.moving.empty() ? "a node" : Join(mode.moving));
  if (constrains) {
    return fmt::format("index change: in this mode the equations constrain {} and do not determine {}{}", States(mode),
                       undetermined, hint);
  }
  return fmt::format("undetermined mode: in this mode no equation determines {}{}", undetermined, hint);
}

std::string CauseOf(const Program& program, const SingularMode& mode, const std::optional<ModeMisfit>& misfit) {
  const Quantity quantity = mode.balance.quantity;
  const bool is_told_by_units =
      quantity == Quantity::kForce || quantity == Quantity::kCurrent || quantity == Quantity::kVoltage;
  if (misfit && !is_told_by_units) return CauseOf(*misfit);
  const bool is_of_equations = mode.by == SingularBy::kStructure || mode.by == SingularBy::kPosition;
  if (is_of_equations && !misfit && !program.modes.contradiction.empty()) {
    return fmt::format(
        "contradicting modes: no list of states suits all modes of this model, so that its equations are solved as "
        "they are: {}\n  hint: let the modes agree on which variables are states: add a mass or a compliance between "
        "the elements whose modes these are, or describe one of them with a small resistance or slip",
        program.modes.contradiction);
  }
  if (is_of_equations && !misfit && !is_told_by_units && program.modes.without_derivative) {
    const auto& [row, branch] = *program.modes.without_derivative;
    const ModeBranchInfo& without = program.modes.rows[row].branches[branch];
    return fmt::format(
        "index change: in this mode the equations constrain {} and do not determine {}; they would have to be "
        "differentiated, but {} ({}) has no time derivative\n  hint: write that equation without functions that have "
        "no "
        "derivative, or add a compliance between what is constrained",
        mode.constrained.empty() ? "states" : States(mode), Join(mode.Undetermined()), without.text, without.place);
  }
  return CauseOf(mode);
}

}  // namespace stiction::runtime
