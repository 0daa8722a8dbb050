// SPDX-License-Identifier: BSD-3-Clause
// STICTION_VECTOR_CLONES before a function of plain loops compiles it twice: for the vector units of x86-64 processors
// since 2013 and for the others; which one runs is decided when the program starts. Without fused multiply-add, so that
// the results are the same. What it calls becomes part of it, for it would be compiled for the others alone.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    defined(__OPTIMIZE__)
#define STICTION_VECTOR_CLONES __attribute__((target_clones("avx2", "default"), optimize("O3"), flatten))
#else
#define STICTION_VECTOR_CLONES
#endif
