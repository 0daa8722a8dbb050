// SPDX-License-Identifier: BSD-3-Clause
// Why Real equations could not be solved.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "runtime/blocks/explain.h"
#include "runtime/blocks/real_equations.h"
#include "runtime/linear/equilibration.h"

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;

std::string ListRows(const RealEquations& equations, const std::vector<size_t>& rows) {
  const std::vector<int32_t>& numbers = equations.block().equations;
  std::vector<int32_t> listed;
  for (const size_t row : rows) {
    if (row < numbers.size()) listed.push_back(numbers[row]);
  }
  return ListEquations(equations.context().program, listed);
}

namespace {

std::string WhyNotFinite(const RealEquations& equations, const double* slots) {
  const Program& program = equations.context().program;
  const BlockCode& block = equations.block();
  std::string reason = ExplainNotFinite(program, block.residual, slots);
  if (reason.empty()) reason = ExplainNotFinite(program, block.jacobian, slots);
  if (reason.empty()) reason = "a value is not finite";
  const auto first_of = [&](const std::vector<Slot>& of, size_t equation) {
    for (const Slot slot : of) {
      if (!std::isfinite(slots[slot]) && equation < block.equations.size())
        return fmt::format("{} in {}", reason, Describe(program, block.equations[equation]));
      ++equation;
    }
    return std::string();
  };
  std::string text = first_of(block.inner, block.residuals.size());
  if (text.empty()) text = first_of(block.residuals, 0);
  return text.empty() ? fmt::format("{} in the loop of {}", reason, JoinNames(block.unknown_names)) : text;
}

std::string WhySingular(const RealEquations& equations) {
  const std::vector<std::string>& names = equations.block().unknown_names;
  if (equations.size() == 1) {
    return fmt::format("no value of {} satisfies its equation, in which its coefficient is zero\n  in {}", names[0],
                       ListRows(equations, {0}));
  }
  // The combination of the equations from which all unknowns vanish, while a number remains.
  const MatrixXd matrix = equations.matrix().Dense(), scaled = Equilibrate(matrix).Apply(matrix);
  Eigen::FullPivLU<MatrixXd> lu(scaled.transpose());
  lu.setThreshold(1e-12);
  const MatrixXd kernel = lu.kernel();
  std::vector<size_t> rows;
  for (Index i = 0; i < scaled.rows(); ++i) {
    if (kernel.row(i).cwiseAbs().maxCoeff() > 1e-9) rows.push_back(static_cast<size_t>(i));
  }
  return fmt::format("no solution for {}: these equations contradict each other\n  in {}", JoinNames(names),
                     ListRows(equations, rows));
}

std::string WhyNotConverged(const RealEquations& equations, const double* slots) {
  size_t worst = 0;
  double largest = -1;
  for (size_t i = 0; i < static_cast<size_t>(equations.size()); ++i) {
    const double size = std::max(equations.TermSize(i, slots), std::numeric_limits<double>::min());
    const double relative = std::fabs(equations.residual()[static_cast<Index>(i)]) / size;
    if (relative > largest) {
      largest = relative;
      worst = i;
    }
  }
  return fmt::format("Newton's method found no solution for {}\n  worst satisfied: {}",
                     JoinNames(equations.block().unknown_names), ListRows(equations, {worst}));
}

std::string NamesOfFree(const RealEquations& equations) {
  std::vector<std::string> names;
  for (const Index j : equations.FreeUnknowns())
    names.push_back(equations.block().unknown_names[static_cast<size_t>(j)]);
  return JoinNames(names);
}

std::string ListAllRows(const RealEquations& equations) {
  std::vector<size_t> rows(static_cast<size_t>(equations.size()));
  std::iota(rows.begin(), rows.end(), size_t{0});
  return ListRows(equations, rows);
}

}  // namespace

std::string WhyStartIsTaken(const RealEquations& equations) {
  return fmt::format(
      "at the start the equations hold, but do not determine {} to first order: there may be other solutions near by\n"
      "  in {}\n  hint: start values lead to this one; other start values may lead to another",
      NamesOfFree(equations), ListAllRows(equations));
}

std::string WhyFoundAfar(const RealEquations& equations) {
  return fmt::format(
      "the start values of {} do not lead to a solution; one was found far from them\n"
      "  hint: give start values near the solution that is meant",
      JoinNames(equations.block().unknown_names));
}

std::string WhyFailed(const RealEquations& equations, RealStatus status, const double* slots) {
  switch (status) {
    case RealStatus::kSolved:
    case RealStatus::kLeastNorm:
      return {};
    case RealStatus::kFunctionFailed: {
      const FunctionFailure& failure = *equations.context().tape.failure();
      return failure.place.empty() ? failure.message : fmt::format("{} ({})", failure.message, failure.place);
    }
    case RealStatus::kNotFinite:
      return WhyNotFinite(equations, slots);
    case RealStatus::kSingular:
      return WhySingular(equations);
    case RealStatus::kUndetermined:
      return fmt::format(
          "at this point the equations do not determine {}: they hold, but their derivatives vanish\n  in {}\n"
          "  hint: a turning point of the variables chosen as states; choose others by stateSelect, or start elsewhere",
          NamesOfFree(equations), ListAllRows(equations));
    case RealStatus::kNotConverged:
      return WhyNotConverged(equations, slots);
  }
  return {};
}

}  // namespace stiction::runtime
