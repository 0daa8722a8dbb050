// Vector operations for SUNDIALS, compiled with the optimisation of this build: Debian's are not optimised, and they
// are three quarters of the time of an IDA run.
#pragma once

#include <sundials/sundials_nvector.h>

namespace stiction::runtime {

/// Replaces the arithmetic of a serial vector; clones of it inherit that.
void UseOptimizedOperations(N_Vector vector);

}  // namespace stiction::runtime
