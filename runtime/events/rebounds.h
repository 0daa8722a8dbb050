// What a reinit sends back and what comes back at once: impacts too small to be seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/events/continuous_system.h"
#include "runtime/events/crossing_search.h"

namespace stiction::runtime {

/// After `when h < 0 then reinit(v, -e*pre(v))` h rises: `h < 0` has to become false, and when h falls again there is
/// the next impact. A rebound that stays within the zone of the relation (decision 5) makes neither event, and h would
/// go on through 0. Watches the relations of an event with a reinit whose sides are states or do not vary.
class Rebounds {
 public:
  /// @param tolerance relative tolerance of the run
  Rebounds(const Program& program, double tolerance) : program_(program), zone_factor_(1e-2 * tolerance) {}

  /// After an event with a reinit, restarted: what of its relations moves back towards its other side.
  void Watch(double t, const Crossing& fired, const ContinuousSystem& system, const double* slots);
  bool empty() const { return watched_.empty(); }
  /// @param x states at a time after the event, nx
  /// @returns if a relation has left its zone on the side on which it should not have stayed: a message that says so
  std::optional<std::string> Lost(const double* x, const double* slots);

 private:
  struct Watched {
    int32_t relation;
    double held;                      // its value, 0 or 1
    int32_t left_state, right_state;  // as ContinuousSystem has them
    double time;                      // of the event [s]
  };
  /// Whether the sides of a relation lie as its held value says, by more than so many of its zones.
  bool IsBeyondZones(double zones, const RelationInfo& relation, double held, double left, double right) const;

  const Program& program_;
  double zone_factor_;
  std::vector<Watched> watched_;
};

}  // namespace stiction::runtime
