#include "runtime/integrate/ida.h"

#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <memory>

#include "runtime/integrate/vector_operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr long kMaxStepsPerCall = 100000;
// Of the tolerance asked for. IDA restarts at order 1 after each event and takes the state at the next one from dense
// output: at equal tolerance its errors after many events are ten times those of the one-step method.
constexpr double kToleranceOfBdfStep = 0.1 * kToleranceOfStep;

/// Calls a destructor of SUNDIALS.
template <auto Destroy>
struct Destroyer {
  template <typename Object>
  void operator()(Object* object) const {
    Destroy(object);
  }
};

void DestroySolver(SUNLinearSolver solver) { SUNLinSolFree(solver); }
void DestroyMemory(void* memory) { IDAFree(&memory); }
void DestroyContext(_SUNContext* context) { SUNContext_Free(&context); }

using ContextOwner = std::unique_ptr<_SUNContext, Destroyer<DestroyContext>>;
using VectorOwner = std::unique_ptr<_generic_N_Vector, Destroyer<N_VDestroy>>;
using MatrixOwner = std::unique_ptr<_generic_SUNMatrix, Destroyer<SUNMatDestroy>>;
using SolverOwner = std::unique_ptr<_generic_SUNLinearSolver, Destroyer<DestroySolver>>;

struct MemoryDeleter {
  void operator()(void* memory) const { DestroyMemory(memory); }
};
using MemoryOwner = std::unique_ptr<void, MemoryDeleter>;

void Silence(int, const char*, const char*, char*, void*) {}  // failures are told by return values

}  // namespace

struct Ida::Impl {
  Impl(ContinuousSystem& the_system, Form the_form, double the_tolerance)
      : system(the_system),
        form(the_form),
        tolerance(kToleranceOfBdfStep * the_tolerance),
        block_jacobian(the_system.program(), the_form, the_system.tape()) {
    SUNContext raw_context = nullptr;
    RT_CHECK(SUNContext_Create(nullptr, &raw_context) == 0, "SUNDIALS context");
    context.reset(raw_context);
    nx = system.state_count();
    ny = form == Form::kDae ? system.implicit_unknowns().size() : 0;
    RT_CHECK(block_jacobian.size() == static_cast<int64_t>(nx + ny), "Jacobian of size {} for {} unknowns",
             block_jacobian.size(), nx + ny);
    if (form == Form::kOde) {
      system.Refresh();
      graph_jacobian = system.MakeJacobian();
    }
    yy.reset(N_VNew_Serial(static_cast<sunindextype>(nx + ny), context.get()));
    UseOptimizedOperations(yy.get());
    yp.reset(N_VClone(yy.get()));
    weights.reset(N_VClone(yy.get()));
    id.reset(N_VClone(yy.get()));
    dense.reset(N_VClone(yy.get()));
    SetPattern();
  }

  // The Jacobian's pattern with the diagonal of the states added.
  void SetPattern() {
    const auto& begin = graph_jacobian ? graph_jacobian->column_begin() : block_jacobian.column_begin();
    const auto& row_of = graph_jacobian ? graph_jacobian->row_of() : block_jacobian.row_of();
    const int64_t size = block_jacobian.size();
    std::vector<sunindextype> columns{0}, rows;
    for (int64_t column = 0; column < size; ++column) {
      bool diagonal_done = column >= static_cast<int64_t>(nx);
      diagonal.push_back(-1);
      for (int64_t k = begin[column]; k < begin[column + 1]; ++k) {
        if (!diagonal_done && row_of[k] >= column) {
          diagonal.back() = static_cast<int64_t>(rows.size());
          if (row_of[k] > column) rows.push_back(column);
          diagonal_done = true;
        }
        entry_of.push_back(static_cast<int64_t>(rows.size()));
        rows.push_back(row_of[k]);
      }
      if (!diagonal_done) {
        diagonal.back() = static_cast<int64_t>(rows.size());
        rows.push_back(column);
      }
      columns.push_back(static_cast<sunindextype>(rows.size()));
    }
    pattern_columns = std::move(columns);
    pattern_rows = std::move(rows);
    matrix.reset(SUNSparseMatrix(size, size, static_cast<sunindextype>(pattern_rows.size()), CSC_MAT, context.get()));
    WritePattern(matrix.get());
    solver.reset(SUNLinSol_KLU(yy.get(), matrix.get(), context.get()));
    RT_CHECK(solver != nullptr, "KLU");
  }

