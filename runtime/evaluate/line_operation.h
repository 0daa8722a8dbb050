// Operations of a straight line on arrays of numbers, over lanes side by side.
#pragma once

#include <cstdint>

namespace stiction::runtime {

/// Lane i computes result + i from the operands' i-th elements. No value is the result of two lanes.
struct LineOperation {
  /// Which array an operand stands in. Results go to kValues, which the line writes to alone.
  enum class Array : uint8_t { kValues, kHeld, kBelow, kSlopes, kAbove };
  struct Operand {
    Array array = Array::kValues;
    int32_t index = -1;  // < 0: no operand
    int32_t stride = 1;
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
    kOther       // other(what, argument) computes all lanes, from operands that it knows
  };
  using Other = void (*)(const void* what, void* argument);

  Kind kind = Kind::kOther;
  int32_t result = 0;
  int32_t lanes = 1;
  bool is_wanted = true;  // in the array; else only operations of the line read it, and none that is another function
  Operand a, b, c;
  int32_t beside = 0;
  bool negates_factor = false;
  Other other = nullptr;
  const void* what = nullptr;
};

}  // namespace stiction::runtime
