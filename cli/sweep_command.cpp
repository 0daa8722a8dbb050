// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <thread>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/result_output.h"
#include "cli/run_options.h"
#include "cli/share_of_work.h"
#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_plot.h"
#include "cli/sweep_report.h"
#include "cli/sweep_results.h"
#include "cli/sweep_runs.h"
#include "cli/sweep_schedule.h"
#include "cli/sweep_table.h"
#include "cli/sweep_translations.h"
#include "cli/terminal.h"
#include "cli/worker_pool.h"
#include "compiler/support/nearest_name.h"
#include "runtime/external/foreign_code.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

// The signals of whole results.
std::variant<std::vector<std::string>, std::string> WantedOf(const CommandLine& line, const runtime::Program& program) {
  auto chosen = ChooseSignals(line, program);
  if (auto* wrong = std::get_if<std::string>(&chosen)) return std::move(*wrong);
  auto& names = std::get<std::optional<std::vector<std::string>>>(chosen);
  const std::vector<std::string> known = Recordable(program);
  if (!names) return known;
  for (const std::string& name : *names) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const std::string hint = DidYouMean(name, known);
    return fmt::format("the model {} has no variable `{}` to record{}", program.model, name,
                       hint.empty() ? "" : "\n  hint: " + hint);
  }
  return *std::move(names);
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// True if the reason may be that a value is special: with it constraints depend on each other, say, and the equations
/// of others do not fit.
bool MayBeOfEquations(runtime::Reason reason) {
  using enum runtime::Reason;
  return reason == kInitialization || reason == kMixedBlockUnsolved || reason == kSingular || reason == kNotConverged ||
         reason == kIntegrator;
}

/// True if C code of the modeller runs, which may damage the memory of the process.
bool RunsForeignCode(const runtime::Program& program) {
  return std::ranges::any_of(program.functions, [](const runtime::FunctionCode& function) {
    return std::ranges::any_of(function.externals, [](const auto& external) { return external.entry != nullptr; });
  });
}

/// A sweep with all that its runs need; the processes that run them are copies of this one.
class Sweep {
 public:
  Sweep(const CommandLine& line, SweepRuns runs, ShareOfWork share)
      : line_(line), runs_(std::move(runs)), share_(share), translations_(line, runs_) {}

  int Run() {
    const SweepTranslation* const first = Translate();
    if (!first) return kModelError;
    if (const std::string wrong = Prepare(*first); !wrong.empty()) return Refuse(wrong);
    if (const std::string wrong = RunAll(); !wrong.empty()) return Refuse(wrong);
    return Finish();
  }

 private:
  // ---- before the runs

  /// The model with the values of the first run or, should it be no model with these, of the last one. Null: no model.
  const SweepTranslation* Translate() {
    const Progress progress("translating", line_.quiet);
    for (const size_t run : {size_t{0}, runs_.count() - 1}) {
      const SweepTranslation& translation = translations_.For(run);
      if (translation.compiled.program) {
        Print(std::cerr, translations_.diagnostics(), translations_.sources(), UseColour());
        return &translation;
      }
    }
    Print(std::cerr, translations_.diagnostics(), translations_.sources(), UseColour());
    return nullptr;
  }

  std::string Prepare(const SweepTranslation& first) {
    const runtime::Program& program = *first.compiled.program;
    model_ = first.compiled.model;
    options_ = RunOptionsOf(line_, program.experiment);
    if (std::string wrong = WrongRunOptions(options_); !wrong.empty()) return wrong;
    auto outputs = SweepOutputs::Choose(program, line_.observed, line_.named_events);
    if (auto* wrong = std::get_if<std::string>(&outputs)) return std::move(*wrong);
    outputs_ = std::get<SweepOutputs>(std::move(outputs));
    options_.signals = outputs_.Recorded();
    if (!line_.results_directory.empty()) {
      auto wanted = WantedOf(line_, program);
      if (auto* wrong = std::get_if<std::string>(&wanted)) return std::move(*wrong);
      if (std::string wrong = PrepareResults(line_.results_directory); !wrong.empty()) return wrong;
    }
    schedule_.emplace(runs_, *first.compiled.open);
    return PrepareFiles();
  }