  void WritePattern(SUNMatrix to) const {
    std::copy(pattern_columns.begin(), pattern_columns.end(), SUNSparseMatrix_IndexPointers(to));
    std::copy(pattern_rows.begin(), pattern_rows.end(), SUNSparseMatrix_IndexValues(to));
  }

  void SetUnknowns(N_Vector from) {
    for (size_t i = 0; i < ny; ++i) system.slots()[system.implicit_unknowns()[i]] = NV_Ith_S(from, nx + i);
  }

  // @returns false if the model cannot be evaluated here
  bool Evaluate(double t, N_Vector from, double* residuals) {
    SetUnknowns(from);
    last_error = form == Form::kDae ? system.Residuals(t, N_VGetArrayPointer(from), residuals)
                                    : system.Evaluate(t, N_VGetArrayPointer(from));
    return !last_error.has_value();
  }

  static int Residual(double t, N_Vector yy, N_Vector yp, N_Vector residual, void* data) {
    Impl& self = *static_cast<Impl*>(data);
    double* r = N_VGetArrayPointer(residual);
    const double* given = N_VGetArrayPointer(yp);
    if (self.form == Form::kOde) {
      self.last_error = self.system.Derivatives(t, N_VGetArrayPointer(yy), r);
      if (self.last_error) return 1;
      for (size_t i = 0; i < self.nx; ++i) r[i] = given[i] - r[i];
    } else {
      if (!self.Evaluate(t, yy, r + self.nx)) return 1;
      const std::vector<StateInfo>& states = self.system.program().states;
      for (size_t i = 0; i < self.nx; ++i) r[i] = given[i] - self.system.slots()[states[i].derivative];
    }
    for (size_t i = 0; i < self.nx + self.ny; ++i) {
      if (!std::isfinite(r[i])) return 1;
    }
    return 0;
  }

  bool ComputeJacobian(double t, N_Vector from, double* residuals) {
    if (graph_jacobian &&
        graph_jacobian->Compute(t, N_VGetArrayPointer(from), system.slots(), system.solver(), jacobian_values)) {
      return true;
    }
    if (!Evaluate(t, from, residuals) || !block_jacobian.Compute(system.slots(), block_values)) return false;
    if (!graph_jacobian) {
      jacobian_values = block_values;
      return true;
    }
    // Into the pattern of the graph, which has every entry that is not zero for all values.
    const auto& begin = graph_jacobian->column_begin();
    const auto& row_of = graph_jacobian->row_of();
    jacobian_values.assign(row_of.size(), 0.0);
    for (size_t column = 0; column < nx; ++column) {
      int64_t k = begin[column];
      for (int64_t b = block_jacobian.column_begin()[column]; b < block_jacobian.column_begin()[column + 1]; ++b) {
        while (k < begin[column + 1] && row_of[k] < block_jacobian.row_of()[b]) ++k;
        if (k < begin[column + 1] && row_of[k] == block_jacobian.row_of()[b]) jacobian_values[k] = block_values[b];
      }
    }
    return true;
  }

