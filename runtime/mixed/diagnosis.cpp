// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/diagnosis.h"

#include <fmt/format.h>

#include <set>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/singular_mode.h"

namespace stiction::runtime {
namespace {

/// The relation at a position, with its place.
std::string Placed(const MixedStructure& structure, size_t position) {
  const RelationInfo& relation = structure.relation(position);
  return fmt::format("{} ({})", relation.text, relation.place);
}

/// The relations that are true in a configuration.
std::string NameOf(const MixedStructure& structure, const Configuration& configuration) {
  std::string holds;
  for (size_t k = 0; k < structure.relation_count(); ++k) {
    if (configuration[k] != 0) holds += (holds.empty() ? "" : ", ") + structure.relation(k).text;
  }
  return holds.empty() ? "none true" : holds;
}

/// A configuration without solution whose matrix is singular.
struct Rejected {
  Configuration configuration;
  SingularMode mode;
  std::optional<ModeMisfit> misfit;
};

/// The first that was tried, then the others in order.
std::vector<Configuration> Tried(const SearchMemory& memory) {
  std::vector<Configuration> all;
  if (memory.tried.empty()) return all;
  all.push_back(memory.tried.front());
  std::set<Configuration> others(memory.tried.begin(), memory.tried.end());
  others.erase(all.front());
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

// The modes that the nearest misses ask for come first: they are what is missing. What the search has found stays.
std::optional<Rejected> FindSingularMode(MixedProblem& problem, const SearchMemory& memory,
                                         const std::vector<Configuration>& tried) {
  constexpr size_t kMax = 64;
  SolveContext& context = problem.context();
  const BlockCode& block = problem.block();
  if (block.unknowns.empty()) return std::nullopt;
  const SolveStatistics statistics = context.statistics;
  const std::vector<double> written = problem.Written();
  RealPart real(context, block);
  const auto status_in = [&](const Configuration& configuration) {
    return problem.Signature(configuration) ? real.Solve(problem.slots()) : RealStatus::kSolved;
  };
  std::vector<Configuration> candidates;
  for (const Miss& miss : memory.misses) {
    status_in(miss.configuration);
    Trial trial;
    problem.Imply(miss.configuration, trial);
    candidates.push_back(std::move(trial.implied));
  }
  candidates.insert(candidates.end(), tried.begin(), tried.end());
  if (candidates.size() > kMax) candidates.resize(kMax);
  std::optional<Rejected> found;
  for (size_t k = 0; k < candidates.size() && !found; ++k) {
    const RealStatus status = status_in(candidates[k]);
    if (status == RealStatus::kSolved || status == RealStatus::kLeastNorm || !problem.Signature(candidates[k]))
      continue;
    SingularMode mode = ExamineMode(context, block, problem.slots());
    if (mode.by == SingularBy::kNothing) continue;
    auto misfit = ExamineStructure(context, block, problem.slots());
    found = Rejected{candidates[k], std::move(mode), std::move(misfit)};
  }
  context.tape.ClearFailure();
  context.statistics = statistics;
  problem.Restore(written);
  return found;
}

/// All modes were tried and could be solved, with determinants of one sign: a continuous law would have a solution then
/// (a piecewise linear map that is coherently oriented is onto), so that it jumps somewhere.
bool MustJump(const BlockCode& block, const MixedStructure& structure, const SearchMemory& memory) {
  if (memory.misses.empty() || memory.reached_limit || !block.held.empty() || !structure.discrete().empty())
    return false;
  const bool are_both_sides_known = structure.relation_count() == 1 && memory.misses.size() == 2;
  const bool has_one_orientation = !memory.zero && memory.positive != memory.negative;
  return are_both_sides_known || (block.is_linear && has_one_orientation);
}

std::string Cause(const Program& program, const BlockCode& block, const MixedStructure& structure,
                  const SearchMemory& memory, const std::optional<Rejected>& singular) {
  const auto jump = [&](size_t position) {
    return fmt::format(
        "discontinuous law: the equations jump where {} switches, and no side of the jump agrees with its own "
        "value\n  hint: make the law continuous there, or let pre(...) of a discrete variable remember the side",
        Placed(structure, position));
  };
  if (singular && singular->misfit) return CauseOf(program, singular->mode, singular->misfit);
  if (!memory.jumps.empty()) return jump(*memory.jumps.begin());
  const bool is_motion =
      !singular ||
      (singular->mode.by == SingularBy::kStructure &&
       (singular->mode.balance.quantity == Quantity::kUnknown || singular->mode.balance.quantity == Quantity::kMotion));
  if (!memory.has_admissible && memory.rejection && memory.rejection->failure == SolveFailure::kSingular && is_motion)
    return kPrescribedMotion;
  if (memory.positive && memory.negative) return CauseOf({.by = SingularBy::kParameters});
  if (singular) return CauseOf(program, singular->mode, std::nullopt);
  if (MustJump(block, structure, memory) && !memory.was_redundant) return jump(memory.misses.front().worst);
  if (memory.was_redundant) {
    return "redundant: the forces are not unique, and no way of sharing the load that was tried keeps all of them "
           "within their limits\n  hint: remove one of the parallel elements or add a compliance between them";
  }
  return "search limit: the modes tried do not suffice to tell\n  hint: give start values near the solution, or add a "
         "compliance between the elements";
}

}  // namespace

SolveError WhyUnsolved(MixedSearch& search) {
  const SearchMemory& memory = search.memory();
  const MixedStructure& structure = search.structure();
  const BlockCode& block = search.problem().block();
  const Program& program = search.problem().context().program;
  const std::vector<Configuration> tried = Tried(memory);
  const std::optional<Rejected> singular = FindSingularMode(search.problem(), memory, tried);
  const bool is_by_structure = singular && singular->mode.by == SingularBy::kStructure;
  if (memory.rejection && !memory.has_admissible && memory.rejection->failure != SolveFailure::kSingular &&
      !is_by_structure) {
    return *memory.rejection;
  }
  if (structure.size() == 0 && block.discrete_targets.size() == block.equations.size()) {
    std::string text = "no values of the discrete variables satisfy their equations";
    for (const int32_t equation : block.equations) text += "\n  in " + Describe(program, equation);
    return {SolveFailure::kMixedBlockUnsolved,
            text + "\n  hint: break the loop of these equations with pre(...) of one of the variables"};
  }
  const size_t count = structure.relation_count();
  std::string text = fmt::format("no consistent mode for {} coupled relation{}", count, count == 1 ? "" : "s");
  for (size_t k = 0; k < count; ++k) text += (k == 0 ? "\n  relations   " : ",\n              ") + Placed(structure, k);
  text += fmt::format("\n  tried       {} configuration{}{}", tried.size(), tried.size() == 1 ? "" : "s",
                      memory.reached_limit ? ", not all there are" : "");
  for (const Miss& miss : memory.misses) {
    text += fmt::format("\n  in          mode {{{}}}: the solution makes {} {}, by {:.2g}",
                        NameOf(structure, miss.configuration), structure.relation(miss.worst).text,
                        miss.configuration[miss.worst] != 0 ? "false" : "true", miss.gap);
  }
  if (is_by_structure) {
    text += fmt::format("\n  rejected    mode {{{}}}: {}", NameOf(structure, singular->configuration),
                        DescribeSingularity(program, singular->mode));
    if (singular->misfit) text += Describe(*singular->misfit);
  } else if (memory.rejection) {
    text += "\n  rejected    " + memory.rejection->message;
  }
  text += "\n  cause       " + Cause(program, block, structure, memory, singular);
  return {SolveFailure::kMixedBlockUnsolved, text};
}

}  // namespace stiction::runtime
