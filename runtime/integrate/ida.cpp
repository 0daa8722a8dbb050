// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ida.h"

#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <memory>

#include "runtime/integrate/ida_matrix.h"
#include "runtime/integrate/state_scales.h"
#include "runtime/integrate/vector_operations.h"
#include "runtime/program/check.h"
#include "runtime/support/perturbation.h"

namespace stiction::runtime {
namespace {

constexpr long kMaxStepsPerCall = 100000;
// Each quarters the step: down to the last place of t, where a branch ends that cannot be computed beyond its event.
constexpr int kMaxFailures = 40;
constexpr double kErrorOfFirstStep = 0.03;  // of the tolerance of a step
constexpr double kMoment = 1e-3;            // of the longest step
// Of what is 0 and stays so, in the choice of pivots: beside it nothing is small.
constexpr double kSizeOfUnmoved = 1e-100;
constexpr double kMaxTrials = 100;  // the first step is no longer than that many
// A step is made longer if that much is possible. IDA's default, 2, lets it stay at a third of what is possible at
// order 5; at small factors the order is not raised, since that takes several steps of equal size.
constexpr double kWorthwhileGrowth = 1.5;
// Of the tolerance of a step, that the corrector may leave. With IDA's default, a third, what it leaves scatters the
// error of a run by a factor of ten, and costs more steps than iterations are saved.
constexpr double kLeftByCorrector = 0.03;
// A first correction that is less is the last one. After a larger one IDA wants the next to be smaller, which rounding
// errors are not.
constexpr double kLeftAtOnce = kLeftByCorrector / 20;
// Of the tolerance asked for. IDA restarts at order 1 after each event and takes the state at the next one from dense
// output: at equal tolerance its errors after many events are ten times those of the one-step method.
constexpr double kToleranceOfBdfStep = 0.1 * kToleranceOfStep;
constexpr double kLoose = 1e-4, kTightest = 1e-14;

// Of a step at order k, for a run at the tolerance asked for: with a bound on the error of each step the error of a run
// goes with the power k / (k + 1) of it. So that errors follow the tolerance asked for, as users expect, that of a step
// falls by the power 1.2 (k = 5) from kLoose on.
double ToleranceOfBdfStep(double asked) {
  const double proportional = kToleranceOfBdfStep * asked;
  return std::max(proportional * std::pow(std::min(asked / kLoose, 1.0), 0.2), std::min(kTightest, proportional));
}

/// Calls a destructor of SUNDIALS.
template <auto Destroy>
struct Destroyer {
  template <typename Object>
  void operator()(Object* object) const {
    Destroy(object);
  }
};

void DestroyMemory(void* memory) { IDAFree(&memory); }
void DestroyContext(_SUNContext* context) { SUNContext_Free(&context); }

using ContextOwner = std::unique_ptr<_SUNContext, Destroyer<DestroyContext>>;
using VectorOwner = std::unique_ptr<_generic_N_Vector, Destroyer<N_VDestroy>>;

struct MemoryDeleter {
  void operator()(void* memory) const { DestroyMemory(memory); }
};
using MemoryOwner = std::unique_ptr<void, MemoryDeleter>;

bool AreFinite(const double* values, size_t n) {
  return std::all_of(values, values + n, [](double value) { return std::isfinite(value); });
}

void Silence(int, const char*, const char*, char*, void*) {}  // failures are told by return values

}  // namespace

struct Ida::Impl {
  Impl(ContinuousSystem& the_system, Form the_form, double the_tolerance)
      : system(the_system),
        form(the_form),
        asked_tolerance(the_tolerance),
        tolerance(ToleranceOfBdfStep(the_tolerance)),
        scales(the_system, tolerance, kLeftAtOnce),
        block_jacobian(the_system.program(), the_form, the_system.tape(), the_system.solver().solved_inside()) {
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
    const auto size = static_cast<sunindextype>(nx + ny);
    yy.reset(N_VNew_Serial(size, context.get()));
    UseOptimizedOperations(yy.get());
    yp.reset(N_VClone(yy.get()));
    id.reset(N_VClone(yy.get()));
    scratch.resize(nx + ny);
    ahead.resize(nx);
    dense.reset(N_VMake_Serial(size, scratch.data(), context.get()));
    UseOptimizedOperations(dense.get());
    matrix = std::make_unique<IdaMatrix>(
        graph_jacobian ? graph_jacobian->column_begin() : block_jacobian.column_begin(),
        graph_jacobian ? graph_jacobian->row_of() : block_jacobian.row_of(), nx, context.get());
  }

