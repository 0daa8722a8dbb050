#include "runtime/integrate/integrator.h"

#include <cmath>

namespace stiction::runtime {

std::vector<double> AbsoluteTolerances(const Program& program, const double* slots, double tolerance) {
  std::vector<double> absolute;
  for (const StateInfo& state : program.states) {
    const double nominal = state.nominal == kNoSlot ? 1.0 : std::abs(slots[state.nominal]);
    absolute.push_back(tolerance * (nominal > 0 && std::isfinite(nominal) ? nominal : 1.0));
  }
  return absolute;
}

}  // namespace stiction::runtime
