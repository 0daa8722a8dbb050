// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/operations.h"

#include <numbers>

namespace stiction::runtime {
namespace {

double Zero(double) { return 0; }
double WhereNotNegative(double x, double d) { return x >= 0 ? d : -d; }
double ZeroOrQuotient(double d, double by) { return d == 0 ? 0 : d / by; }

double OfPower(double x, double y, double dx, double dy, double v) {
  double tangent = 0;
  if (dx != 0) tangent += y * std::pow(x, y - 1) * dx;
  if (dy != 0) tangent += v * std::log(x) * dy;
  return tangent;
}

}  // namespace

double Tangent(const Instruction& i, const double* s, const double* tangents, double v) {
  using std::cos, std::cosh, std::sin, std::sinh, std::sqrt;
  switch (i.op) {
    case OpCode::kCopy:
      return tangents[i.a];
#define STICTION_UNARY(id, name, failure, value, derivative)     \
  case OpCode::k##id: {                                          \
    [[maybe_unused]] const double x = s[i.a], d = tangents[i.a]; \
    return derivative;                                           \
  }
#define STICTION_BINARY(id, name, failure, value, tangent)                \
  case OpCode::k##id: {                                                   \
    [[maybe_unused]] const double x = s[i.a], y = s[i.b];                 \
    [[maybe_unused]] const double dx = tangents[i.a], dy = tangents[i.b]; \
    return tangent;                                                       \
  }
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#define STICTION_BINARY_OF_PROGRAMS STICTION_BINARY
#include "runtime/operators/operators.def"
    case OpCode::kSelect:
      return s[i.a] != 0 ? tangents[i.b] : tangents[i.c];
    default:
      return 0;
  }
}

}  // namespace stiction::runtime