  void SetUnknowns(N_Vector from) {
    for (size_t i = 0; i < ny; ++i) system.slots()[system.implicit_unknowns()[i]] = NV_Ith_S(from, nx + i);
  }

  std::optional<SolveError> Evaluate(double t, N_Vector from, double* residuals) {
    SetUnknowns(from);
    return form == Form::kDae ? system.Residuals(t, N_VGetArrayPointer(from), residuals)
                              : system.Evaluate(t, N_VGetArrayPointer(from));
  }

  static int Residual(double t, N_Vector yy, N_Vector yp, N_Vector residual, void* data) {
    Impl& self = *static_cast<Impl*>(data);
    double* r = N_VGetArrayPointer(residual);
    std::optional<SolveError> error;
    if (self.form == Form::kOde) {
      error = self.system.Derivatives(t, N_VGetArrayPointer(yy), r);
    } else {
      error = self.Evaluate(t, yy, r + self.nx);
      if (!error) self.system.ReadDerivatives(r);
    }
    if (!error && SubtractFrom(N_VGetArrayPointer(yp), r, self.nx) && AreFinite(r + self.nx, self.ny)) return 0;
    self.evaluation_failed = true;
    self.last_error = std::move(error);
    return 1;
  }

  // Why IDA did not get on, after IDASolve said `flag`: if it made a step, one that is too short.
  IntegrationFailure Failure(int flag) const {
    if (last_error) return {last_error, {}};
    long error_tests = 0, corrections = 0;
    IDAGetNumErrTestFails(memory.get(), &error_tests);
    IDAGetNumNonlinSolvConvFails(memory.get(), &corrections);
    const bool by_corrector = flag == IDA_CONV_FAIL || (flag >= 0 && corrections > error_tests);
    const char* const why = evaluation_failed                   ? "the model cannot be evaluated"
                            : matrix->is_singular()             ? "the iteration matrix is singular"
                            : by_corrector                      ? "the corrector does not converge"
                            : flag >= 0 || flag == IDA_ERR_FAIL ? "the error test fails"
                                                                : "the method gives up";
    return HoweverSmallTheStep(why, fmt::format("ida, code {}", flag), matrix->is_singular());
  }