  std::string PrepareFiles() {
    table_ = line_.output.empty() ? model_ + ".sweep.csv" : line_.output;
    std::vector<std::string> inputs = translations_.sources().Paths();
    inputs.push_back(line_.cases_file);
    const std::string journal = table_ + ".runs";
    const bool has_file = table_ != kStandardOutput;
    if (std::string wrong = WhyNotWritable({{has_file ? table_ : "", "the table"},
                                            {has_file ? journal : "", "the list of finished runs"},
                                            {line_.plot_file, "the plot"},
                                            {line_.report_file, "the report"}},
                                           inputs);
        !wrong.empty()) {
      return wrong;
    }
    if (!has_file) return {};
    journal_ = std::make_unique<SweepJournal>(journal);
    std::string wrong = journal_->Open(IdentityOf(line_, runs_, outputs_, translations_.sources().Paths()));
    if (wrong.empty()) finished_ = journal_->finished();
    return wrong;
  }

  // ---- the runs

  std::string RunAll() {
    std::vector<size_t> open;
    for (size_t run = 0; run < runs_.count(); ++run) {
      if (share_.Has(run) && !finished_.contains(run)) open.push_back(run);
    }
    kept_ = finished_.size();
    schedule_->Begin(open);
    const auto begin = std::chrono::steady_clock::now();
    Progress progress("running", line_.quiet);
    ForkedJobs jobs;
    jobs.processes = static_cast<int>(std::min<size_t>(open.size(), static_cast<size_t>(Processes())));
    jobs.time_limit = line_.run_time_limit;
    jobs.next = [this](std::optional<size_t> last) { return schedule_->Next(last); };
    jobs.work = [this](size_t run) { return Simulate(run); };
    jobs.is_spent = [this] { return is_spent_; };
    jobs.done = [&](size_t run, const std::string& told) { Take(run, told, progress); };
    jobs.failed = [&](size_t run, ForkedJobs::Failure failure, int signal) { TakeFailure(run, failure, signal); };
    std::string wrong = cli::Run(jobs, [this] { return Interrupted().load() || !wrong_.empty(); });
    totals_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return wrong_.empty() ? wrong : wrong_;
  }

  int Processes() const {
    if (line_.jobs > 0) return line_.jobs;
    if (share_.processes > 0) return share_.processes;
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }

