// SPDX-License-Identifier: BSD-3-Clause
// The functions of libzip, which is loaded when the first archive is opened.
#pragma once

#include <zip.h>

#include <string>

namespace stiction::fmi {

/// The functions that are used, without their prefix.
#define STICTION_ZIP_FUNCTIONS(each)                                                                         \
  each(close) each(discard) each(error_fini) each(error_init_with_code) each(error_strerror) each(fclose)    \
      each(file_add) each(file_get_external_attributes) each(file_set_dostime) each(fopen_index) each(fread) \
          each(get_num_entries) each(open) each(set_file_compression) each(source_buffer) each(source_file)  \
              each(source_free) each(stat_index) each(strerror)

/// The functions of libzip: zip_close is `close`, and so on. Loading the library with those that it needs itself takes
/// longer than the command needs to start, and few commands open an archive.
struct ZipLibrary {
#define STICTION_MEMBER(name) decltype(&zip_##name) name = nullptr;
  STICTION_ZIP_FUNCTIONS(STICTION_MEMBER)
#undef STICTION_MEMBER

  /// Safe from several threads. @returns null if the library, or one of these functions, is not there
  static const ZipLibrary* Get();
  /// @returns why not
  static const std::string& Failure();
  /// What a code of zip_open means.
  std::string Describe(int code) const;
};

}  // namespace stiction::fmi
