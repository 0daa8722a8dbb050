// SPDX-License-Identifier: BSD-3-Clause
#include "tests/mixed/runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <optional>

#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"
#include "tests/mixed/network.h"
#include "tests/mixed/release.h"
#include "tests/support/temporary_directory.h"

namespace stiction::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kTimeLimit(60);  // of a run: a thousand times what any of them takes

// Tells on stderr, every half minute, how far many problems have come.
class Progress {
 public:
  Progress(const char* what, long count) : what_(what), count_(count) {}
  void Tell(long at) {
    if (Clock::now() < next_) return;
    fmt::print(stderr, "{}: {} of {}\n", what_, at, count_);
    next_ = Clock::now() + kPause;
  }

 private:
  static constexpr std::chrono::seconds kPause{30};
  const char* what_;
  long count_;
  Clock::time_point next_ = Clock::now() + kPause;
};

struct MethodAndForm {
  runtime::Method method;
  runtime::Form form;
};
constexpr MethodAndForm kMethods[] = {{runtime::Method::kDopri5, runtime::Form::kOde},
                                      {runtime::Method::kAuto, runtime::Form::kOde},
                                      {runtime::Method::kRodas, runtime::Form::kOde},
                                      {runtime::Method::kIda, runtime::Form::kOde},
                                      {runtime::Method::kIda, runtime::Form::kDae}};

MixedProblem NextProblem(Family family, Index n, long at, std::mt19937_64& random) {
  MixedProblem problem = RandomProblem(family, n, random);
  if (at % 3 == 2) AddPeaks(problem, random);
  return problem;
}

// `held` tells which elements have just come to rest and which way they moved, such that this can be.
void StopSome(MixedProblem& problem, std::mt19937_64& random) {
  constexpr int kTries = 30;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    for (int& mode : problem.held) mode = random() % 3 > 0 ? 0 : random() % 2 == 0 ? 1 : -1;
    if (CanHaveStopped(problem)) return;
  }
  problem.held.setZero();
}

void AddLayers(runtime::SolveStatistics& to, const runtime::SolveStatistics& layers) {
  to.mixed_solves += layers.mixed_solves;
  to.fixed_point += layers.fixed_point;
  to.pivoting += layers.pivoting;
  to.path_following += layers.path_following;
  to.enumeration += layers.enumeration;
  to.least_norm += layers.least_norm;
  to.unsolved += layers.unsolved;
}

std::string Text(const Eigen::VectorXi& configuration) {
  std::string text;
  for (const int mode : configuration) text += fmt::format("{}{}", text.empty() ? "" : " ", mode);
  return text;
}

Eigen::VectorXi ConfigurationOf(const MixedProblem& problem, const VectorXd& acceleration) {
  const VectorXd gamma = problem.d * acceleration;
  const double rate = 1 + acceleration.cwiseAbs().maxCoeff();
  Eigen::VectorXi configuration(gamma.size());
  for (Index i = 0; i < gamma.size(); ++i) {
    configuration[i] = std::fabs(gamma[i]) <= kMixedTolerance * rate ? 0 : gamma[i] > 0 ? 1 : -1;
  }
  return configuration;
}

// What was before.
struct History {
  bool moves = false;  // elements with `held` +-1 go on moving; else all is at rest
  Index first = -1;    // the element that the load makes let go
};

// What is wrong with the choice among several consistent configurations, or nothing. What moved goes on moving if it
// can; of what was stuck as few as possible let go.
std::string JudgeChoice(const MixedProblem& problem, const VectorXd& acceleration, const History& history) {
  const Eigen::VectorXi found = ConfigurationOf(problem, acceleration);
  if (history.moves && (problem.held.array() != 0).any()) {
    if (found == problem.held || !IsConsistent(problem, problem.held)) return {};
    return fmt::format("leaves {}, which is consistent, for {}", Text(problem.held), Text(found));
  }
  const std::optional<Eigen::VectorXi> fewer =
      WithFewerReleases(problem, ReleasesOf(problem, acceleration), history.first);
  if (!fewer) return {};
  return fmt::format("takes {} where {} is consistent", Text(found), Text(*fewer));
}

