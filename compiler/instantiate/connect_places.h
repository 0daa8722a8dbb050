// SPDX-License-Identifier: BSD-3-Clause
// What the ends of connects name while expandable connectors grow (MLS 9.1.3).
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/instantiate/added_elements.h"
#include "compiler/instantiate/expandable_connects.h"

namespace stiction {

/// What the end of a connect names.
struct NamedPlaces {
  enum class Kind : uint8_t {
    kKnown,       // `places`, row-major, of these dimensions
    kLacks,       // one of the expandable connectors `holders` lacks what the step number `step` names
    kOutOfRange,  // of the array that the step number `step` names
    kNothing      // it is removed, or wrong in a way that is told where the equations are bound
  };
  Kind kind = Kind::kNothing;
  std::vector<int64_t> dims;
  std::vector<Place> places;
  size_t step = 0;                      // the last that was followed
  std::vector<ir::InstanceId> holders;  // in which it is looked up
  std::vector<int64_t> holder_dims;
};

/// Follows the end of a connect from instance to instance.
class ConnectPlaces {
 public:
  ConnectPlaces(Instantiation& data, AddedElements& added) : data_(data), added_(added) {}

  NamedPlaces Find(const ConnectEnd& end);

 private:
  enum class Taken : uint8_t { kAll, kTooFew, kOutOfRange, kWrong };

  /// Adds the elements of a component that subscripts select. @param dims gets the dimensions of the selection
  Taken Select(ir::InstanceId id, const ConnectStep& step, bool is_last, std::vector<Place>& places,
               std::vector<int64_t>& dims);

  Instantiation& data_;
  AddedElements& added_;
};

/// The combinations of the values of subscripts, the last of them varying fastest.
std::vector<std::vector<int64_t>> Combinations(const std::vector<std::vector<int64_t>>& values);

}  // namespace stiction
