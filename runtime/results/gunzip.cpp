// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/gunzip.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace stiction::runtime {

bool IsGzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::variant<Unpacked, std::string> Gunzip(std::string_view bytes, size_t max) {
  constexpr int kGzipOnly = 16 + MAX_WBITS;
  z_stream stream{};
  if (inflateInit2(&stream, kGzipOnly) != Z_OK) return std::string("zlib cannot be started");
  struct End {
    z_stream& stream;
    ~End() { inflateEnd(&stream); }
  } end{stream};
  Unpacked unpacked;
  std::vector<char> buffer(1 << 20);
  size_t taken = 0;
  while (true) {
    if (stream.avail_in == 0 && taken < bytes.size()) {
      const size_t chunk = std::min(bytes.size() - taken, size_t{1} << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data() + taken));
      stream.avail_in = static_cast<uInt>(chunk);
      taken += chunk;
    }
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    const size_t size = buffer.size() - stream.avail_out;
    if (size > max - unpacked.bytes.size()) {
      return fmt::format("unpacked it has more than {} bytes; unpack it with gunzip if that is right", max);
    }
    unpacked.bytes.append(buffer.data(), size);
    if (status == Z_STREAM_END) {
      if (stream.avail_in == 0 && taken == bytes.size()) return unpacked;
      inflateReset(&stream);
      continue;
    }
    const size_t at = taken - stream.avail_in;
    if (status == Z_BUF_ERROR ||
        (status == Z_OK && stream.avail_in == 0 && taken == bytes.size() && stream.avail_out != 0)) {
      return fmt::format("byte {}: the gzip stream ends early: the file is cut off", at);
    }
    if (status != Z_OK) {
      return fmt::format("byte {}: the gzip stream is damaged ({})", at, stream.msg ? stream.msg : "unknown");
    }
  }
}

}  // namespace stiction::runtime
