// SPDX-License-Identifier: BSD-3-Clause
// Configuration of jemalloc, where the command is linked to it: memory given back.

extern "C" {
/// Read by jemalloc at its start. Memory is kept, as a command ends soon and each representation of a large model fits
/// into the memory of those before it. Pieces of 8 MB and more, the tables of a large model, are no exception
/// (`oversize_threshold`), and smaller ones may be cut out of them (`lg_extent_max_active_fit`).
extern const char* const malloc_conf;
const char* const malloc_conf = "dirty_decay_ms:-1,oversize_threshold:0,lg_extent_max_active_fit:20";
}
