#include "runtime/solve/mixed_block.h"

namespace stiction::runtime {

std::optional<SolveError> MixedBlock::Solve(double* slots) {
  SolveStatistics& statistics = context_.statistics;
  ++statistics.mixed_solves;
  search_.Begin(slots);
  bool found = FixedPointIteration(search_);
  if (found) {
    ++statistics.fixed_point;
  } else if (PrincipalPivoting(search_)) {
    ++statistics.pivoting;
    found = true;
  } else if (search_.tied()) {
    ++statistics.pivoting;
    search_.Try(*search_.tied());
    found = true;
  } else if (Enumeration(search_)) {
    ++statistics.enumeration;
    found = true;
  } else if (search_.tied()) {
    ++statistics.enumeration;
    search_.Try(*search_.tied());
    found = true;
  }
  if (!found) {
    ++statistics.unsolved;
    return search_.Error();
  }
  if (search_.last_status() == RealStatus::kLeastNorm) search_.real_part().NoteLeastNorm();
  return std::nullopt;
}

}  // namespace stiction::runtime
