// SPDX-License-Identifier: BSD-3-Clause
#include <set>

#include "runtime/mixed/strategies.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxTrials = 20000, kMaxTrialsBelow = 7000;  // eight elements of three branches: 6561
constexpr int kTrialsWithoutSolution = 100;                // that take as long as Newton's method takes to give up

/// Goes through the configurations that differ from the start in a given number of elements.
class Enumerator {
 public:
  Enumerator(MixedSearch& search, int most_trials) : search_(search), most_trials_(most_trials) {
    MixedProblem& problem = search.problem();
    problem.context().tape.Run(problem.block().operands, problem.slots());
    for (const std::vector<size_t>& element : search.structure().elements()) {
      if (element.front() >= search.structure().relation_count()) continue;
      elements_.push_back(element);
      branches_.push_back(search.structure().Branches(element, problem.slots()));
    }
  }

  /// @param first, last differing elements, [first, last)
  bool Run(size_t first, size_t last) {
    Configuration configuration = search_.start();
    for (size_t distance = first; distance < last; ++distance) {
      if (Choose(configuration, 0, distance)) return true;
      if (trials_ >= most_trials_) return false;
    }
    return false;
  }
  size_t element_count() const { return elements_.size(); }
  bool reached_limit() const { return trials_ >= most_trials_; }

 private:
  /// Changes `distance` of the elements from `first` on in all ways.
  bool Choose(Configuration& configuration, size_t first, size_t distance) {
    if (distance == 0) return TryWithHeldParts(configuration);
    for (size_t e = first; e + distance <= elements_.size() && trials_ < most_trials_; ++e) {
      for (const std::vector<double>& branch : branches_[e]) {
        bool differs = false;
        for (size_t i = 0; i < branch.size(); ++i) differs = differs || branch[i] != search_.start()[elements_[e][i]];
        if (!differs) continue;
        for (size_t i = 0; i < branch.size(); ++i) configuration[elements_[e][i]] = branch[i];
        if (Choose(configuration, e + 1, distance - 1)) return true;
      }
      for (const size_t k : elements_[e]) configuration[k] = search_.start()[k];
    }
    return false;
  }

  bool TryWithHeldParts(Configuration configuration) {
    // Integer parts follow the solution: they have no other side to go through.
    constexpr int kPasses = 4;
    for (int pass = 0; pass < kPasses; ++pass) {
      if (!IsNew(configuration)) return false;
      ++trials_;
      const Trial& trial = search_.Try(configuration);
      if (trial.is_consistent()) return true;
      if (trial.status == RealStatus::kNotConverged) trials_ += kTrialsWithoutSolution;
      if (!trial.has_implied) return false;
      const Configuration implied = trial.implied;
      // The same equations with the relations that their solution has.
      if (trial.is_admissible && problem_.Signature(configuration) == problem_.Signature(implied) &&
          search_.Try(implied).is_consistent()) {
        return true;
      }
      Configuration next = configuration;
      for (size_t k = search_.structure().relation_count(); k < next.size(); ++k) next[k] = implied[k];
      if (next == configuration) return false;
      configuration = std::move(next);
    }
    return false;
  }

  /// Its equations differ from those of every configuration tried so far.
  bool IsNew(const Configuration& configuration) {
    if (!problem_.block().is_linear || problem_.block().unknowns.empty()) return true;
    std::optional<std::vector<double>> read = problem_.Signature(configuration);
    return !read || read_.insert(std::move(*read)).second;
  }

  MixedSearch& search_;
  MixedProblem& problem_ = search_.problem();
  int most_trials_;
  std::vector<std::vector<size_t>> elements_;
  std::vector<std::vector<std::vector<double>>> branches_;  // of each element: the values of its relations
  std::set<std::vector<double>> read_;                      // what the equations tried read
  int trials_ = 0;
};

}  // namespace

bool Enumeration(MixedSearch& search) {
  Enumerator enumerator(search, kMaxTrials);
  if (enumerator.Run(0, enumerator.element_count() + 1)) return true;
  if (enumerator.reached_limit()) search.memory().reached_limit = true;
  return false;
}

bool EnumerationBelow(MixedSearch& search, size_t count) {
  return count > 1 && Enumerator(search, kMaxTrialsBelow).Run(1, count);
}

}  // namespace stiction::runtime
