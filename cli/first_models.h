// SPDX-License-Identifier: BSD-3-Clause
// The models that `stiction new` makes.
#pragma once

#include <string>

namespace stiction::cli {

struct FirstModel {
  std::string text;     // of its file
  std::string comment;  // what happens
  std::string plot;     // signals worth a look, as arguments of `stiction plot`
};

/// A block on a rough table: needs no library.
FirstModel BlockModel(const std::string& name);

/// Two shafts and a clutch of the Modelica Standard Library.
FirstModel DrivelineModel(const std::string& name);

}  // namespace stiction::cli
