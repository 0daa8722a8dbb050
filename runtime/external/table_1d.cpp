// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/table_1d.h"

#include <fmt/format.h>

#include <cmath>

#include "runtime/external/check_table.h"

namespace stiction::runtime {

ConstructedObject Table1D::Make(const Matrix& table, std::span<const int> columns, const TableOptions& options) {
  if (std::string wrong = CheckTable(table, columns, options.name, /*repeats=*/false); !wrong.empty()) return wrong;
  Curves curves(table, columns, options.smoothness);
  return std::unique_ptr<ExternalObject>(new Table1D(std::move(curves), options));
}

std::variant<Jet, std::string> Table1D::Evaluate(size_t column, double u) const {
  const std::span<const double> x = curves_.x();
  if (x.size() == 1) return Jet{curves_.Node(column, 0)};
  if (u < x.front() || u > x.back()) {
    switch (options_.extrapolation) {
      case Extrapolation::kHoldLastPoint:
        return Jet{curves_.Node(column, u < x.front() ? 0 : x.size() - 1)};
      case Extrapolation::kLastTwoPoints:
        return u < x.front() ? curves_.Before(column, u) : curves_.Beyond(column, u);
      case Extrapolation::kPeriodic:
        u = IntoPeriod(u, x.front(), x.back());
        break;
      case Extrapolation::kNoExtrapolation:
        return OutOfRange(options_.name, "u", u, x.front(), x.back());
    }
  }
  if (u == x.back()) {
    Jet end = curves_.At(column, x.size() - 2, u);
    end.value = curves_.Node(column, x.size() - 1);
    return end;
  }
  return curves_.At(column, last_.Find(x, u), u);
}

}  // namespace stiction::runtime
