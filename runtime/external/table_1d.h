// SPDX-License-Identifier: BSD-3-Clause
// Tables over one abscissa: Modelica.Blocks.Types.ExternalCombiTable1D.
#pragma once

#include <string>
#include <variant>

#include "runtime/external/curves.h"
#include "runtime/external/last_interval.h"
#include "runtime/external/provided.h"

namespace stiction::runtime {

/// y_k(u) for each of the columns. One row: its values, for any u.
class Table1D : public ExternalObject {
 public:
  /// @param columns  of the table, from 1
  /// @returns the table, or a sentence: no row or no column, a column that is none, an abscissa that is not greater
  /// than
  ///   that of the row before
  static ConstructedObject Make(const Matrix& table, std::span<const int> columns, const TableOptions& options);

  std::string Name() const override { return options_.name; }

  /// @param column  position in the columns asked for, from 0
  /// @returns value and derivatives, or a sentence if u is out of range and must not be. At a node the derivatives are
  ///   those to its right.
  std::variant<Jet, std::string> Evaluate(size_t column, double u) const;

  size_t count() const { return curves_.count(); }
  double minimum() const { return curves_.x().front(); }
  double maximum() const { return curves_.x().back(); }

 private:
  Table1D(Curves curves, TableOptions options) : curves_(std::move(curves)), options_(std::move(options)) {}

  Curves curves_;
  TableOptions options_;
  LastInterval last_;
};

}  // namespace stiction::runtime
