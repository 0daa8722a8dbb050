#include "runtime/events/rebounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

// +1 if the relation leaves its held side when left - right grows.
double Sign(const RelationInfo& relation, double held) {
  const bool true_above = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
  return true_above != (held != 0) ? 1 : -1;
}

}  // namespace

bool Rebounds::IsBeyondZones(double zones, const RelationInfo& relation, double held, double left, double right) const {
  const double zone = zones * zone_factor_ * std::max({1.0, std::abs(left), std::abs(right)});
  return Sign(relation, held) * (left - right) < -zone;
}

void Rebounds::Watch(double t, const Crossing& fired, const ContinuousSystem& system, const double* slots) {
  for (const int32_t index : fired.relations) {
    const RelationInfo& relation = program_.relations[static_cast<size_t>(index)];
    const Watched watched{index, slots[relation.value], system.LeftState(index), system.RightState(index), t};
    if (std::min(watched.left_state, watched.right_state) == ContinuousSystem::kComputedOperand) continue;
    const auto slope = [&](int32_t state) {
      return state >= 0 ? slots[program_.states[static_cast<size_t>(state)].derivative] : 0.0;
    };
    std::erase_if(watched_, [&](const Watched& other) { return other.relation == index; });
    // A reinit that went far back, as that of a saw tooth, is no rebound; events lie at the edge of the zone.
    if (IsBeyondZones(2, relation, watched.held, slots[relation.left], slots[relation.right])) continue;
    if (Sign(relation, watched.held) * (slope(watched.left_state) - slope(watched.right_state)) > 0)
      watched_.push_back(watched);
  }
}

std::optional<std::string> Rebounds::Lost(const double* x, const double* slots) {
  std::erase_if(watched_, [&](const Watched& watched) {
    return slots[program_.relations[static_cast<size_t>(watched.relation)].value] != watched.held;
  });
  for (const Watched& watched : watched_) {
    const RelationInfo& relation = program_.relations[static_cast<size_t>(watched.relation)];
    const double left = watched.left_state >= 0 ? x[watched.left_state] : slots[relation.left];
    const double right = watched.right_state >= 0 ? x[watched.right_state] : slots[relation.right];
    if (!IsBeyondZones(1, relation, watched.held, left, right)) continue;
    return fmt::format(
        "events accumulate: after the reinit at t = {:.12g} s {} had to become {}, but came back before it was beyond "
        "a hundredth of the tolerance; events so small are not seen\n"
        "  relation    {} ({})\n"
        "  hint: give the model a mode of rest that begins when the speed after an impact is below a limit, or a "
        "smaller tolerance",
        watched.time, relation.text, watched.held != 0 ? "false" : "true", relation.text, relation.place);
  }
  return std::nullopt;
}

}  // namespace stiction::runtime
