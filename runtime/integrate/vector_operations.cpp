#include "runtime/integrate/vector_operations.h"

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::runtime {
namespace {

double* Data(N_Vector v) { return NV_DATA_S(v); }
sunindextype Length(N_Vector v) { return NV_LENGTH_S(v); }

void LinearSum(double a, N_Vector x, double b, N_Vector y, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  const double* py = Data(y);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = a * px[i] + b * py[i];
}

void Const(double c, N_Vector z) { std::fill_n(Data(z), Length(z), c); }

void Prod(N_Vector x, N_Vector y, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  const double* py = Data(y);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = px[i] * py[i];
}

void Div(N_Vector x, N_Vector y, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  const double* py = Data(y);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = px[i] / py[i];
}

void Scale(double c, N_Vector x, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = c * px[i];
}

void Abs(N_Vector x, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = std::fabs(px[i]);
}

void Inv(N_Vector x, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = 1 / px[i];
}

void AddConst(N_Vector x, double b, N_Vector z) {
  const sunindextype n = Length(z);
  const double* px = Data(x);
  double* pz = Data(z);
  for (sunindextype i = 0; i < n; ++i) pz[i] = px[i] + b;
}

double DotProd(N_Vector x, N_Vector y) {
  const sunindextype n = Length(x);
  const double* px = Data(x);
  const double* py = Data(y);
  double sum = 0;
  for (sunindextype i = 0; i < n; ++i) sum += px[i] * py[i];
  return sum;
}

double MaxNorm(N_Vector x) {
  const sunindextype n = Length(x);
  const double* px = Data(x);
  double largest = 0;
  for (sunindextype i = 0; i < n; ++i) largest = std::max(largest, std::fabs(px[i]));
  return largest;
}

double WrmsNorm(N_Vector x, N_Vector w) {
  const sunindextype n = Length(x);
  const double* px = Data(x);
  const double* pw = Data(w);
  double sum = 0;
  for (sunindextype i = 0; i < n; ++i) sum += px[i] * pw[i] * (px[i] * pw[i]);
  return std::sqrt(sum / static_cast<double>(n));
}

double WrmsNormMask(N_Vector x, N_Vector w, N_Vector id) {
  const sunindextype n = Length(x);
  const double* px = Data(x);
  const double* pw = Data(w);
  const double* pid = Data(id);
  double sum = 0;
  for (sunindextype i = 0; i < n; ++i) {
    if (pid[i] > 0) sum += px[i] * pw[i] * (px[i] * pw[i]);
  }
  return std::sqrt(sum / static_cast<double>(n));
}

double Min(N_Vector x) {
  const sunindextype n = Length(x);
  const double* px = Data(x);
  double least = std::numeric_limits<double>::infinity();
  for (sunindextype i = 0; i < n; ++i) least = std::min(least, px[i]);
  return least;
}

}  // namespace

void UseOptimizedOperations(N_Vector vector) {
  vector->ops->nvlinearsum = LinearSum;
  vector->ops->nvconst = Const;
  vector->ops->nvprod = Prod;
  vector->ops->nvdiv = Div;
  vector->ops->nvscale = Scale;
  vector->ops->nvabs = Abs;
  vector->ops->nvinv = Inv;
  vector->ops->nvaddconst = AddConst;
  vector->ops->nvdotprod = DotProd;
  vector->ops->nvmaxnorm = MaxNorm;
  vector->ops->nvwrmsnorm = WrmsNorm;
  vector->ops->nvwrmsnormmask = WrmsNormMask;
  vector->ops->nvmin = Min;
}

}  // namespace stiction::runtime
