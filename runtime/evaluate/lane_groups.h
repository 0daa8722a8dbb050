// Which operations of a line one loop over their lanes can compute together, so that each lane's results stay in
// registers for the next operation.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/evaluate/line_operation.h"

namespace stiction::runtime {

/// Each lane of an operation reads, of the results of the group, only those of the same lane. All have as many lanes.
struct LaneGroup {
  int32_t lanes;
  std::vector<LineOperation> operations;  // is_wanted also where a later group reads the result
};

/// The same results as the operations in turn. An operation is split where the lanes of an operand come from different
/// operations.
/// @param operations each after those whose results it reads
std::vector<LaneGroup> GroupLanes(const std::vector<LineOperation>& operations);

}  // namespace stiction::runtime
