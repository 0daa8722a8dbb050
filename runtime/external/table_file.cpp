#include "runtime/external/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace stiction::runtime {

ReadMatrix ReadTableFile(const TableFile& file) {
  std::error_code ignored;
  std::ifstream in(file.path, std::ios::binary);
  if (!in || std::filesystem::is_directory(file.path, ignored)) {
    const char* why = in ? "it is a folder" : std::strerror(errno);
    const std::string tried = std::filesystem::absolute(file.path, ignored).lexically_normal().string();
    return fmt::format(
        "the table file '{}' cannot be read: {} (tried '{}'); a name without a folder is looked for where the "
        "simulation "
        "runs, loadResource(\"modelica://...\") finds it in a library",
        file.path.string(), why, tried);
  }
  std::ostringstream contents;
  contents << in.rdbuf();
  std::string extension = file.path.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (extension == ".csv") return ParseTableCsv(contents.str(), file);
  if (extension == ".mat") return ParseTableMat(contents.str(), file);
  return ParseTableText(contents.str(), file);
}

}  // namespace stiction::runtime
