// SPDX-License-Identifier: BSD-3-Clause
// The derivatives of f(t, x) by states and by time, as a linearly implicit method needs them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/integrate/state_scales.h"
#include "runtime/model/continuous_system.h"
#include "runtime/model/state_jacobian.h"

namespace stiction::runtime {

/// J = df/dx and f_t = df/dt of a ContinuousSystem: exact from its graph; else J block by block and f_t by a
/// difference; where even a block has no finite derivative (sqrt at 0), J by differences.
class OdeJacobian {
 public:
  /// @pre system.Refresh was called
  explicit OdeJacobian(ContinuousSystem& system);

  /// To be called after each event.
  void Refresh();

  /// @param f f(t, x), nx
  /// @param ahead how far f may be evaluated beyond t [s]
  /// @param scales sizes of the states, and the rounding errors of f: a difference within them is none
  /// @returns an error if f cannot be evaluated near (t, x)
  std::optional<SolveError> Compute(double t, const double* x, const double* f, double ahead,
                                    const StateScales& scales);

  /// Compressed sparse columns, rows ascending in each.
  const std::vector<int64_t>& column_begin() const { return column_begin_; }  // nx + 1
  const std::vector<int64_t>& row_of() const { return row_of_; }
  const std::vector<double>& values() const { return values_; }    // J
  const std::vector<double>& by_time() const { return by_time_; }  // f_t, nx
  /// f_t may be other than zero.
  bool depends_on_time() const { return depends_on_time_; }

  /// y := J x, nx.
  void Multiply(const double* x, double* y) const;

 private:
  bool FromGraph(double t, const double* x);
  std::optional<SolveError> Differences(double t, const double* x, const double* f, const StateScales& scales);
  std::optional<SolveError> DifferenceInTime(double t, const double* x, const double* f, double ahead,
                                             const StateScales& scales);
  bool TakeDifferences(const double* f, double width, double ahead, const StateScales& scales);

  ContinuousSystem& system_;
  std::unique_ptr<GraphJacobian> graph_;  // with f_t as its last column if graph_has_time_
  std::unique_ptr<StateJacobian> blocks_;
  bool graph_has_time_ = false, depends_on_time_ = true;
  std::vector<int64_t> column_begin_, row_of_;
  std::vector<double> values_, by_time_, graph_values_, point_, slope_;
  std::vector<bool> is_hidden_;  // f_t, by rounding errors
};

}  // namespace stiction::runtime