  // J = dF/dyy + cj dF/dyp
  static int Jacobian(double t, double cj, N_Vector yy, N_Vector, N_Vector, SUNMatrix to, void* data, N_Vector scratch,
                      N_Vector, N_Vector) {
    Impl& self = *static_cast<Impl*>(data);
    if (!self.ComputeJacobian(t, yy, N_VGetArrayPointer(scratch) + self.nx)) return 1;
    self.WritePattern(to);
    double* values = SUNSparseMatrix_Data(to);
    std::fill_n(values, self.pattern_rows.size(), 0.0);
    for (size_t k = 0; k < self.entry_of.size(); ++k) {
      const int64_t entry = self.entry_of[k];
      const bool state_row = self.pattern_rows[entry] < static_cast<sunindextype>(self.nx);
      values[entry] = state_row ? -self.jacobian_values[k] : self.jacobian_values[k];
    }
    for (size_t i = 0; i < self.nx; ++i) values[self.diagonal[i]] += cj;
    return 0;
  }

  void Create(double t) {
    memory.reset(IDACreate(context.get()));
    RT_CHECK(memory != nullptr, "IDACreate");
    void* m = memory.get();
    int bad = 0;
    bad |= IDASetErrHandlerFn(m, Silence, nullptr);
    bad |= IDAInit(m, Residual, t, yy.get(), yp.get());
    const std::vector<double> absolute = AbsoluteTolerances(system.program(), system.slots(), tolerance);
    for (size_t i = 0; i < nx; ++i) {
      NV_Ith_S(weights.get(), i) = absolute[i];
      NV_Ith_S(id.get(), i) = 1;
    }
    for (size_t i = nx; i < nx + ny; ++i) {
      NV_Ith_S(weights.get(), i) = tolerance;
      NV_Ith_S(id.get(), i) = 0;
    }
    bad |= IDASVtolerances(m, tolerance, weights.get());
    bad |= IDASetUserData(m, this);
    bad |= IDASetLinearSolver(m, solver.get(), matrix.get());
    bad |= IDASetJacFn(m, Jacobian);
    bad |= IDASetId(m, id.get());
    bad |= IDASetSuppressAlg(m, ny > 0 ? SUNTRUE : SUNFALSE);
    bad |= IDASetMaxNumSteps(m, kMaxStepsPerCall);
    RT_CHECK(bad == 0, "setting up IDA");
  }

  // A first step at which the solution of order 1 is accurate enough: IDA checks it, so only its size matters.
  double FirstStep(double limit) const {
    double slope = 0;
    for (size_t i = 0; i < nx; ++i) {
      const double scale = NV_Ith_S(weights.get(), i) + tolerance * std::abs(NV_Ith_S(yy.get(), i));
      slope = std::max(slope, std::abs(NV_Ith_S(yp.get(), i)) / scale);
    }
    // Half a unit of the error norm by the first derivative alone, with the usual square root of order 1.
    const double by_slope = slope > 0 ? std::sqrt(tolerance) / (slope * tolerance) * 0.5 : 1e-4;
    return std::min({by_slope, 1e-3 * (limit - start), 1e-3});
  }

  ContinuousSystem& system;
  Form form;
  double tolerance;
  StateJacobian block_jacobian;
  std::unique_ptr<GraphJacobian> graph_jacobian;  // instead, if there is one
  size_t nx = 0, ny = 0;
  ContextOwner context;
  VectorOwner yy, yp, weights, id, dense;
  MatrixOwner matrix;
  SolverOwner solver;
  MemoryOwner memory;
  std::vector<sunindextype> pattern_columns, pattern_rows;
  std::vector<int64_t> entry_of;  // of each entry of the state Jacobian, its place in the matrix
  std::vector<int64_t> diagonal;  // of each state, likewise
  std::vector<double> jacobian_values, block_values;
  std::optional<SolveError> last_error;
  double start = 0;
  bool first = true;
};

Ida::Ida(ContinuousSystem& system, Form form, double tolerance)
    : impl_(std::make_unique<Impl>(system, form, tolerance)) {}

Ida::~Ida() = default;

