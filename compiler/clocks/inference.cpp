// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace stiction::clocks {
namespace {

using ir::Op;

/// Clocks of one family: each has a ratio and a shift with respect to the first one, its leader.
class Inference {
  using Kind = Conversion::Kind;

 public:
  Inference(const ir::FlatModel& model, Partitioning& graph, Diagnostics& diagnostics)
      : model_(model), graph_(graph), diagnostics_(diagnostics) {}

  std::map<int32_t, SubClock> Run() {
    NumberSets();
    for (const Conversion& conversion : graph_.conversions) {
      bases_.Join(Number(conversion.from), Number(conversion.to));
      if (conversion.kind == Kind::kExact) Relate(conversion, conversion.ratio);
    }
    for (size_t i = 0; i < graph_.definitions.size(); ++i) Define(static_cast<int32_t>(i));
    InferFactors();
    JoinFamiliesOfBases();
    return Result();
  }

 private:
  struct Place {  // of a clock in its family
    int32_t leader = -1;
    Ratio ratio = 1, shift = 0;
  };
  struct Defined {  // the clock of a family's leader, by a definition
    int32_t definition = -1;
    Ratio ratio = 1, shift = 0;
  };

  void NumberSets() {
    for (size_t node = 0; node < graph_.sets.size(); ++node) {
      const int32_t root = graph_.sets.Find(static_cast<int32_t>(node));
      if (number_.emplace(root, static_cast<int32_t>(roots_.size())).second) roots_.push_back(root);
    }
    bases_ = DisjointSets(roots_.size());
    for (size_t i = 0; i < roots_.size(); ++i) place_.push_back({static_cast<int32_t>(i)});
    defined_.resize(roots_.size());
  }

  int32_t Number(int32_t node) { return number_.at(graph_.sets.Find(node)); }
  Place& At(int32_t number) { return place_[static_cast<size_t>(number)]; }
  std::optional<Defined>& DefinedOf(int32_t leader) { return defined_[static_cast<size_t>(leader)]; }

  Place Find(int32_t number) {
    Place& place = At(number);
    if (place.leader == number) return place;
    const Place outer = Find(place.leader);
    place = {outer.leader, outer.ratio * place.ratio, outer.shift + place.shift * outer.ratio};
    return place;
  }

  void Relate(const Conversion& conversion, const Ratio& ratio) {
    const Place from = Find(Number(conversion.from));
    const Place to = Find(Number(conversion.to));
    const Ratio wanted = from.ratio * ratio;
    const Ratio begins = from.shift + conversion.shift * from.ratio;
    if (from.leader == to.leader) {
      if (to.ratio == wanted && to.shift == begins) return;
      Contradiction(conversion, wanted / to.ratio);
      return;
    }
    // The family of `to` becomes part of the other one.
    Place& joined = At(to.leader);
    joined = {from.leader, wanted / to.ratio, begins - to.shift * (wanted / to.ratio)};
    related_.push_back(&conversion);
    if (const std::optional<Defined> other = std::exchange(DefinedOf(to.leader), std::nullopt)) {
      const Ratio of_leader = other->ratio / joined.ratio;
      Set(from.leader, {other->definition, of_leader, other->shift - joined.shift * of_leader});
    }
  }

  void Contradiction(const Conversion& conversion, const Ratio& factor) {
    Diagnostic& error = diagnostics_.Error(
        DiagnosticKind::ClocksContradict, conversion.origin.span,
        factor == Ratio(1)
            ? std::string("the clocks contradict each other: this equation shifts a clock that others do not shift so")
            : fmt::format("the clocks contradict each other: by this equation a period is {}/{} times what it is by "
                          "others",
                          factor.numerator(), factor.denominator()));
    for (const Conversion* const other : WayBetween(Number(conversion.from), Number(conversion.to))) {
      if (other->origin.span != conversion.origin.span) error.labels.push_back({other->origin.span, "by this one"});
    }
    error.hint = "leave out a factor, which is inferred then, or correct it";
  }

  /// The conversions that relate two clocks already: the way between them is the only one.
  std::vector<const Conversion*> WayBetween(int32_t begin, int32_t end) {
    std::map<int32_t, const Conversion*> came_by{{begin, nullptr}};
    std::vector<int32_t> open{begin};
    for (size_t next = 0; next < open.size() && !came_by.contains(end); ++next) {
      for (const Conversion* const conversion : related_) {
        const int32_t from = Number(conversion->from), to = Number(conversion->to);
        if (from != open[next] && to != open[next]) continue;
        const int32_t other = from == open[next] ? to : from;
        if (came_by.emplace(other, conversion).second) open.push_back(other);
      }
    }
    std::vector<const Conversion*> way;
    for (int32_t at = end; came_by.contains(at) && came_by.at(at);) {
      way.push_back(came_by.at(at));
      const int32_t from = Number(way.back()->from);
      at = from == at ? Number(way.back()->to) : from;
    }
    return way;
  }

