// SPDX-License-Identifier: BSD-3-Clause
#include "cli/unpacked_fmu.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fmi/import/extract.h"

namespace stiction::cli {

namespace fs = std::filesystem;

bool IsFmu(const CommandLine& line) {
  return std::ranges::any_of(line.files, [](const std::string& file) { return fs::path(file).extension() == ".fmu"; });
}

UnpackedFmu::UnpackedFmu(const std::string& file) : wrong_(directory_.failure()) {
  if (!wrong_.empty()) return;
  const fs::path folder = directory_.Of(0);
  folder_ = folder.string();
  std::error_code wrong;
  fs::create_directories(folder, wrong);
  if (const std::string why = fmi::Extract(file, folder); !why.empty()) {
    wrong_ = fmt::format("'{}' cannot be unpacked: {}", file, why);
    return;
  }
  auto read = fmi::ReadDescription((folder / "modelDescription.xml").string());
  if (const auto* const why = std::get_if<std::string>(&read)) {
    wrong_ = fmt::format("'{}': {}", file, *why);
  } else {
    model_ = std::get<fmi::ImportedModel>(std::move(read));
  }
}

}  // namespace stiction::cli