std::optional<IntegrationFailure> Ida::Reset(double t) {
  Impl& impl = *impl_;
  impl.system.Refresh();
  if (impl.graph_jacobian) impl.graph_jacobian->Refresh(impl.system.slots());
  impl.system.GetStates(N_VGetArrayPointer(impl.yy.get()));
  if (impl.ny > 0) {
    if (auto error = impl.system.Evaluate(t, N_VGetArrayPointer(impl.yy.get()))) {
      return IntegrationFailure{std::move(error), {}};
    }
  }
  if (auto error = impl.system.Derivatives(t, N_VGetArrayPointer(impl.yy.get()), N_VGetArrayPointer(impl.yp.get()))) {
    return IntegrationFailure{std::move(error), {}};
  }
  for (size_t i = 0; i < impl.ny; ++i) {
    NV_Ith_S(impl.yy.get(), impl.nx + i) = impl.system.slots()[impl.system.implicit_unknowns()[i]];
    NV_Ith_S(impl.yp.get(), impl.nx + i) = 0;
  }
  previous_time_ = time_ = t;
  impl.start = t;
  impl.first = true;
  impl.last_error.reset();
  if (impl.memory == nullptr) {
    impl.Create(t);
  } else {
    RT_CHECK(IDAReInit(impl.memory.get(), t, impl.yy.get(), impl.yp.get()) == IDA_SUCCESS, "IDAReInit");
  }
  return std::nullopt;
}

std::optional<IntegrationFailure> Ida::Step(double limit) {
  Impl& impl = *impl_;
  void* m = impl.memory.get();
  // Too short for IDA's own arithmetic: the solution does not change over it.
  if (limit - time_ <= 64 * DBL_EPSILON * std::max(std::abs(time_), std::abs(limit))) {
    const double from = time_;
    impl.system.SetPoint(limit, N_VGetArrayPointer(impl.yy.get()));
    auto failure = Reset(limit);
    previous_time_ = from;
    ++steps_;
    return failure;
  }
  IDASetStopTime(m, limit);
  if (std::isfinite(longest_step_)) IDASetMaxStep(m, std::max(longest_step_, 1e-14 * std::abs(time_)));
  if (impl.first) IDASetInitStep(m, std::min(impl.FirstStep(limit), longest_step_));
  impl.first = false;
  double t = time_;
  const int flag = IDASolve(m, limit, &t, impl.yy.get(), impl.yp.get(), IDA_ONE_STEP);
  if (flag < 0) {
    if (impl.last_error) return IntegrationFailure{impl.last_error, {}};
    const char* why = flag == IDA_ERR_FAIL    ? "the error test fails however small the step"
                      : flag == IDA_CONV_FAIL ? "the corrector does not converge however small the step"
                      : flag == IDA_LSETUP_FAIL || flag == IDA_LSOLVE_FAIL ? "the iteration matrix is singular"
                                                                           : "the method gave up";
    return IntegrationFailure{
        std::nullopt,
        fmt::format("{} (ida, code {})\n  hint: a solution grows without bound here, or noEvent hides a discontinuity",
                    why, flag),
        flag == IDA_LSETUP_FAIL || flag == IDA_LSOLVE_FAIL};
  }
  previous_time_ = time_;
  time_ = t;
  ++steps_;
  if (auto error = impl.system.EvaluateIndicators(t, N_VGetArrayPointer(impl.yy.get()))) {
    return IntegrationFailure{std::move(error), {}};
  }
  return std::nullopt;
}

void Ida::Interpolate(double t, double* x) const {
  const Impl& impl = *impl_;
  double last = 0;
  IDAGetCurrentTime(impl.memory.get(), &last);
  N_Vector result = impl.dense.get();
  // After the very short step of Step() there is nothing to interpolate; IDA starts anew.
  if (IDAGetDky(impl.memory.get(), std::min(t, last), 0, result) != IDA_SUCCESS) {
    std::copy_n(N_VGetArrayPointer(impl.yy.get()), impl.nx, x);
    return;
  }
  std::copy_n(N_VGetArrayPointer(result), impl.nx, x);
}

}  // namespace stiction::runtime
