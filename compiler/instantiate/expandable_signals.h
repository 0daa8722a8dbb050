// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <vector>

#include "compiler/instantiate/added_elements.h"
#include "compiler/instantiate/expandable_presence.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// The direction of the variables in expandable connectors (MLS 9.1.3): an output of the component that gives the
/// signal, an input of one that only takes it. A signal is given once, somewhere.
class ExpandableSignals {
 public:
  ExpandableSignals(Instantiation& data, Reports& reports) : data_(data), reports_(reports) {}

  /// Notes what a connect joins. @param scope the instance in whose class it stands
  void Note(ir::InstanceId scope, const Place& from, const Place& to, Span span);
  /// Sets the causality of variables without a prefix of their own, and reports signals with two sources or none.
  void Finish(const AugmentationSets& sets, ExpandablePresence& presence);

 private:
  /// A connect of a variable in an expandable connector with one that is in none.
  struct Use {
    ir::InstanceId scope;
    Place variable;  // in the expandable connector
    Place other;
    Span span;
    ir::Causality causality;  // what `other` is to the connect: an output gives the signal
  };
  struct Signal {
    std::vector<const Use*> uses;
    bool has_declared = false;  // equations may name it
    bool is_open = false;       // a connector of the model itself has it, and a component takes it from there
  };

  bool IsInExpandable(const Place& place);
  ir::Causality CausalityOf(ir::InstanceId scope, const Place& other);
  bool IsOutside(ir::InstanceId scope, ir::InstanceId connector);
  bool IsWithin(ir::InstanceId id, ir::InstanceId outer);
  /// The component to which an expandable connector belongs.
  ir::InstanceId OwnerOf(ir::InstanceId variable);
  int SignalOf(const Place& place);
  int Root(int signal);
  void JoinSets(const AugmentationSets& sets, ExpandablePresence& presence);
  void SetCausality(const std::map<int, Signal>& signals);
  void Check(const Signal& signal);

  Instantiation& data_;
  Reports& reports_;
  std::vector<Use> uses_;
  std::map<Place, int> number_;
  std::vector<int> parent_;  // union-find of signals
};

}  // namespace stiction
