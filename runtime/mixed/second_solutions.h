// SPDX-License-Identifier: BSD-3-Clause
// Search for a second solution of a mixed block next to the one found: in small blocks and at the first few events.
#pragma once

#include <vector>

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

class SecondSolutions {
 public:
  /// Tells the user of another solution. @pre the solution found stands in the slots @post it does so again
  void LookFor(MixedSearch& search);

 private:
  void LookForOtherModes(MixedSearch& search);
  /// The same where all unknowns are discrete: whether the loop settles elsewhere if one value is another at first.
  void LookForOtherValues(MixedSearch& search);

  /// A configuration found of which no neighbour turned the determinant over, and the coefficients then.
  struct Look {
    Configuration configuration;
    std::vector<double> coefficients;
  };
  std::vector<Look> same_orientation_;
  int lookouts_ = 20;
};

}  // namespace stiction::runtime