  // The values that there are stay where nothing has changed that they depend on.
  bool ComputeJacobian(double t, N_Vector from, double* residuals) {
    if (jacobian_is_current) return true;
    if (graph_jacobian &&
        graph_jacobian->Compute(t, N_VGetArrayPointer(from), system.slots(), system.solver(), jacobian_values)) {
      jacobian_is_current = !graph_jacobian->varies();
      return true;
    }
    if (Evaluate(t, from, residuals) || !block_jacobian.Compute(system.slots(), block_values)) return false;
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

  void TakeDamping() {
    if (graph_jacobian) {
      scales.TakeJacobian(graph_jacobian->column_begin(), graph_jacobian->row_of(), jacobian_values);
    } else {
      scales.TakeJacobian(block_jacobian.column_begin(), block_jacobian.row_of(), jacobian_values);
    }
  }

  static int Jacobian(double t, double cj, N_Vector yy, N_Vector, N_Vector, SUNMatrix, void* data, N_Vector scratch,
                      N_Vector, N_Vector) {
    Impl& self = *static_cast<Impl*>(data);
    if (!self.ComputeJacobian(t, yy, N_VGetArrayPointer(scratch) + self.nx)) return 1;
    self.TakeDamping();
    self.matrix->Set(self.jacobian_values.data(), cj, self.sizes.data());
    return 0;
  }

  static int Weights(N_Vector yy, N_Vector weights, void* data) {
    const Impl& self = *static_cast<Impl*>(data);
    ErrorWeights(self.tolerance, self.absolute.data(), N_VGetArrayPointer(yy), N_VGetArrayPointer(weights),
                 self.absolute.size());
    return 0;
  }

  void Create(double t) {
    memory.reset(IDACreate(context.get()));
    RT_CHECK(memory != nullptr, "IDACreate");
    void* m = memory.get();
    int bad = 0;
    bad |= IDASetErrHandlerFn(m, Silence, nullptr);
    bad |= IDAInit(m, Residual, t, yy.get(), yp.get());
    for (size_t i = 0; i < nx + ny; ++i) NV_Ith_S(id.get(), i) = i < nx ? 1 : 0;
    bad |= IDAWFtolerances(m, Weights);
    bad |= IDASetUserData(m, this);
    bad |= IDASetLinearSolver(m, matrix->solver(), matrix->matrix());
    bad |= IDASetJacFn(m, Jacobian);
    bad |= IDASetId(m, id.get());
    bad |= IDASetSuppressAlg(m, ny > 0 ? SUNTRUE : SUNFALSE);
    bad |= IDASetMaxNumSteps(m, kMaxStepsPerCall);
    bad |= IDASetMaxConvFails(m, kMaxFailures);
    bad |= IDASetMaxErrTestFails(m, kMaxFailures);
    bad |= IDASetNonlinConvCoef(m, kLeftByCorrector);
    bad |= IDASetEtaFixedStepBounds(m, 1.0, kWorthwhileGrowth);
    RT_CHECK(bad == 0, "setting up IDA");
  }

  // Rounding errors of the terms of derivatives that come from unknowns of blocks: where a large force balances another
  // one, the small motion between them has the rounding errors of the forces, also where their sum happens to be exact.
  void FindNoiseOfUnknowns(double t) {
    if (!ComputeJacobian(t, yy.get(), scratch.data() + nx)) return system.tape().ClearFailure();
    const auto& begin = block_jacobian.column_begin();
    std::fill(ahead.begin(), ahead.end(), 0.0);
    for (size_t column = nx; column < nx + ny; ++column) {
      for (auto k = static_cast<size_t>(begin[column]); k < static_cast<size_t>(begin[column + 1]); ++k) {
        const auto row = static_cast<size_t>(block_jacobian.row_of()[k]);
        if (row < nx) ahead[row] += std::abs(jacobian_values[k] * NV_Ith_S(yy.get(), column));
      }
    }
    for (size_t i = 0; i < nx; ++i) scales.NoteNoise(i, DBL_EPSILON * ahead[i]);
  }

  // Unknowns of blocks by what their equations tell at this point, and by what they are a moment later where all states
  // are their sizes further: what follows from a speed that has just left 0, or from an input that does, is small only
  // for the moment.
  // @pre the slots are those of yy at t, and are so again
  void FindSizesOfUnknowns(double t, double reach) {
    const double later = t + (std::isfinite(reach) ? kMoment * reach : 0);
    sizes_of_unknowns = system.solver().SizesOfUnknowns(system.slots(), tolerance);
    const std::vector<Slot>& unknowns = system.implicit_unknowns();
    const double* const x = N_VGetArrayPointer(yy.get());
    // One that follows from several states may not change where all move alike.
    for (uint64_t sample = 0; sample < 4; ++sample) {
      const double part = sample % 2 == 0 ? 1 : 0.7;
      for (size_t i = 0; i < nx; ++i) ahead[i] = x[i] + part * PerturbationSign(i, sample) * scales.sizes()[i];
      static_cast<void>(system.Evaluate(later, ahead.data()));
      for (size_t i = 0; i < ny; ++i) {
        const double change = std::abs(system.slots()[unknowns[i]] - NV_Ith_S(yy.get(), nx + i));
        if (std::isfinite(change)) sizes_of_unknowns[i] = std::max(sizes_of_unknowns[i], change);
      }
      system.tape().ClearFailure();
    }
    static_cast<void>(system.Evaluate(t, x));
  }

  // Failed attempts at a step since the last call, by the error test or by the corrector.
  uint64_t NewFailures() {
    long error_tests = 0, corrections = 0;
    IDAGetNumErrTestFails(memory.get(), &error_tests);
    IDAGetNumNonlinSolvConvFails(memory.get(), &corrections);
    const auto all = static_cast<uint64_t>(error_tests + corrections);
    const uint64_t fresh = all > failures ? all - failures : 0;
    failures = all;
    return fresh;
  }

  // They grow with the terms of their equations: also those of an unknown that stays 0 between terms that do not.
  // @pre as for FindSizesOfUnknowns
  void UpdateSizesOfUnknowns(double t) {
    static_cast<void>(system.Evaluate(t, N_VGetArrayPointer(yy.get())));
    const std::vector<double> now = system.solver().SizesOfUnknowns(system.slots(), tolerance);
    for (size_t i = 0; i < ny; ++i) sizes_of_unknowns[i] = std::max(sizes_of_unknowns[i], now[i]);
    system.tape().ClearFailure();
  }

  // @post absolute and sizes are those of the states and of the unknowns of blocks
  void TakeScales() {
    absolute = scales.absolute();
    sizes.clear();
    for (size_t i = 0; i < nx; ++i) sizes.push_back(scales.IsKnown(i) ? scales.sizes()[i] : kSizeOfUnmoved);
    for (const double size : sizes_of_unknowns) {
      absolute.push_back(tolerance * (size > kNothing ? size : 1));
      sizes.push_back(size > kNothing ? size : kSizeOfUnmoved);
    }
  }

  // IDA begins at order 1 and doubles the step and raises the order each time, as long as no step fails its error test:
  // a first step so small that this goes on to the greatest order costs less than one that fails. The error of order 1
  // is about h^2 |x''| / 2; x'' from a difference of the slopes along the tangent.
  double FirstStep(double limit) {
    const double span = limit - start;
    const double* const x = N_VGetArrayPointer(yy.get());
    const double* const slope = N_VGetArrayPointer(yp.get());
    const auto scale = [&](size_t i) { return absolute[i] + tolerance * std::abs(x[i]); };
    double steepest = 0;
    for (size_t i = 0; i < nx; ++i) steepest = std::max(steepest, std::abs(slope[i]) / scale(i));
    const double by_slope = steepest > 0 ? 0.5 / (std::sqrt(tolerance) * steepest) : span;
    const double trial = std::min(by_slope, 1e-5 * span);
    for (size_t i = 0; i < nx; ++i) ahead[i] = x[i] + trial * slope[i];
    if (system.Derivatives(start + trial, ahead.data(), scratch.data())) return trial;
    double bend = 0;
    for (size_t i = 0; i < nx; ++i) {
      const double scaled = (scratch[i] - slope[i]) / (trial * scale(i));
      bend += scaled * scaled;
    }
    bend = std::sqrt(bend / static_cast<double>(nx));
    const double by_bend = bend > 0 ? std::sqrt(2 * kErrorOfFirstStep / bend) : span;
    return std::min({by_bend, kMaxTrials * trial, 0.1 * span});
  }

  ContinuousSystem& system;
  Form form;
  double asked_tolerance, tolerance;
  StateScales scales;
  StateJacobian block_jacobian;
  std::unique_ptr<GraphJacobian> graph_jacobian;  // instead, if there is one
  size_t nx = 0, ny = 0;
  ContextOwner context;
  VectorOwner yy, yp, id;
  VectorOwner dense;  // without data of its own
  std::vector<double> scratch, absolute, ahead;
  std::vector<double> sizes_of_unknowns;  // ny
  std::vector<double> sizes;              // nx + ny, for the choice of pivots
  std::unique_ptr<IdaMatrix> matrix;
  MemoryOwner memory;
  std::vector<double> jacobian_values, block_values;
  bool jacobian_is_current = false;
  bool evaluation_failed = false;        // in the step being made
  std::optional<SolveError> last_error;  // of such a failure, where there is one
  double start = 0;
  bool first = true;
  uint64_t steps_since_reset = 0, failures = 0;
};

Ida::Ida(ContinuousSystem& system, Form form, double tolerance)
    : impl_(std::make_unique<Impl>(system, form, tolerance)) {}

Ida::~Ida() = default;

std::optional<IntegrationFailure> Ida::Reset(double t) {
  Impl& impl = *impl_;
  impl.system.Refresh();
  if (impl.graph_jacobian && impl.graph_jacobian->Refresh(impl.system.slots())) impl.jacobian_is_current = false;
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
  if (impl.ny > 0 && impl.scales.LooksAtNoise()) impl.FindNoiseOfUnknowns(t);
  if (impl.scales.Begin(t, N_VGetArrayPointer(impl.yy.get()), N_VGetArrayPointer(impl.yp.get()), longest_step_)) {
    if (auto error = impl.system.Derivatives(t, N_VGetArrayPointer(impl.yy.get()), N_VGetArrayPointer(impl.yp.get()))) {
      return IntegrationFailure{std::move(error), {}};
    }
  }
  if (impl.ny > 0) impl.FindSizesOfUnknowns(t, longest_step_);
  impl.TakeScales();
  previous_time_ = time_ = t;
  impl.start = t;
  impl.first = true;
  impl.steps_since_reset = impl.failures = 0;
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
  if (impl.first) {
    const double first = std::max(std::min(impl.FirstStep(limit), longest_step_), LeastStep(time_));
    IDASetInitStep(m, std::min(first, limit - time_));
  }
  impl.first = false;
  impl.evaluation_failed = false;
  impl.last_error.reset();
  double t = time_;
  const int flag = IDASolve(m, limit, &t, impl.yy.get(), impl.yp.get(), IDA_ONE_STEP);
  const bool stands = t <= time_;  // the step is below the last place of t
  if (flag < 0 || stands) {
    IntegrationFailure failure = impl.Failure(flag);
    if (!LeaveSharedLoads()) return failure;
    if (auto failed_reset = Reset(time_)) return failed_reset;
    return Step(limit);
  }
  previous_time_ = time_;
  time_ = t;
  ++steps_;
  const bool has_grown = impl.scales.Accept(N_VGetArrayPointer(impl.yy.get()), t - previous_time_);
  bool looks = impl.scales.LookAgain(t, N_VGetArrayPointer(impl.yy.get()));
  if (const uint64_t failures = impl.NewFailures(); failures > 0)
    looks = impl.scales.Reject(t, N_VGetArrayPointer(impl.yy.get()), t - previous_time_, failures) || looks;
  if (impl.ny > 0 && std::has_single_bit(++impl.steps_since_reset)) impl.UpdateSizesOfUnknowns(t);
  if (has_grown || looks || std::has_single_bit(impl.steps_since_reset)) impl.TakeScales();
  if (auto error = impl.system.EvaluateIndicators(t, N_VGetArrayPointer(impl.yy.get()))) {
    return IntegrationFailure{std::move(error), {}};
  }
  return std::nullopt;
}

// Forces that are not unique are unknowns that their residuals do not determine, or by rounding errors only: the solver
// of blocks shares them.
// @post if true, the slots hold the states of time(), and Reset has to follow
bool Ida::LeaveSharedLoads() {
  if (impl_->form != Form::kDae) return false;
  ContinuousSystem& system = impl_->system;
  std::vector<double> x(impl_->nx);
  Interpolate(time_, x.data());
  if (!system.SolveSharedLoads(time_, x.data())) return false;
  system.SetPoint(time_, x.data());
  auto next = std::make_unique<Impl>(system, Form::kDae, impl_->asked_tolerance);
  next->scales.TakeHistory(impl_->scales);
  impl_ = std::move(next);
  return true;
}

StateScales* Ida::scales() { return &impl_->scales; }

const StateErrors* Ida::Errors() const { return &impl_->scales.errors(); }

void Ida::Interpolate(double t, double* x) const {
  Impl& impl = *impl_;
  double last = 0;
  IDAGetCurrentTime(impl.memory.get(), &last);
  double* const to = impl.ny == 0 ? x : impl.scratch.data();
  N_VSetArrayPointer(to, impl.dense.get());
  // After the very short step of Step() there is nothing to interpolate; IDA starts anew.
  if (IDAGetDky(impl.memory.get(), std::min(t, last), 0, impl.dense.get()) != IDA_SUCCESS) {
    std::copy_n(N_VGetArrayPointer(impl.yy.get()), impl.nx, x);
  } else if (to != x) {
    std::copy_n(to, impl.nx, x);
  }
}

}  // namespace stiction::runtime
