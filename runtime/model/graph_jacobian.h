// SPDX-License-Identifier: BSD-3-Clause
// The Jacobian of the state derivatives, by differentiating the graph of the continuous system.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/model/system_graph.h"

namespace stiction::runtime {

/// d xdot / d x as nodes of the graph: entries that follow from parameters and held values alone are computed once
/// after each event. Compressed sparse columns, in the pattern that holds in every mode.
class GraphJacobian {
 public:
  /// @param by_time d xdot / d t is one column more, the last
  /// @returns nothing where derivatives depend on what is not straight-line code, on operations whose derivative is not
  /// at hand, or on so many states each that blocks are the better unit
  static std::unique_ptr<GraphJacobian> Make(SystemGraph& graph, bool by_time = false);

  const std::vector<int64_t>& column_begin() const { return column_begin_; }  // number of columns + 1
  const std::vector<int64_t>& row_of() const { return row_of_; }              // ascending in each column

  /// True if an entry depends on time or states; if not, Compute gives the same values until Refresh tells of others.
  bool varies() const { return varies_; }

  /// @returns whether what is held has changed since the last call
  bool Refresh(const double* slots) { return kernel_->Refresh(slots); }
  /// @returns false if it has to be computed block by block, or a value is not finite
  bool Compute(double t, const double* x, double* slots, SystemSolver& solver, std::vector<double>& values);

 private:
  std::vector<int64_t> column_begin_, row_of_;
  std::unique_ptr<SystemKernel> kernel_;
  bool varies_ = false;
};

}  // namespace stiction::runtime
