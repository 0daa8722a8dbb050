// SPDX-License-Identifier: BSD-3-Clause
// States of an instance as bytes.
#include <cstring>
#include <type_traits>

#include "fmi/model/instance.h"

namespace stiction::fmi {
namespace {

constexpr std::string_view kMagic = "STSTATE1";

template <class T>
requires std::is_trivially_copyable_v<T>
void Put(std::string& bytes, const T& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); }
template <class T>
void Put(std::string& bytes, const std::vector<T>& values) {
  Put(bytes, uint64_t{values.size()});
  for (const T& value : values) Put(bytes, value);
}

template <class T>
requires std::is_trivially_copyable_v<T>
bool Take(std::string_view& bytes, T& value) {
  if (bytes.size() < sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return true;
}
bool Take(std::string_view& bytes, bool& value) {
  unsigned char byte = 0;
  if (!Take(bytes, byte) || byte > 1) return false;
  value = byte != 0;
  return true;
}
template <class T>
bool Take(std::string_view& bytes, std::vector<T>& values) {
  uint64_t count = 0;
  if (!Take(bytes, count) || count > bytes.size() / sizeof(T)) return false;
  values.resize(count);
  for (T& value : values) Take(bytes, value);
  return true;
}

}  // namespace

std::string InstanceState::Bytes() const {
  std::string bytes(kMagic);
  Put(bytes, phase);
  for (const double value : {start_time, stop_time, tolerance, run.time}) Put(bytes, value);
  Put(bytes, constants);
  Put(bytes, is_started);
  Put(bytes, inputs_changed);
  Put(bytes, run.slots);
  Put(bytes, run.next_ticks);
  return bytes;
}

std::optional<InstanceState> InstanceState::FromBytes(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return std::nullopt;
  bytes.remove_prefix(kMagic.size());
  InstanceState state;
  const bool is_whole = Take(bytes, state.phase) && Take(bytes, state.start_time) && Take(bytes, state.stop_time) &&
                        Take(bytes, state.tolerance) && Take(bytes, state.run.time) && Take(bytes, state.constants) &&
                        Take(bytes, state.is_started) && Take(bytes, state.inputs_changed) &&
                        Take(bytes, state.run.slots) && Take(bytes, state.run.next_ticks) && bytes.empty();
  if (!is_whole || state.phase > Phase::kTerminated) return std::nullopt;
  return state;
}

}  // namespace stiction::fmi
