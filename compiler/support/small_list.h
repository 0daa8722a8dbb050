// The arguments of an expression node: a list of ids that mostly needs no memory of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "compiler/support/ids.h"

namespace stiction::ir {

using ExprId = Id<struct ExprTag>;

/// A list of ids. Up to three, the arguments of everything but calls, stand in the object itself.
class Arguments {
 public:
  Arguments() : few_{} {}
  Arguments(const ExprId* first, const ExprId* last) : few_{} {
    Reserve(static_cast<size_t>(last - first));
    few_.size = static_cast<uint32_t>(last - first);
    std::copy(first, last, data());
  }
  Arguments(std::initializer_list<ExprId> ids) : Arguments(ids.begin(), ids.end()) {}
  Arguments(const std::vector<ExprId>& ids) : Arguments(ids.data(), ids.data() + ids.size()) {}  // NOLINT
  Arguments(const Arguments& other) : Arguments(other.begin(), other.end()) {}
  Arguments(Arguments&& other) noexcept : few_{} { Swap(other); }
  Arguments& operator=(Arguments other) noexcept {
    Swap(other);
    return *this;
  }
  ~Arguments() {
    if (!IsFew()) delete[] many_.ids;
  }

  size_t size() const { return few_.size; }
  bool empty() const { return few_.size == 0; }
  ExprId* data() { return IsFew() ? few_.ids : many_.ids; }
  const ExprId* data() const { return IsFew() ? few_.ids : many_.ids; }
  ExprId* begin() { return data(); }
  ExprId* end() { return data() + size(); }
  const ExprId* begin() const { return data(); }
  const ExprId* end() const { return data() + size(); }
  ExprId& operator[](size_t i) { return data()[i]; }
  ExprId operator[](size_t i) const { return data()[i]; }
  ExprId front() const { return data()[0]; }
  ExprId back() const { return data()[size() - 1]; }

  void push_back(ExprId id) {
    Arguments longer;
    longer.Reserve(size() + 1);
    longer.few_.size = few_.size + 1;
    *std::copy(begin(), end(), longer.begin()) = id;
    Swap(longer);
  }

  friend bool operator==(const Arguments& a, const Arguments& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static constexpr size_t kFew = 3;
  // Both begin with the size, which may therefore be read and written through either.
  struct Few {
    uint32_t size = 0;
    ExprId ids[kFew] = {};
  };
  struct Many {
    uint32_t size;
    ExprId* ids;
  };

  bool IsFew() const { return few_.size <= kFew; }
  // Room in an empty list for `size` ids, which the caller sets.
  void Reserve(size_t size) {
    if (size > kFew) many_ = {0, new ExprId[size]};
  }
  void Swap(Arguments& other) noexcept {
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

}  // namespace stiction::ir
