// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/describe/write_archive.h"

#include <fmt/format.h>

#include <cctype>
#include <memory>

#include "fmi/model/load_program.h"
#include "fmi/model/start_values.h"
#include "fmi/zip/zip_library.h"
#include "runtime/program/stored_program.h"

namespace stiction::fmi {
namespace {

// Letters, digits and _: "Drives_Clutch" of Drives.Clutch.
std::string IdentifierOf(const std::string& model) {
  std::string identifier;
  for (const char c : model) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    identifier += is_letter ? c : '_';
  }
  const bool begins_well = !identifier.empty() && std::isdigit(static_cast<unsigned char>(identifier.front())) == 0;
  return begins_well ? identifier : std::string("_").append(identifier);
}

class Archive {
 public:
  explicit Archive(const std::string& path) {
    if (zip_ == nullptr) {
      wrong_ = ZipLibrary::Failure();
      return;
    }
    int code = 0;
    archive_ = zip_->open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
    if (archive_ == nullptr) wrong_ = zip_->Describe(code);
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() {
    if (archive_ != nullptr) zip_->discard(archive_);
  }

  /// @param text outlives this
  void AddText(const std::string& name, const std::string& text) {
    if (wrong_.empty()) Add(name, zip_->source_buffer(archive_, text.data(), text.size(), 0));
  }
  void AddFile(const std::string& name, const std::string& path) {
    if (wrong_.empty()) Add(name, zip_->source_file(archive_, path.c_str(), 0, -1));
  }
  /// @returns empty, or the first thing that went wrong
  std::string Finish() {
    if (!wrong_.empty()) return wrong_;
    if (zip_->close(archive_) != 0) return zip_->strerror(archive_);
    archive_ = nullptr;
    return {};
  }

 private:
  void Add(const std::string& name, zip_source_t* source) {
    constexpr uint32_t kFastest = 1;
    const zip_int64_t index = source == nullptr ? -1 : zip_->file_add(archive_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      wrong_ = fmt::format("{}: {}", name, zip_->strerror(archive_));
      zip_->source_free(source);
      return;
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t kDate = 1 << 5 | 1;  // January 1 of the first year that there is
    zip_->file_set_dostime(archive_, at, 0, kDate, 0);
    zip_->set_file_compression(archive_, at, ZIP_CM_DEFLATE, kFastest);
  }

  const ZipLibrary* zip_ = ZipLibrary::Get();
  zip_t* archive_ = nullptr;
  std::string wrong_;
};

}  // namespace

std::string WriteArchive(const std::string& path, const runtime::Program& program, const ExportOptions& options) {
  const std::string stored = runtime::StoreProgram(program);
  runtime::Program separate = program;
  const ExposedModel model = Expose(separate, SeparateStartValues(separate));
  const std::string identifier = IdentifierOf(program.model);
  const std::string description =
      DescribeModel(separate, model, {options.version, identifier, TokenOf(stored), options.tool, options.read_unit});
  const char* const platform = options.version == Version::kFmi2 ? "linux64" : "x86_64-linux";
  Archive archive(path);
  archive.AddText("modelDescription.xml", description);
  archive.AddFile(fmt::format("binaries/{}/{}.so", platform, identifier), options.library);
  archive.AddText(fmt::format("resources/{}", kProgramFile), stored);
  if (!options.externals.empty()) archive.AddFile(fmt::format("resources/{}", kExternalFile), options.externals);
  return archive.Finish();
}

}  // namespace stiction::fmi
