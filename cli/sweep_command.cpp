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
#include "cli/sweep_identity.h"
#include "cli/sweep_journal.h"
#include "cli/sweep_outputs.h"
#include "cli/sweep_plot.h"
#include "cli/sweep_report.h"
#include "cli/sweep_results.h"
#include "cli/sweep_runs.h"
#include "cli/sweep_schedule.h"
#include "cli/sweep_table.h"
#include "cli/sweep_translations.h"
#include "cli/sweep_worker.h"
#include "cli/terminal.h"
#include "cli/worker_pool.h"
#include "runtime/external/foreign_code.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

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
      auto wanted = WantedSignals(line_, program);
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
    SweepWorker worker(line_, runs_, outputs_, options_, translations_);
    ForkedJobs jobs;
    jobs.processes = static_cast<int>(std::min<size_t>(open.size(), static_cast<size_t>(Processes())));
    jobs.time_limit = line_.run_time_limit;
    jobs.next = [this](std::optional<size_t> last) { return schedule_->Next(last); };
    jobs.work = [&](size_t run) { return FormatToldRun(worker.Simulate(run)); };
    jobs.is_spent = [&] { return worker.is_spent(); };
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

  void Take(size_t run, const std::string& told, Progress& progress) {
    std::optional<ToldRun> told_run = ReadToldRun(told);
    if (!told_run) return TakeFailure(run, ForkedJobs::Failure::kCrashed, 0);
    if (wrong_.empty()) wrong_ = told_run->unwritten;
    totals_.translations += told_run->translations;
    totals_.seconds_simulating += told_run->seconds;
    if (Interrupted() && told_run->finished.status == "stopped") return;
    Keep(std::move(told_run->finished));
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
