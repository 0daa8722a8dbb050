// SPDX-License-Identifier: BSD-3-Clause
#include "cli/allocator.h"

#include <cstddef>

extern "C" {
/// Configuration of jemalloc, read at its start. Memory is kept, as most commands end soon and each representation of a
/// large model fits into the memory of those before it. Pieces of 8 MB and more, the tables of a large model, are no
/// exception (`oversize_threshold`), and smaller ones may be cut out of them (`lg_extent_max_active_fit`).
extern const char* const malloc_conf;
const char* const malloc_conf = "dirty_decay_ms:-1,oversize_threshold:0,lg_extent_max_active_fit:20";

/// `mallctl` of jemalloc; null without it.
int ControlAllocator(const char* name, void* old_value, size_t* old_size, void* new_value,
                     size_t new_size) asm("mallctl") __attribute__((weak));
}

namespace stiction::cli {

void ReturnFreedMemory() {
  if (ControlAllocator != nullptr) {
    ControlAllocator("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // 4096: all arenas
  }
}

}  // namespace stiction::cli
