// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ida_matrix.h"

#include <klu.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

// The pivots of an earlier factorisation no longer serve when entries have grown so much by them (the reciprocal
// growth, column by column, whatever their scales).
constexpr double kWornPivots = 1e-4;

int FreeSolver(SUNLinearSolver solver) {
  solver->content = nullptr;  // it owns this handle
  SUNLinSolFreeEmpty(solver);
  return 0;
}

void FreeMatrix(SUNMatrix matrix) {
  matrix->content = nullptr;
  SUNMatFreeEmpty(matrix);
}

}  // namespace

struct IdaMatrix::Impl {
  std::vector<int> column_begin{0}, row_of;
  std::vector<double> values, sign;  // sign: of the Jacobian's part
  std::vector<int> entry_of;         // of each entry of the Jacobian, its place
  std::vector<int> diagonal;         // of each state, likewise
  std::vector<double> column_scale;  // powers of 2
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  bool is_singular = false;
  long factorizations = 0;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver solver = nullptr;

  Impl() { klu_defaults(&common); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    if (solver != nullptr) SUNLinSolFree(solver);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }

  void MakeHandles(SUNContext context) {
    matrix = SUNMatNewEmpty(context);
    solver = SUNLinSolNewEmpty(context);
    RT_CHECK(matrix != nullptr && solver != nullptr, "handles for SUNDIALS");
    matrix->content = this;
    matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
    matrix->ops->zero = [](SUNMatrix) { return 0; };  // Set writes all values
    matrix->ops->destroy = FreeMatrix;
    solver->content = this;
    solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
    solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
    solver->ops->initialize = [](SUNLinearSolver) { return 0; };
    solver->ops->setup = [](SUNLinearSolver s, SUNMatrix) { return static_cast<Impl*>(s->content)->Factorise(); };
    solver->ops->solve = [](SUNLinearSolver s, SUNMatrix, N_Vector x, N_Vector b, realtype) {
      return static_cast<Impl*>(s->content)->Solve(x, b);
    };
    solver->ops->free = FreeSolver;
  }

  // @returns as SUNLinSolSetup: > 0 where another step size may help
  int Factorise() {
    int* const begin = column_begin.data();
    int* const rows = row_of.data();
    is_singular = false;
    if (symbolic == nullptr) {
      symbolic = klu_analyze(static_cast<int>(diagonal.size()), begin, rows, &common);
      if (symbolic == nullptr) {
        is_singular = true;
        return SUNLS_PACKAGE_FAIL_REC;
      }
    }
    if (numeric != nullptr && klu_refactor(begin, rows, values.data(), symbolic, numeric, &common) != 0 &&
        common.status == KLU_OK && klu_rgrowth(begin, rows, values.data(), symbolic, numeric, &common) != 0 &&
        common.rgrowth >= kWornPivots) {
      return 0;
    }
    if (numeric != nullptr) klu_free_numeric(&numeric, &common);
    numeric = klu_factor(begin, rows, values.data(), symbolic, &common);
    ++factorizations;
    if (numeric == nullptr || common.status != KLU_OK || klu_rcond(symbolic, numeric, &common) == 0 ||
        !(common.rcond > 0)) {
      if (numeric != nullptr) klu_free_numeric(&numeric, &common);
      is_singular = true;
      return SUNLS_PACKAGE_FAIL_REC;
    }
    return 0;
  }

  int Solve(N_Vector x, N_Vector b) {
    if (numeric == nullptr) return SUNLS_PACKAGE_FAIL_REC;
    const auto size = static_cast<int>(diagonal.size());
    double* const px = NV_DATA_S(x);
    if (x != b) std::copy_n(NV_DATA_S(b), size, px);
    if (klu_solve(symbolic, numeric, size, 1, px, &common) == 0) return SUNLS_PACKAGE_FAIL_REC;
    for (size_t i = 0; i < column_scale.size(); ++i) px[i] *= column_scale[i];
    return 0;
  }
};

IdaMatrix::IdaMatrix(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of, size_t nx,
                     SUNContext context)
    : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  const size_t size = column_begin.size() - 1;
  for (size_t column = 0; column < size; ++column) {
    const auto add = [&](size_t row) {
      impl.row_of.push_back(static_cast<int>(row));
      impl.sign.push_back(row < nx ? -1.0 : 1.0);
      return static_cast<int>(impl.row_of.size()) - 1;
    };
    bool diagonal_done = column >= nx;  // of a state it is there in any case
    impl.diagonal.push_back(-1);
    for (int64_t k = column_begin[column]; k < column_begin[column + 1]; ++k) {
      const auto row = static_cast<size_t>(row_of[static_cast<size_t>(k)]);
      if (!diagonal_done && row > column) {
        impl.diagonal.back() = add(column);
        diagonal_done = true;
      }
      impl.entry_of.push_back(add(row));
      if (row == column && column < nx) {
        impl.diagonal.back() = impl.entry_of.back();
        diagonal_done = true;
      }
    }
    if (!diagonal_done) impl.diagonal.back() = add(column);
    impl.column_begin.push_back(static_cast<int>(impl.row_of.size()));
  }
  impl.values.assign(impl.row_of.size(), 0.0);
  impl.column_scale.assign(size, 1.0);
  impl.MakeHandles(context);
}

IdaMatrix::~IdaMatrix() = default;

SUNMatrix IdaMatrix::matrix() const { return impl_->matrix; }
SUNLinearSolver IdaMatrix::solver() const { return impl_->solver; }
bool IdaMatrix::is_singular() const { return impl_->is_singular; }
long IdaMatrix::factorizations() const { return impl_->factorizations; }

void IdaMatrix::Set(const double* jacobian, double cj, const double* sizes) {
  Impl& impl = *impl_;
  std::fill(impl.values.begin(), impl.values.end(), 0.0);
  for (size_t k = 0; k < impl.entry_of.size(); ++k) {
    const auto entry = static_cast<size_t>(impl.entry_of[k]);
    impl.values[entry] = impl.sign[entry] * jacobian[k];
  }
  for (const int entry : impl.diagonal) {
    if (entry >= 0) impl.values[static_cast<size_t>(entry)] += cj;
  }
  for (size_t column = 0; column < impl.column_scale.size(); ++column) {
    impl.column_scale[column] =
        std::isfinite(sizes[column]) ? std::ldexp(1.0, std::clamp(std::ilogb(sizes[column]), -400, 400)) : 1;
    for (int k = impl.column_begin[column]; k < impl.column_begin[column + 1]; ++k)
      impl.values[static_cast<size_t>(k)] *= impl.column_scale[column];
  }
}

}  // namespace stiction::runtime
