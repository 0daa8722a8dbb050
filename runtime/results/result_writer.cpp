// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/result_writer.h"

#include "runtime/results/csv.h"
#include "runtime/results/mat_writer.h"

namespace stiction::runtime {

std::unique_ptr<ResultWriter> MakeResultWriter(const std::filesystem::path& path, const CsvFormat& format) {
  return path.extension() == ".mat" ? MakeMatWriter(path) : MakeCsvWriter(path, format);
}

}  // namespace stiction::runtime