  void Define(int32_t definition) {
    const Definition& defined = graph_.definitions[static_cast<size_t>(definition)];
    const Place place = Find(Number(defined.node));
    Set(place.leader, {definition, Ratio(1) / place.ratio, Ratio(0) - place.shift / place.ratio});
  }

  /// Notes what the clock of a leader is; checks it if that is known already.
  void Set(int32_t leader, const Defined& defined) {
    std::optional<Defined>& known = DefinedOf(leader);
    if (!known) {
      known = defined;
      return;
    }
    const Definition& first = graph_.definitions[static_cast<size_t>(known->definition)];
    const Definition& second = graph_.definitions[static_cast<size_t>(defined.definition)];
    if (IsRational(model_, first) && IsRational(model_, second)) {
      const Ratio a = PeriodOf(model_, first) * known->ratio, b = PeriodOf(model_, second) * defined.ratio;
      const Ratio begin_a = PeriodOf(model_, first) * known->shift, begin_b = PeriodOf(model_, second) * defined.shift;
      if (a == b && begin_a == begin_b) return;
      ReportTwo(first, second,
                fmt::format("of one clock, it makes the period {} s, another one {} s", b.value(), a.value()));
    } else if (first.clock == second.clock && known->ratio == defined.ratio && known->shift == defined.shift) {
      return;
    } else {
      ReportTwo(first, second, "it is one of two constructors for clocks that depend on each other");
    }
  }

  void ReportTwo(const Definition& first, const Definition& second, const std::string& what) {
    Diagnostic& error = diagnostics_.Error(DiagnosticKind::ClocksContradict, second.origin.span,
                                           fmt::format("this Clock contradicts another one: {} (MLS 16.3.1)", what));
    error.labels.push_back({first.origin.span, "the other Clock"});
    error.hint = "keep one of them, and let the other clock be inferred: `Clock()`";
  }

  std::optional<std::pair<Ratio, Ratio>> PeriodAndBegin(int32_t number) {
    const Place place = Find(number);
    const std::optional<Defined>& defined = DefinedOf(place.leader);
    if (!defined || !IsRational(model_, graph_.definitions[static_cast<size_t>(defined->definition)]))
      return std::nullopt;
    const Ratio period = PeriodOf(model_, graph_.definitions[static_cast<size_t>(defined->definition)]);
    return std::pair(period * defined->ratio * place.ratio, period * (defined->shift + place.shift * defined->ratio));
  }

  /// The ratio of the periods of two clocks, if it is known; and how much later the second begins, in those of the
  /// first.
  std::optional<std::pair<Ratio, Ratio>> Known(const Conversion& conversion) {
    const int32_t from = Number(conversion.from), to = Number(conversion.to);
    const Place a = Find(from), b = Find(to);
    if (a.leader == b.leader) return std::pair(b.ratio / a.ratio, (b.shift - a.shift) / a.ratio);
    const auto x = PeriodAndBegin(from), y = PeriodAndBegin(to);
    if (!x || !y) return std::nullopt;
    return std::pair(y->first / x->first, (y->second - x->second) / x->first);
  }

  void InferFactors() {
    std::vector<const Conversion*> open;
    for (const Conversion& conversion : graph_.conversions) {
      if (conversion.kind == Kind::kSlower || conversion.kind == Kind::kFaster) open.push_back(&conversion);
    }
    while (!open.empty()) {
      const size_t before = open.size();
      std::erase_if(open, [this](const Conversion* conversion) {
        const auto known = Known(*conversion);
        if (known) CheckInferred(*conversion, known->first, known->second);
        return known.has_value();
      });
      if (open.size() < before || open.empty()) continue;
      // Nothing tells the factor: the clocks are one.
      Relate(*open.front(), 1);
      open.erase(open.begin());
    }
  }

  void CheckInferred(const Conversion& conversion, const Ratio& ratio, const Ratio& shift) {
    const bool is_slower = conversion.kind == Kind::kSlower;
    const Ratio factor = is_slower ? ratio : Ratio(1) / ratio;
    if (factor.IsInteger() && factor.numerator() >= 1 && shift == Ratio(0)) return;
    diagnostics_
        .Error(DiagnosticKind::ClockNotInferred, conversion.origin.span,
               shift == Ratio(0)
                   ? fmt::format("the factor of `{}` would be {}/{}, which is no Integer",
                                 is_slower ? "subSample" : "superSample", factor.numerator(), factor.denominator())
                   : fmt::format("the clocks on both sides of `{}` begin at different times",
                                 is_slower ? "subSample" : "superSample"))
        .hint = shift == Ratio(0) ? "change one of the two periods" : "shift one of them with shiftSample()";
  }