void Judge(const MixedProblem& problem, const VectorXd& acceleration, const VectorXd& force, bool by_force,
           const History& history, const std::string& which, MixedTally& tally) {
  const bool has_peaks = problem.peak.maxCoeff() > 1;
  double violation = Violation(problem, acceleration, force);
  if (by_force && !has_peaks && problem.elements() <= 5) {
    const double rate = 1 + acceleration.cwiseAbs().maxCoeff();
    violation = std::max(violation, (BruteForce(problem) - acceleration).cwiseAbs().maxCoeff() / rate);
  }
  tally.peaks += has_peaks;
  tally.worst = std::max(tally.worst, violation);
  std::string fault;
  if (!(violation <= kMixedTolerance)) {
    ++tally.wrong;
    fault = fmt::format("violates the conditions by {:.2g}", violation);
  } else if (by_force && has_peaks && problem.elements() <= 8) {
    fault = JudgeChoice(problem, acceleration, history);
    tally.not_least += !fault.empty();
  }
  if (!fault.empty()) tally.Note(which + ": " + fault);
}

}  // namespace

void MixedTally::Add(const MixedTally& other) {
  problems += other.problems;
  unsolved += other.unsolved;
  wrong += other.wrong;
  peaks += other.peaks;
  not_least += other.not_least;
  worst = std::max(worst, other.worst);
  AddLayers(layers, other.layers);
  if (!other.failures.empty()) Note(other.failures);
}

void MixedTally::Note(const std::string& failure) {
  constexpr long kMax = 5;
  if (std::count(failures.begin(), failures.end(), '\n') + 1 < kMax || failures.empty())
    failures += (failures.empty() ? "" : "\n") + failure;
}

std::string MixedTally::Line() const {
  return fmt::format(
      "{} problems, {} with peaks: fixed_point {}, pivoting {}, path_following {}, enumeration {}, least_norm {}, "
      "unsolved "
      "{}, wrong {}, not the least releases {}, largest violation {:.1e}",
      problems, peaks, layers.fixed_point, layers.pivoting, layers.path_following, layers.enumeration,
      layers.least_norm, unsolved, wrong, not_least, worst);
}

MixedTally RunSolver(uint64_t seed, long count, Index size, bool by_force) {
  MixedTally tally;
  std::mt19937_64 random(seed);
  // Up to 8 elements one network serves all problems with as many bodies.
  std::map<std::pair<Index, Index>, std::unique_ptr<MixedNetwork>> networks;
  Progress progress("solver", count);
  for (long at = 0; at < count; ++at) {
    progress.Tell(at);
    const Family family = kFamilies[at % std::size(kFamilies)];
    const Index n = size > 0 ? size : 2 + static_cast<Index>(random() % 7);
    const MixedProblem problem = NextProblem(family, n, at, random);
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
      tally.Note(fmt::format("{}: {}", which, answer.error->message));
    } else {
      Judge(problem, answer.acceleration, answer.force, by_force, {.moves = true}, which, tally);
    }
    if (own) AddLayers(tally.layers, own->statistics());
  }
  for (const auto& [shape, network] : networks) AddLayers(tally.layers, network->statistics());
  return tally;
}

namespace {

// What a run of a problem's text ends with.
struct TextAnswer {
  std::string fault;  // why there is none
  runtime::SolveStatistics layers;
  VectorXd acceleration, force;
};

TextAnswer SimulateText(const std::string& text, const MixedProblem& problem, const MethodAndForm& method,
                        double stop_time) {
  TextAnswer answer;
  SourceMap sources;
  Diagnostics diagnostics;
  const TemporaryDirectory directory;
  CompileOptions options;
  options.files = {directory.File("Mixed.mo")};
  options.verify = false;
  std::ofstream(options.files[0]) << text;
  const Compiled compiled = Compile(options, sources, diagnostics);
  if (!compiled.program) {
    answer.fault = "does not compile";
    return answer;
  }
  runtime::SimulationOptions simulation;
  simulation.stop_time = stop_time;
  simulation.interval = stop_time;
  simulation.tolerance = 1e-8;
  simulation.method = method.method;
  simulation.form = method.form;
  std::atomic<bool> is_too_long = false;
  simulation.interrupted = &is_too_long;
  simulation.on_progress = [&is_too_long, start = Clock::now()](const runtime::RunProgress&) {
    is_too_long = Clock::now() - start > kTimeLimit;
  };
  const runtime::SimulationResult result = runtime::Simulate(*compiled.program, simulation);
  answer.layers = result.report.solves;
  if (!result.report.success || result.trajectory.rows() == 0) {
    answer.fault = result.report.message;
    return answer;
  }
  answer.acceleration.resize(problem.bodies());
  answer.force.resize(problem.elements());
  const size_t last = result.trajectory.rows() - 1;
  for (size_t s = 0; s < result.trajectory.signals.size(); ++s) {
    const std::string& name = result.trajectory.signals[s].name;
    const bool is_numbered = name.size() > 1 && name.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!is_numbered || (name[0] != 'a' && name[0] != 'f')) continue;
    const Index number = std::stol(name.substr(1)) - 1;
    (name[0] == 'a' ? answer.acceleration : answer.force)[number] = result.trajectory.at(last, s);
  }
  return answer;
}

