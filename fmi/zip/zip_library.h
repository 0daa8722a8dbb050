// SPDX-License-Identifier: BSD-3-Clause
// The functions of libzip, which is loaded when the first archive is opened.
#pragma once

#include <zip.h>

#include <string>

namespace stiction::fmi {

/// The functions of libzip: zip_close is `close`, and so on. Loading the library with those that it needs itself takes
/// longer than the command needs to start, and few commands open an archive.
struct ZipLibrary {
  decltype(&zip_close) close = nullptr;
  decltype(&zip_discard) discard = nullptr;
  decltype(&zip_error_fini) error_fini = nullptr;
  decltype(&zip_error_init_with_code) error_init_with_code = nullptr;
  decltype(&zip_error_strerror) error_strerror = nullptr;
  decltype(&zip_fclose) fclose = nullptr;
  decltype(&zip_file_add) file_add = nullptr;
  decltype(&zip_file_get_external_attributes) file_get_external_attributes = nullptr;
  decltype(&zip_file_set_dostime) file_set_dostime = nullptr;
  decltype(&zip_fopen_index) fopen_index = nullptr;
  decltype(&zip_fread) fread = nullptr;
  decltype(&zip_get_num_entries) get_num_entries = nullptr;
  decltype(&zip_open) open = nullptr;
  decltype(&zip_set_file_compression) set_file_compression = nullptr;
  decltype(&zip_source_buffer) source_buffer = nullptr;
  decltype(&zip_source_file) source_file = nullptr;
  decltype(&zip_source_free) source_free = nullptr;
  decltype(&zip_stat_index) stat_index = nullptr;
  decltype(&zip_strerror) strerror = nullptr;

  /// Safe from several threads. @returns null if the library, or one of these functions, is not there
  static const ZipLibrary* Get();
  /// @returns why not
  static const std::string& Failure();
  /// What a code of zip_open means.
  std::string Describe(int code) const;
};

}  // namespace stiction::fmi
