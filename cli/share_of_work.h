// SPDX-License-Identifier: BSD-3-Clause
// The part of a sweep that this process has, of several on one or many machines.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

namespace stiction::cli {

/// Of all runs those with run % count == index.
struct ShareOfWork {
  size_t index = 0, count = 1;
  int processes = 0;  // that the machine has left for it; 0: all processors

  bool Has(size_t run) const { return run % count == index; }
};

/// From `--shard K/N`, else from the environment that mpirun of OpenMPI gives its processes, else all.
/// @returns the share, or what is wrong
std::variant<ShareOfWork, std::string> ReadShare(const std::string& shard);

}  // namespace stiction::cli
