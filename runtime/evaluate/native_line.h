// Short straight lines of operations as machine code: what an interpreter spends on finding the next operation is more
// than the operation.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace stiction::runtime {

/// A straight line of operations on arrays of numbers, compiled once. The same bits as the operations one by one.
class NativeLine {
 public:
  /// Which array an operand stands in. Results go to kValues.
  enum class Array : uint8_t { kValues, kHeld, kBelow, kSlopes, kAbove };
  struct Operand {
    Array array = Array::kValues;
    int32_t index = 0;
  };
  enum class Kind : uint8_t {
    kCopy,
    kNegate,
    kAbsolute,
    kSquare,
    kSquareRoot,
    kReciprocal,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kChoose,     // a != 0 ? b : c
    kTurn,       // slope a: result := factor a b, values[beside] := -(factor a) c
    kIntegrate,  // above[result] := a factor_above
    kOther       // other(what, argument) computes it
  };
  struct Operation {
    Kind kind;
    int32_t result = 0;
    Operand a, b, c;
    int32_t beside = 0;
    bool negates_factor = false;
    const void* what = nullptr;
  };
  using Other = void (*)(const void* what, void* argument);

  /// @returns null where there is no machine code for this processor or no memory for it
  static std::unique_ptr<NativeLine> Compile(const std::vector<Operation>& operations, Other other);
  ~NativeLine();
  NativeLine(const NativeLine&) = delete;
  NativeLine& operator=(const NativeLine&) = delete;

  struct Arrays {
    double* values;
    const double *held, *below, *slopes;
    double* above;
  };
  /// @param argument of `other`
  void Run(const Arrays& arrays, double factor, double factor_above, void* argument) const {
    function_(arrays.values, arrays.held, arrays.below, arrays.slopes, arrays.above, argument, factor, factor_above);
  }

 private:
  using Function = void (*)(double*, const double*, const double*, const double*, double*, void*, double, double);
  explicit NativeLine(Function function) : function_(function) {}
  Function function_;
};

}  // namespace stiction::runtime
