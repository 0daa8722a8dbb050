// Straight lines of operations as machine code: what an interpreter spends on finding the next operation is more than
// the operation, and what one loop over lanes computes from another's results stays in registers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/evaluate/line_operation.h"

namespace stiction::runtime {

/// A straight line of operations on arrays of numbers, compiled once. The same bits as the operations one by one.
class NativeLine {
 public:
  /// @returns null where there is no machine code for this processor or no memory for it
  static std::unique_ptr<NativeLine> Compile(const std::vector<LineOperation>& operations);
  ~NativeLine();
  NativeLine(const NativeLine&) = delete;
  NativeLine& operator=(const NativeLine&) = delete;

  struct Arrays {
    double* values;
    const double *held, *below, *slopes;
    double* above;
  };
  /// @param argument of operations that are other functions
  void Run(const Arrays& arrays, double factor, double factor_above, void* argument) const {
    function_(arrays.values, arrays.held, arrays.below, arrays.slopes, arrays.above, argument, factor, factor_above);
  }

 private:
  using Function = void (*)(double*, const double*, const double*, const double*, double*, void*, double, double);
  explicit NativeLine(Function function) : function_(function) {}
  Function function_;
};

}  // namespace stiction::runtime
