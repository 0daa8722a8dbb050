#include "tests/mixed/runs.h"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"
#include "tests/mixed/network.h"

namespace stiction::test {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

void AddLayers(runtime::SolveStatistics& to, const runtime::SolveStatistics& layers) {
  to.mixed_solves += layers.mixed_solves;
  to.fixed_point += layers.fixed_point;
  to.pivoting += layers.pivoting;
  to.path_following += layers.path_following;
  to.enumeration += layers.enumeration;
  to.least_norm += layers.least_norm;
  to.unsolved += layers.unsolved;
}

void Judge(const MixedProblem& problem, const VectorXd& acceleration, const VectorXd& force, bool by_force,
           const std::string& which, MixedTally& tally) {
  double violation = Violation(problem, acceleration, force);
  if (by_force && problem.elements() <= 5) {
    const double rate = 1 + acceleration.cwiseAbs().maxCoeff();
    violation = std::max(violation, (BruteForce(problem) - acceleration).cwiseAbs().maxCoeff() / rate);
  }
  tally.worst = std::max(tally.worst, violation);
  if (violation <= kMixedTolerance) return;
  ++tally.wrong;
  if (tally.first_failure.empty())
    tally.first_failure = fmt::format("{}: violates the conditions by {:.2g}", which, violation);
}

}  // namespace

void MixedTally::Add(const MixedTally& other) {
  problems += other.problems;
  unsolved += other.unsolved;
  wrong += other.wrong;
  worst = std::max(worst, other.worst);
  AddLayers(layers, other.layers);
  if (first_failure.empty()) first_failure = other.first_failure;
}

std::string MixedTally::Line() const {
  return fmt::format(
      "{} problems: fixed_point {}, pivoting {}, path_following {}, enumeration {}, least_norm {}, unsolved {}, wrong "
      "{}, "
      "largest violation {:.1e}",
      problems, layers.fixed_point, layers.pivoting, layers.path_following, layers.enumeration, layers.least_norm,
      unsolved, wrong, worst);
}

MixedTally RunSolver(uint64_t seed, long count, Index size, bool by_force) {
  MixedTally tally;
  std::mt19937_64 random(seed);
  // Up to 8 elements one network serves all problems with as many bodies.
  std::map<std::pair<Index, Index>, std::unique_ptr<MixedNetwork>> networks;
  for (long at = 0; at < count; ++at) {
    const Family family = kFamilies[at % std::size(kFamilies)];
    const Index n = size > 0 ? size : 2 + static_cast<Index>(random() % 7);
    const MixedProblem problem = RandomProblem(family, n, random);
    std::unique_ptr<MixedNetwork> own;
    MixedNetwork* network = nullptr;
    if (n <= 8) {
      std::unique_ptr<MixedNetwork>& shared = networks[{n, problem.bodies()}];
      if (!shared) shared = std::make_unique<MixedNetwork>(problem, true);
      network = shared.get();
      network->Set(problem);
    } else {
      own = std::make_unique<MixedNetwork>(problem);
      network = own.get();
    }
    const MixedAnswer answer = network->Answer();
    ++tally.problems;
    const std::string which = fmt::format("seed {}, problem {} ({}, {} elements)", seed, at, Name(family), n);
    if (answer.error) {
      ++tally.unsolved;
      if (tally.first_failure.empty()) tally.first_failure = fmt::format("{}: {}", which, answer.error->message);
    } else {
      Judge(problem, answer.acceleration, answer.force, by_force, which, tally);
    }
    if (own) AddLayers(tally.layers, own->statistics());
  }
  for (const auto& [shape, network] : networks) AddLayers(tally.layers, network->statistics());
  return tally;
}

MixedTally RunText(uint64_t seed, long count, Index size) {
  MixedTally tally;
  std::mt19937_64 random(seed);
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / fmt::format("stiction_mixed_{}_{}.mo", ::getpid(), seed);
  for (long at = 0; at < count; ++at) {
    const Family family = kFamilies[at % std::size(kFamilies)];
    const Index n = size > 0 ? size : 2 + static_cast<Index>(random() % 7);
    const MixedProblem problem = RandomProblem(family, n, random);
    std::ofstream(file) << ModelicaText(problem, "Mixed");
    const std::string which = fmt::format("seed {}, problem {} ({}, {} elements, text)", seed, at, Name(family), n);
    SourceMap sources;
    Diagnostics diagnostics;
    CompileOptions options;
    options.files = {file.string()};
    options.verify = false;
    const Compiled compiled = Compile(options, sources, diagnostics);
    ++tally.problems;
    if (!compiled.program) {
      ++tally.unsolved;
      if (tally.first_failure.empty()) tally.first_failure = which + ": does not compile";
      continue;
    }
    runtime::SimulationOptions simulation;
    simulation.stop_time = 0;
    const runtime::SimulationResult result = runtime::Simulate(*compiled.program, simulation);
    AddLayers(tally.layers, result.report.solves);
    if (!result.report.success || result.trajectory.rows() == 0) {
      ++tally.unsolved;
      if (tally.first_failure.empty()) tally.first_failure = which + ": " + result.report.message;
      continue;
    }
    VectorXd acceleration(problem.bodies()), force(problem.elements());
    const size_t last = result.trajectory.rows() - 1;
    for (size_t s = 0; s < result.trajectory.signals.size(); ++s) {
      const std::string& name = result.trajectory.signals[s].name;
      const bool is_numbered = name.size() > 1 && name.find_first_not_of("0123456789", 1) == std::string::npos;
      if (!is_numbered || (name[0] != 'a' && name[0] != 'f')) continue;
      const Index number = std::stol(name.substr(1)) - 1;
      (name[0] == 'a' ? acceleration : force)[number] = result.trajectory.at(last, s);
    }
    Judge(problem, acceleration, force, true, which, tally);
  }
  std::filesystem::remove(file);
  return tally;
}

}  // namespace stiction::test
