// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/instantiate/added_elements.h"
#include "compiler/instantiate/connect_places.h"
#include "compiler/instantiate/expandable_connects.h"
#include "compiler/instantiate/expandable_presence.h"
#include "compiler/instantiate/expandable_signals.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Elaborates expandable connectors (MLS 9.1.3): connects add what they name and no declaration has; connected
/// connectors, an augmentation set, get the elements of each other; what no connect names is removed.
///
/// Instances are made and removed before an equation is bound, so that all that follows sees usual connectors. What one
/// connect adds may be what another needs, so all is repeated until nothing changes. Connectors first get what they
/// have of each other, so that a declaration counts more than what a connect suggests.
class Expandables {
 public:
  Expandables(Instantiation& data, Reports& reports, ExpandableConnects& connects, AddedElements& added)
      : data_(data), reports_(reports), collector_(connects), added_(added), places_(data, added) {}

  /// @pre all instances are expanded
  /// @returns false after a report that leaves connects without what they name
  bool Elaborate();

 private:
  /// Enters expandable connectors among the instances that are new.
  void NoteConnectors();
  /// Unites what connects join whose ends are known.
  bool FollowKnown();
  void Join(const ExpandableConnect& connect, const Place& from, const Place& to);
  bool Unite(ir::InstanceId a, ir::InstanceId b);
  /// Unites the expandable connectors that two components are or have in the same place.
  bool UniteWithin(ir::InstanceId a, ir::InstanceId b);
  ir::InstanceId RootOf(ir::InstanceId connector);
  AugmentationSets Sets();

  /// Gives the connectors of each set the elements of each other.
  bool Augment();
  bool Augment(const std::vector<ir::InstanceId>& set, const std::string& name);
  std::vector<WantedElement> AllOf(ir::InstanceId id);

  /// Adds what the first connect names that is not there and whose other end is known.
  bool AddNamed();
  bool AddNamed(ExpandableConnect& connect, const ConnectEnd& end, const NamedPlaces& lacking,
                const NamedPlaces& other);
  /// Adds the element of an array through which a connect leads.
  bool GrowOnTheWay(const ConnectEnd& end, const NamedPlaces& lacking);
  /// The subscripts of each element that a step selects, if together they have the dimensions `of`.
  std::optional<std::vector<std::vector<int64_t>>> IndicesOf(const ConnectStep& step, const std::vector<int64_t>& of);
  /// Reports a set in which one connector is an element of another: it would grow for ever.
  bool ReportWithinItself();
  void ReportOutOfRange(const ConnectEnd& end, const NamedPlaces& named);
  void ReportUnknown();

  Instantiation& data_;
  Reports& reports_;
  ExpandableConnects& collector_;
  AddedElements& added_;
  ConnectPlaces places_;
  ExpandablePresence presence_{data_, reports_};
  ExpandableSignals signals_{data_, reports_};
  std::vector<ExpandableConnect> connects_;
  std::map<ir::InstanceId, ir::InstanceId> parent_;  // union-find of expandable connectors
  size_t noted_ = 0;                                 // instances that were looked through
};

}  // namespace stiction
