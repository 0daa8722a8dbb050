// SPDX-License-Identifier: BSD-3-Clause
// A list that has few items almost always.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

namespace stiction {

/// Items in order, in sixteen bytes: up to twelve bytes of them stand in the list itself and need no memory of their
/// own. For ids and small records that millions of objects have one, two or three of.
template <class T>
class SmallList {
 public:
  SmallList() : few_{} {}
  SmallList(const T* first, const T* last) : few_{} { Append(first, last); }
  SmallList(std::initializer_list<T> items) : SmallList(items.begin(), items.end()) {}
  SmallList(const std::vector<T>& items) : SmallList(items.data(), items.data() + items.size()) {}  // NOLINT
  SmallList(const SmallList& other) : SmallList(other.begin(), other.end()) {}
  SmallList(SmallList&& other) noexcept : few_{} { Swap(other); }
  SmallList& operator=(SmallList other) noexcept {
    Swap(other);
    return *this;
  }
  ~SmallList() {
    if (!IsFew()) delete[] many_.items;
  }

  size_t size() const { return few_.size; }
  bool empty() const { return few_.size == 0; }
  T* data() { return IsFew() ? few_.items : many_.items; }
  const T* data() const { return IsFew() ? few_.items : many_.items; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  const T& front() const { return data()[0]; }
  const T& back() const { return data()[size() - 1]; }

  void push_back(const T& item) {
    const T copy = item;  // it may be one of these
    Append(&copy, &copy + 1);
  }

  friend bool operator==(const SmallList& a, const SmallList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 12 && alignof(T) <= 4);
  static constexpr uint32_t kFew = 12 / sizeof(T);
  // Both begin with the size, which may therefore be read through either.
  struct Few {
    uint32_t size = 0;
    T items[kFew] = {};
  };
  struct Many {
    uint32_t size;
    uint32_t capacity;
    T* items;
  };

  bool IsFew() const { return few_.size <= kFew; }
  void Append(const T* first, const T* last) {
    const auto size = static_cast<uint32_t>(this->size() + static_cast<size_t>(last - first));
    if (size <= kFew) {
      std::copy(first, last, few_.items + few_.size);
      few_.size = size;
      return;
    }
    if (IsFew() || size > many_.capacity) {
      const uint32_t capacity = std::max(size, 2 * (IsFew() ? kFew : many_.capacity));
      T* const items = new T[capacity];
      std::copy(begin(), end(), items);
      if (!IsFew()) delete[] many_.items;
      many_ = Many{few_.size, capacity, items};
    }
    std::copy(first, last, many_.items + many_.size);
    many_.size = size;
  }
  void Swap(SmallList& other) noexcept {
    const bool is_few = IsFew();
    const Few few = is_few ? few_ : Few{};
    const Many many = is_few ? Many{} : many_;
    if (other.IsFew()) {
      few_ = other.few_;
    } else {
      many_ = other.many_;
    }
    if (is_few) {
      other.few_ = few;
    } else {
      other.many_ = many;
    }
  }

  union {
    Few few_;
    Many many_;
  };
};

}  // namespace stiction
