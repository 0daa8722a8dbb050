// SPDX-License-Identifier: BSD-3-Clause
// Typed indices: after resolve, identity is an id; names are for people.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace stiction {

/// An index into one kind of table. Default-constructed ids are invalid; `if (id)` asks for validity.
template <class Tag>
struct Id {
  int32_t value = -1;

  constexpr Id() = default;
  constexpr explicit Id(int64_t v) : value(static_cast<int32_t>(v)) {}
  constexpr explicit operator bool() const { return value >= 0; }
  constexpr size_t index() const { return static_cast<size_t>(value); }
  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

}  // namespace stiction

template <class Tag>
struct std::hash<stiction::Id<Tag>> {
  size_t operator()(stiction::Id<Tag> id) const noexcept { return std::hash<int32_t>()(id.value); }
};