std::string Describe(const char* what, uint64_t seed, long at, Family family, Index n, const MethodAndForm& method) {
  return fmt::format("{}, seed {}, problem {} ({}, {} elements, {}, {} form)", what, seed, at, Name(family), n,
                     runtime::Name(method.method), method.form == runtime::Form::kDae ? "dae" : "ode");
}

void Unsolved(const std::string& which, const std::string& fault, MixedTally& tally) {
  ++tally.unsolved;
  tally.Note(which + ": " + fault);
}

}  // namespace

MixedTally RunText(uint64_t seed, long count, Index size) {
  constexpr double kMoment = 1e-3;  // nothing changes in it: all loads are constant, and what moves goes on
  MixedTally tally;
  std::mt19937_64 random(seed);
  Progress progress("text", count);
  for (long at = 0; at < count; ++at) {
    progress.Tell(at);
    const Family family = kFamilies[at % std::size(kFamilies)];
    const Index n = size > 0 ? size : 2 + static_cast<Index>(random() % 7);
    MixedProblem problem = NextProblem(family, n, at, random);
    StopSome(problem, random);
    const MethodAndForm& method = kMethods[at / std::size(kFamilies) % std::size(kMethods)];
    const std::string which = Describe("text", seed, at, family, n, method);
    const TextAnswer answer = SimulateText(ModelicaText(problem, "Mixed"), problem, method, kMoment);
    ++tally.problems;
    AddLayers(tally.layers, answer.layers);
    if (!answer.fault.empty()) {
      Unsolved(which, answer.fault, tally);
    } else {
      Judge(problem, answer.acceleration, answer.force, true, {}, which, tally);
    }
  }
  return tally;
}

MixedTally RunGrowingLoads(uint64_t seed, long count) {
  MixedTally tally;
  std::mt19937_64 random(seed);
  Progress progress("growing loads", count);
  for (long at = 0; at < count; ++at) {
    progress.Tell(at);
    const Family family = kFamilies[at % std::size(kFamilies)];
    const Index n = 2 + static_cast<Index>(random() % 7);
    MixedProblem problem = RandomProblem(family, n, random);
    problem.held.setZero();
    AddPeaks(problem, random);
    // What each carries of the whole load while all stick, as far as that is unique.
    const MatrixXd delassus = problem.d * problem.inertia.cwiseInverse().asDiagonal() * problem.d.transpose();
    const Eigen::ColPivHouseholderQR<MatrixXd> factors(delassus);
    if (factors.rank() < n) continue;
    const VectorXd carried = factors.solve(problem.d * problem.torque.cwiseQuotient(problem.inertia));
    const VectorXd part = carried.cwiseQuotient(problem.peak.cwiseProduct(problem.capacity)).cwiseAbs();
    Index first = 0;
    const double break_away = 1 / part.maxCoeff(&first);

    const MethodAndForm& method = kMethods[at / std::size(kFamilies) % std::size(kMethods)];
    const std::string which = Describe("growing load", seed, at, family, n, method);
    const std::string text = ModelicaText(problem, "Mixed", true);
    ++tally.problems;
    for (const double time : {(1 - 1e-4) * break_away, (1 + 1e-4) * break_away}) {
      const TextAnswer answer = SimulateText(text, problem, method, time);
      AddLayers(tally.layers, answer.layers);
      if (!answer.fault.empty()) {
        Unsolved(which, answer.fault, tally);
        break;
      }
      MixedProblem now = problem;
      now.torque *= time;
      Judge(now, answer.acceleration, answer.force, true, {.first = time < break_away ? -1 : first}, which, tally);
      Eigen::VectorXi alone = Eigen::VectorXi::Zero(n);
      alone[first] = carried[first] > 0 ? 1 : -1;
      const Eigen::VectorXi found = ConfigurationOf(now, answer.acceleration);
      if (time < break_away || found == alone || !IsConsistent(now, alone)) continue;
      ++tally.not_least;
      tally.Note(fmt::format("{}: {} lets go where {} comes first", which, Text(found), Text(alone)));
    }
  }
  return tally;
}

}  // namespace stiction::test
