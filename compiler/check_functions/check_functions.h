// SPDX-License-Identifier: BSD-3-Clause
// Static checks of functions: values missing where they are read or returned (MLS 12.4.4), assertions that no run
// checks. Before flatten whole variables are checked, after it those of specialised functions, which are scalars.
#pragma once

#include <set>

#include "compiler/ir/flat/flat_model.h"
#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Checks each function once, however many instances and specialisations of it there are.
class FunctionChecks {
 public:
  explicit FunctionChecks(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// Whole variables, and the levels of assertions. @pre typechecked without error
  void Check(const ir::InstanceTree& tree);
  /// Elements of arrays and members of records, of functions of which nothing was reported before.
  void Check(const ir::FlatModel& flat);

 private:
  Diagnostics& diagnostics_;
  std::set<Span> told_;  // functions that leave something unassigned
};

}  // namespace stiction
