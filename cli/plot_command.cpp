// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plot_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/common.h"
#include "cli/comparison_options.h"
#include "cli/exit_code.h"
#include "cli/plot_modes.h"
#include "cli/plot_panels.h"
#include "cli/plotted_runs.h"
#include "runtime/report/plot.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;

// Files first or between: what exists is a file, and - the standard input; the rest are signals.
void SortArguments(const CommandLine& line, std::vector<std::string>& files, std::vector<std::string>& signals) {
  for (const std::string& argument : line.files) {
    if (argument == "-") {
      files.emplace_back("/dev/stdin");
    } else {
      (Exists(argument) && !IsDirectory(argument) ? files : signals).push_back(argument);
    }
  }
}

// Empty, or which options do not go together, or what is missing.
std::string WrongOptions(const CommandLine& line, const std::vector<std::string>& files,
                         const std::vector<std::string>& signals) {
  if (files.empty()) return fmt::format("there is no file '{}'", line.files.front());
  if (signals.empty() && line.panels.empty() && line.modes.empty()) {
    return "give the names of the signals to draw, or --modes";
  }
  if (line.abscissa.empty()) return {};
  if (!line.reference_file.empty()) return "--reference compares over time, not over the signal of --x";
  if (!line.modes.empty()) return "--modes draws bands over time, not over the signal of --x";
  return {};
}

// Empty, or why there are none.
std::string AddModes(const CommandLine& line, const std::vector<PlottedRun>& runs, const Literals& literals,
                     runtime::Plot& plot) {
  plot.modes = ModesOf(runs, line.modes, literals);
  if (!plot.modes.empty()) return {};
  if (line.modes != "*") return fmt::format("no friction element fits `{}`", line.modes);
  return "the results have no friction element: nothing has a signal `mode`, or a relative speed and a parameter of "
         "its "
         "curve\n  hint: --signals of the simulation may have left them out";
}

}  // namespace

int RunPlot(const CommandLine& line) {
  const std::string extension = fs::path(line.output).extension().string();
  if (extension != ".svg" && extension != ".png" && extension != ".pdf") {
    return Refuse(fmt::format("'{}': plots are .svg, .png or .pdf files", line.output));
  }
  std::vector<std::string> files;
  std::vector<std::string> signals;
  SortArguments(line, files, signals);
  std::vector<std::string> inputs = files;
  inputs.insert(inputs.end(), {line.reference_file, line.literals_file});
  if (const std::string wrong = WhyNotWritable({{line.output, "the picture"}}, inputs); !wrong.empty()) {
    return Refuse(wrong);
  }
  if (const std::string wrong = WrongOptions(line, files, signals); !wrong.empty()) return Refuse(wrong);
  Literals literals;
  if (!line.literals_file.empty()) {
    if (const std::string wrong = ReadLiterals(line.literals_file, literals); !wrong.empty()) return Refuse(wrong);
  }
  const auto read = ReadRuns(files);
  if (const auto* const wrong = std::get_if<std::string>(&read)) return Refuse(*wrong);
  const auto& runs = std::get<std::vector<PlottedRun>>(read);

  auto panels = PanelsOf(line, signals, runs, literals);
  if (const auto* const wrong = std::get_if<std::string>(&panels)) return Refuse(*wrong);
  runtime::Plot plot = std::get<runtime::Plot>(std::move(panels));
  plot.title = line.title;
  if (plot.title.empty() && files.size() == 1) plot.title = fs::path(files.front()).filename().string();
  if (!line.modes.empty()) {
    if (const std::string wrong = AddModes(line, runs, literals, plot); !wrong.empty()) return Refuse(wrong);
  }
  if (!(plot.end > plot.begin))
    return Refuse(fmt::format("nothing lies between t = {} s and {} s", plot.begin, plot.end));

  runtime::PlotSize size;
  if (line.size) size = {.width = line.size->first, .height = line.size->second};
  if (const std::string wrong = WhyTooSmall(plot, size); !wrong.empty()) return Refuse(wrong);
  const auto canvas = runtime::MakeCanvas(line.output, size.width, HeightOf(plot, size));
  DrawPlot(plot, size, *canvas);
  if (const auto failure = canvas->Save(line.output)) return Refuse(*failure);
  return kDone;
}

}  // namespace stiction::cli
