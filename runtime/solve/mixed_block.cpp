#include "runtime/solve/mixed_block.h"

namespace stiction::runtime {

std::optional<SolveError> MixedBlock::Solve(double* slots) {
  SolveStatistics& statistics = context_.statistics;
  ++statistics.mixed_solves;
  search_.Begin(slots);
  const auto take_tied = [&] {
    if (!search_.tied()) return false;
    search_.Try(*search_.tied());
    return true;
  };
  if (FixedPointIteration(search_)) {
    ++statistics.fixed_point;
  } else if (PrincipalPivoting(search_) || take_tied()) {
    ++statistics.pivoting;
  } else if (PathFollowing(search_)) {
    ++statistics.path_following;
  } else if (Enumeration(search_) || take_tied()) {
    ++statistics.enumeration;
  } else {
    ++statistics.unsolved;
    return search_.Error();
  }
  if (search_.last_status() == RealStatus::kLeastNorm) search_.real_part().NoteLeastNorm();
  return std::nullopt;
}

}  // namespace stiction::runtime