  // What only `noClock` relates to the others of its base-partition ticks with them.
  void JoinFamiliesOfBases() {
    for (const Conversion& conversion : graph_.conversions) {
      if (conversion.kind != Kind::kAnyOfBase) continue;
      const Place a = Find(Number(conversion.from)), b = Find(Number(conversion.to));
      if (a.leader == b.leader || (DefinedOf(a.leader) && DefinedOf(b.leader))) continue;
      Relate(conversion, 1);
    }
  }

  std::map<int32_t, SubClock> Result() {
    std::vector<char> is_clocked(roots_.size(), 0);
    for (const Reason& reason : graph_.clocked) is_clocked[static_cast<size_t>(Number(reason.node))] = 1;
    std::map<int32_t, SubClock> result;
    for (size_t i = 0; i < roots_.size(); ++i) {
      const auto number = static_cast<int32_t>(i);
      if (is_clocked[i] == 0) continue;
      const Place place = Find(number);
      SubClock clock{.base = bases_.Find(number)};
      if (const std::optional<Defined>& defined = DefinedOf(place.leader)) {
        clock.definition = defined->definition;
        clock.ratio = defined->ratio * place.ratio;
        clock.shift = defined->shift + place.shift * defined->ratio;
      } else {
        TakeDefault(number, place, clock);
      }
      Check(number, clock);
      result.emplace(roots_[i], clock);
    }
    return result;
  }

  // The default clock is that of the fastest sub-partition (MLS 16.3.1).
  void TakeDefault(int32_t number, const Place& place, SubClock& clock) {
    Ratio fastest = place.ratio;
    for (size_t other = 0; other < roots_.size(); ++other) {
      const Place at = Find(static_cast<int32_t>(other));
      if (at.leader == place.leader && at.ratio < fastest) fastest = at.ratio;
    }
    clock.ratio = place.ratio / fastest;
    clock.shift = place.shift / fastest;
    if (!warned_.insert(place.leader).second) return;
    const auto reason = std::find_if(graph_.clocked.begin(), graph_.clocked.end(),
                                     [&](const Reason& r) { return Number(r.node) == number; });
    Diagnostic& warning =
        diagnostics_.Warning(DiagnosticKind::ClockNotInferred, reason->origin.span,
                             fmt::format("nothing says when these clocked equations are active ({}): Clock(1.0) is "
                                         "taken (MLS 16.3.1)",
                                         reason->text));
    warning.hint = "give a variable in them a clock: `sample(u, Clock(0.1))`, or `when Clock(0.1) then`";
  }

  void Check(int32_t number, const SubClock& clock) {
    const auto origin = [&]() -> Origin {
      for (const Conversion& conversion : graph_.conversions) {
        if (Number(conversion.to) == number) return conversion.origin;
      }
      return clock.definition < 0 ? Origin{} : graph_.definitions[static_cast<size_t>(clock.definition)].origin;
    };
    if (clock.shift < Ratio(0)) {
      diagnostics_
          .Error(DiagnosticKind::ClocksContradict, origin().span,
                 "this clock would tick before the first tick of the one that it is made from (MLS 16.5.2)")
          .hint = "shift it back by less";
    }
    if (clock.definition < 0 || (clock.ratio.IsInteger() && clock.shift.IsInteger())) return;
    const Definition& definition = graph_.definitions[static_cast<size_t>(clock.definition)];
    const ir::ExprNode& node = (*model_.pool)[definition.clock];
    if ((*model_.pool)[node.args[0]].type != ir::ScalarType::kBoolean) return;
    Diagnostic& error = diagnostics_.Error(DiagnosticKind::ClocksContradict, origin().span,
                                           "this clock would tick between the ticks of an event clock (MLS 16.5.2)");
    error.labels.push_back({definition.origin.span, "the event clock"});
    error.hint = "super-sample only what was sub-sampled before, by a factor of that";
  }

  const ir::FlatModel& model_;
  Partitioning& graph_;
  Diagnostics& diagnostics_;
  std::map<int32_t, int32_t> number_;  // of a set, by root
  std::vector<int32_t> roots_;         // by number
  std::vector<Place> place_;
  std::vector<std::optional<Defined>> defined_;  // by leader
  std::vector<const Conversion*> related_;       // that made families
  DisjointSets bases_;
  std::set<int32_t> warned_;
};

}  // namespace

bool IsRational(const ir::FlatModel& model, const Definition& definition) {
  const ir::ExprPool& pool = *model.pool;
  return pool[pool[definition.clock].args[0]].op == Op::kInteger;
}

Ratio PeriodOf(const ir::FlatModel& model, const Definition& definition) {
  const ir::ExprPool& pool = *model.pool;
  const ir::ExprNode& node = pool[definition.clock];
  return {static_cast<int64_t>(pool[node.args[0]].number), static_cast<int64_t>(pool[node.args[1]].number)};
}

std::map<int32_t, SubClock> InferClocks(const ir::FlatModel& model, Partitioning& graph, Diagnostics& diagnostics) {
  return Inference(model, graph, diagnostics).Run();
}

}  // namespace stiction::clocks