  /// In a process of its own.
  std::string Simulate(size_t run) {
    const long made = translations_.made();
    FinishedRun finished{.run = run, .status = {}, .reason = {}, .values = {}, .curves = {}};
    double seconds = 0;
    const SweepTranslation& translation = translations_.For(run);
    const runtime::Reason reason = RunOnce(translation, finished, seconds);
    if (MayBeOfEquations(reason) && !is_spent_) {
      if (const SweepTranslation* const own = translations_.Own(run)) RunOnce(*own, finished, seconds);
    }
    const Json told{{"run", ToJson(finished)},
                    {"translations", translations_.made() - made},
                    {"simulate", seconds},
                    {"unwritten", unwritten_}};
    return told.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  /// @param seconds gets those of the processor, in addition
  runtime::Reason RunOnce(const SweepTranslation& translation, FinishedRun& finished, double& seconds) {
    if (!translation.compiled.program) {
      finished.status = "refused";
      finished.reason = translation.error;
      return runtime::Reason::kNone;
    }
    SweepSink sink(outputs_, !line_.plot_file.empty());
    runtime::SimulationOptions options = options_;
    options.sink = &sink;
    std::optional<ResultOfRun> result;
    if (!line_.results_directory.empty()) {
      AddWanted(*translation.compiled.program, *options.signals);
      const std::string file = ResultFileOf(line_.results_directory, finished.run, runs_.count());
      result.emplace(sink, outputs_.Recorded().size(), file);
      options.sink = &*result;
    }
    const runtime::SimulationReport report = runtime::Simulate(*translation.compiled.program, options).report;
    if (result) unwritten_ = result->Finish(report.success ? std::string() : report.message).value_or("");
    finished.status = !report.success ? "stopped" : report.terminated ? "terminated" : "done";
    finished.reason.clear();
    if (!report.success)
      finished.reason = fmt::format("{}: {}", runtime::Name(report.reason), FirstLine(report.message));
    if (report.terminated) finished.reason = FirstLine(report.message);
    finished.time = report.time_reached;
    finished.values = sink.Values();
    if (!line_.plot_file.empty()) finished.curves = CurvesJson(sink);
    seconds += report.seconds_initialize + report.seconds_simulate;
    is_spent_ = is_spent_ || (!report.success && RunsForeignCode(*translation.compiled.program));
    return report.reason;
  }

  /// A translation of its own may have other variables than the first one.
  void AddWanted(const runtime::Program& program, std::vector<std::string>& signals) const {
    const auto wanted = WantedOf(line_, program);
    if (const auto* const names = std::get_if<std::vector<std::string>>(&wanted)) {
      signals.insert(signals.end(), names->begin(), names->end());
    }
  }

  static Json CurvesJson(const SweepSink& sink) {
    Json curves = Json::array();
    for (const runtime::Curve& curve : sink.Curves()) {
      Json times = Json::array(), values = Json::array();
      for (const runtime::CurvePoint& point : curve) {
        times.push_back(point.t);
        values.push_back(point.v);
      }
      curves.push_back({times, values});
    }
    return curves;
  }

  void Take(size_t run, const std::string& told, Progress& progress) {
    const Json json = Json::parse(told, nullptr, false);
    auto finished = json.is_object() ? ReadFinishedRun(json["run"]) : std::nullopt;
    if (!finished) return TakeFailure(run, ForkedJobs::Failure::kCrashed, 0);
    if (wrong_.empty()) wrong_ = json.value("unwritten", std::string());
    totals_.translations += json.value("translations", 0L);
    totals_.seconds_simulating += json.value("simulate", 0.0);
    if (Interrupted() && finished->status == "stopped") return;
    Keep(*std::move(finished));
    if (progress.enabled()) progress.Show(fmt::format("{} of {} runs", finished_.size(), runs_.count()));
  }

  void TakeFailure(size_t run, ForkedJobs::Failure failure, int signal) {
    const bool is_late = failure == ForkedJobs::Failure::kTimeout;
    Keep({.run = run,
          .status = is_late ? "timeout" : "crashed",
          .reason = is_late      ? fmt::format("not at its end after {} s", line_.run_time_limit)
                    : signal > 0 ? fmt::format("its process was ended by signal {}", signal)
                                 : "its process ended too early",
          .values = {},
          .curves = {}});
  }

  void Keep(FinishedRun run) {
    if (journal_) {
      if (std::string wrong = journal_->Append(run); !wrong.empty()) {
        wrong_ = std::move(wrong);
        return;
      }
    }
    finished_.insert_or_assign(run.run, std::move(run));
  }

  // ---- after the runs

  std::string WriteAll(const std::map<size_t, FinishedRun>& finished) {
    const std::string text = FormatSweepTable(runs_, outputs_, finished);
    if (!journal_) {
      std::cout << text << std::flush;
    } else if (const auto failure = runtime::WriteAtomically(table_, text)) {
      return *failure;
    }
    if (line_.plot_file.empty()) return {};
    const auto drawn = WriteSweepPlot(line_.plot_file, model_, runs_, outputs_, finished);
    if (const auto* wrong = std::get_if<std::string>(&drawn)) return *wrong;
    if (std::get<size_t>(drawn) < finished.size() && !line_.quiet) {
      fmt::print(stderr, "note: the plot shows {} of {} runs\n", std::get<size_t>(drawn), finished.size());
    }
    return {};
  }

  int Finish() {
    bool is_complete = finished_.size() == runs_.count();
    std::string wrong;
    if (journal_) {
      is_complete = false;
      wrong = journal_->Close(runs_.count(), [&](const std::map<size_t, FinishedRun>& finished) {
        is_complete = true;
        finished_ = finished;
        return WriteAll(finished);
      });
    } else if (is_complete) {
      wrong = WriteAll(finished_);
    }
    if (wrong.empty() && !line_.report_file.empty()) {
      wrong = runtime::WriteAtomically(line_.report_file, FormatSweepReport(runs_, finished_, totals_)).value_or("");
    }
    if (!wrong.empty()) return Refuse(wrong);
    Tell(is_complete);
    if (Interrupted()) return kSimulationStopped;
    const bool all_good =
        std::ranges::all_of(finished_, [&](const auto& run) { return !share_.Has(run.first) || IsGood(run.second); });
    return all_good ? kDone : kSimulationStopped;
  }

  void Tell(bool is_complete) const {
    if (!line_.quiet) {
      for (const std::string& structural : schedule_->structural()) {
        fmt::print(
            stderr,
            "note: the translation hinges on `{}` (a size, a branch, the choice of states): each of its values takes "
            "one\n",
            structural);
      }
      if (kept_ > 0) fmt::print(stderr, "{} runs were there already\n", kept_);
      fmt::print(stderr, "{}\n", SummaryOf(runs_, finished_, is_complete ? table_ : ""));
    }
    if (!is_complete && journal_) {
      fmt::print(stderr, "{} of {} runs are kept in {}; {}\n", finished_.size(), runs_.count(),
                 journal_->path().string(),
                 share_.count > 1 && !Interrupted() ? "the table comes with the last of them"
                                                    : "the same command goes on from there");
    }
  }

  const CommandLine& line_;
  const SweepRuns runs_;
  const ShareOfWork share_;
  SweepTranslations translations_;
  std::string model_, table_;
  runtime::SimulationOptions options_;
  SweepOutputs outputs_;
  std::optional<SweepSchedule> schedule_;
  std::unique_ptr<SweepJournal> journal_;
  std::map<size_t, FinishedRun> finished_;
  size_t kept_ = 0;  // from before this call
  SweepTotals totals_;
  bool is_spent_ = false;
  std::string unwritten_;  // in a process of runs: why the result of the last one could not be written
  std::string wrong_;
};

}  // namespace

int RunSweep(const CommandLine& line) {
  for (const std::string& extension : {line.plot_file}) {
    if (!extension.empty() && !extension.ends_with(".svg") && !extension.ends_with(".png") &&
        !extension.ends_with(".pdf")) {
      return Refuse(fmt::format("'{}': plots are .svg, .png or .pdf files", extension));
    }
  }
  auto runs = RunsOf({line.vary, line.cases_file, line.samples, line.seed});
  if (const auto* wrong = std::get_if<std::string>(&runs)) return Refuse(*wrong);
  const auto share = ReadShare(line.shard);
  if (const auto* wrong = std::get_if<std::string>(&share)) return Refuse(*wrong);
  if (std::get<ShareOfWork>(share).count > 1 && line.output == kStandardOutput) {
    return Refuse("several processes need a file that they share: give -o FILE.csv");
  }
  std::signal(SIGPIPE, SIG_IGN);
  runtime::SetForeignTimeLimit(line.call_limit);
  const InterruptGuard guard;
  return Sweep(line, std::get<SweepRuns>(std::move(runs)), std::get<ShareOfWork>(share)).Run();
}

}  // namespace stiction::cli
