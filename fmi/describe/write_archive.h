// SPDX-License-Identifier: BSD-3-Clause
// The archive of an exported model.
#pragma once

#include <string>

#include "fmi/describe/model_description.h"
#include "runtime/program/program.h"

namespace stiction::fmi {

struct ExportOptions {
  Version version = Version::kFmi3;
  std::string library;    // path of the runtime library that goes into the archive
  std::string externals;  // path of the compiled C code of external functions; empty: there is none
  std::string tool;       // that has made it
  ReadUnit read_unit;
};

/// Writes the program as a model for importers; the same bytes from the same program and library. A file of that name
/// is replaced when all is written.
/// @returns empty, or why not
std::string WriteArchive(const std::string& path, const runtime::Program& program, const ExportOptions& options);

}  // namespace stiction::fmi
