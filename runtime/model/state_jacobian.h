// SPDX-License-Identifier: BSD-3-Clause
// The sparse Jacobian of the continuous system, exact: partial derivatives of each equation are symbolic, and each
// block is differentiated as a whole by the implicit function theorem: dz = -(r_z)^-1 r_w dw.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Choice of columns and rows.
enum class Form {
  kOde,  // columns: states; rows: state derivatives
  kDae   // columns: states, then implicit unknowns in block order; rows: state derivatives, then residuals in block
         // order
};

/// Compressed sparse columns; the pattern is fixed from construction.
class StateJacobian {
 public:
  /// @param inside by block; those that the DAE form leaves to the solver of blocks are eliminated as in the ODE form;
  /// none if empty
  StateJacobian(const Program& program, Form form, Tape& tape, const std::vector<char>& inside = {});
  ~StateJacobian();

  int64_t size() const;                              // rows = columns
  const std::vector<int64_t>& column_begin() const;  // size() + 1
  const std::vector<int64_t>& row_of() const;        // ascending in each column
  /// Values at the point now in `slots`. @pre the continuous system is solved there
  /// @returns false if a block is singular or a value is not finite
  bool Compute(double* slots, std::vector<double>& values);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction::runtime
