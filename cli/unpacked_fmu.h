// SPDX-License-Identifier: BSD-3-Clause
// An FMU whose archive is unpacked while it is used.
#pragma once

#include <string>

#include "cli/command_line.h"
#include "cli/work_directory.h"
#include "fmi/import/description.h"

namespace stiction::cli {

/// True if the command line names an FMU.
bool IsFmu(const CommandLine& line);

class UnpackedFmu {
 public:
  explicit UnpackedFmu(const std::string& file);

  /// Why it is none; empty: it is one.
  const std::string& wrong() const { return wrong_; }
  const std::string& folder() const { return folder_; }
  const fmi::ImportedModel& model() const { return model_; }

 private:
  WorkDirectory directory_;
  std::string folder_;
  fmi::ImportedModel model_;
  std::string wrong_;
};

}  // namespace stiction::cli
