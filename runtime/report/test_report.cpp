// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/test_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "runtime/report/canvas.h"
#include "runtime/report/html_assets.h"
#include "runtime/report/signal_view.h"
#include "runtime/results/csv.h"

namespace stiction::runtime {
namespace {

using Json = nlohmann::ordered_json;

bool IsGood(CaseStatus status) { return status == CaseStatus::kPassed || status == CaseStatus::kUpdated; }

// For a class of the style.
std::string Slug(CaseStatus status) {
  std::string slug = Name(status);
  std::replace(slug.begin(), slug.end(), ' ', '-');
  return slug;
}

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// Inside <script>, "</" would end it.
std::string ForScript(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

Json Flat(const Curve& curve) {
  Json numbers = Json::array();
  for (const CurvePoint& point : curve) {
    numbers.push_back(point.t);
    // Points that the eye cannot tell apart are left out.
    numbers.push_back(std::strtod(fmt::format("{:.9g}", point.v).c_str(), nullptr));
  }
  return numbers;
}

// The signals in the order of their figures.
Json DataOf(const ResultTable& reference, const ResultTable& result, const Comparison& comparison,
            const std::vector<size_t>& shown) {
  Json data;
  const auto& times = reference.times.empty() ? result.times : reference.times;
  data["begin"] = times.empty() ? 0 : times.front();
  data["end"] = times.empty() ? 1 : times.back();
  data["events"] = EventTimesOf(result.times);
  data["referenceEvents"] = EventTimesOf(reference.times);
  data["signals"] = Json::array();
  for (const size_t index : shown) {
    const SignalVerdict& verdict = comparison.signals[index];
    const SignalView view = ViewOf(reference, result, verdict);
    Json signal;
    signal["name"] = verdict.name;
    signal["unit"] = verdict.unit;
    signal["worst"] = verdict.worst_use > 0 ? Json(verdict.worst_time) : Json();
    signal["violations"] = view.violations;
    signal["reference"] = Flat(view.reference);
    signal["result"] = Flat(view.result);
    signal["lower"] = Flat(view.lower);
    signal["upper"] = Flat(view.upper);
    data["signals"].push_back(std::move(signal));
  }
  return data;
}

std::string Head(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<script>\n{}</script>\n<style>\n{}</style>\n</head>\n<body>\n",
      kReportMark, Escaped(title), ErrorProgram(), ReportStyle());
}

std::string StatusText(CaseStatus status) {
  return fmt::format("<span class=\"status {}\">{}</span>", Slug(status), Name(status));
}

std::string List(const std::string& title, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  constexpr size_t kMax = 2000;
  std::string text = fmt::format("<details><summary>{} ({})</summary><p class=\"soft\">", Escaped(title), names.size());
  for (size_t i = 0; i < std::min(names.size(), kMax); ++i) text += (i == 0 ? "" : ", ") + Escaped(names[i]);
  return text + (names.size() > kMax ? ", ..." : "") + "</p></details>\n";
}

std::string StatusOfSignal(const SignalVerdict& verdict) {
  const bool passes = verdict.passes();
  const char* word = passes ? "inside" : verdict.reason.empty() ? "outside" : "not compared";
  return fmt::format("<span class=\"status {}\">{}</span>", passes ? "passed" : "failed", word);
}

// "+12 %" against the last run; differences within a tenth of a second say nothing.
std::string Change(const CaseSummary& test_case) {
  constexpr double kNoise = 0.1;
  if (!test_case.last_cpu_seconds || *test_case.last_cpu_seconds <= 0) return {};
  if (std::abs(test_case.cpu_seconds - *test_case.last_cpu_seconds) < kNoise) return "as before";
  return fmt::format("{:+.0f} %", 100 * (test_case.cpu_seconds / *test_case.last_cpu_seconds - 1));
}

// The part of the tube that the worst signal uses, in percent; far below or above the tube it needs no digits.
std::string UseText(double use) {
  if (!std::isfinite(use)) return "wrong switches";
  const double percent = 100 * use;
  if (percent > 0 && percent < 0.01) return "&lt; 0.01 %";
  if (percent >= 1e6) return "&gt; 10\xE2\x81\xB6 %";
  return percent < 100 ? fmt::format("{:.3g} %", percent) : fmt::format("{:.0f} %", percent);
}

// The full name of a class: its package in grey, with places where a line may break.
std::string NameCell(const CaseSummary& test_case) {
  const size_t dot = test_case.name.rfind('.');
  std::string text;
  if (dot != std::string::npos) {
    std::string broken;
    for (const char c : Escaped(test_case.name.substr(0, dot + 1)))
      broken += c == '.' ? std::string(".<wbr>") : std::string(1, c);
    text = fmt::format("<span class=\"package\">{}</span>", broken);
  }
  text += Escaped(dot == std::string::npos ? test_case.name : test_case.name.substr(dot + 1));
  if (!test_case.page.empty()) text = fmt::format("<a href=\"{}\">{}</a>", Escaped(test_case.page), text);
  if (test_case.is_name_shared) text += fmt::format(" <span class=\"package\">{}</span>", Escaped(test_case.place));
  return text;
}

std::string OverviewRow(const CaseSummary& test_case) {
  const std::string name = Escaped(test_case.name);
  const bool ran = IsGood(test_case.status) || test_case.status == CaseStatus::kFailed;
  const SignalVerdict* worst = ran ? test_case.comparison.Worst() : nullptr;
  const double use = worst == nullptr ? -1 : std::isfinite(worst->worst_use) ? worst->worst_use : 1e300;
  std::string row = fmt::format("<tr data-case=\"{}\" data-status=\"{}\">", name, Slug(test_case.status));
  row += fmt::format("<td>{}</td>", NameCell(test_case));
  row += fmt::format("<td>{}</td>", StatusText(test_case.status));
  row += fmt::format("<td class=\"number\" data-key=\"{}\">{}</td>", test_case.comparison.signals.size(),
                     test_case.comparison.signals.empty() || !ran
                         ? std::string()
                         : fmt::format("{} / {}", test_case.comparison.signals.size() - test_case.comparison.failed(),
                                       test_case.comparison.signals.size()));
  row += fmt::format("<td>{}</td>", worst == nullptr ? Escaped(FirstLine(test_case.message)) : Escaped(worst->name));
  row += fmt::format("<td class=\"number\" data-key=\"{:.6g}\">{}</td>", use,
                     worst == nullptr ? std::string() : UseText(worst->worst_use));
  const bool has_counts = ran || test_case.steps > 0;
  row += fmt::format("<td class=\"number\" data-key=\"{}\">{}</td>",
                     has_counts ? test_case.state_events + test_case.time_events : -1,
                     has_counts ? fmt::format("{} / {}", test_case.state_events, test_case.time_events) : "");
  row += fmt::format("<td class=\"number\" data-key=\"{0:.6g}\">{0:.2f} s</td>", test_case.cpu_seconds);
  row += fmt::format("<td class=\"number\" data-key=\"{:.6g}\">{}</td>",
                     test_case.cpu_seconds - test_case.last_cpu_seconds.value_or(test_case.cpu_seconds),
                     Change(test_case));
  return row + "</tr>\n";
}

// The number of cases of each status, in the order of the statuses.
std::string Tally(const std::vector<CaseSummary>& cases) {
  std::string tally;
  for (const CaseStatus status :
       {CaseStatus::kFailed, CaseStatus::kStopped, CaseStatus::kModelError, CaseStatus::kTimeout, CaseStatus::kCrashed,
        CaseStatus::kNoReference, CaseStatus::kSkipped, CaseStatus::kUpdated, CaseStatus::kPassed}) {
    const auto count =
        std::count_if(cases.begin(), cases.end(), [&](const CaseSummary& c) { return c.status == status; });
    if (count > 0)
      tally += fmt::format("{}<span class=\"status {}\">{} {}</span>", tally.empty() ? "" : " ", Slug(status), count,
                           Name(status));
  }
  return tally;
}

// XML 1.0 has no other control characters than these.
std::string ForXml(const std::string& text) { return Escaped(text); }

}  // namespace

std::string Name(CaseStatus status) {
  switch (status) {
    case CaseStatus::kPassed:
      return "passed";
    case CaseStatus::kFailed:
      return "failed";
    case CaseStatus::kStopped:
      return "stopped";
    case CaseStatus::kModelError:
      return "model error";
    case CaseStatus::kTimeout:
      return "timeout";
    case CaseStatus::kCrashed:
      return "crashed";
    case CaseStatus::kNoReference:
      return "no reference";
    case CaseStatus::kSkipped:
      return "skipped";
    case CaseStatus::kUpdated:
      return "updated";
  }
  return {};
}

std::string Summarize(const Comparison& comparison) {
  size_t inside = 0;
  size_t outside = 0;
  size_t missing = 0;
  for (const SignalVerdict& verdict : comparison.signals) {
    ++(verdict.passes() ? inside : verdict.reason.empty() ? outside : missing);
  }
  std::string text = fmt::format("{} of {} signals compared: {} inside, {} outside", inside + outside,
                                 comparison.signals.size(), inside, outside);
  if (missing > 0) text += fmt::format("; {} could not be compared", missing);
  if (!comparison.not_asked_for.empty()) {
    text += fmt::format("; {} more in the reference", comparison.not_asked_for.size());
  }
  if (!comparison.only_in_result.empty())
    text += fmt::format("; {} only in the result", comparison.only_in_result.size());
  return text;
}

std::string CasePage(const CaseSummary& test_case, const ResultTable& reference, const ResultTable& result,
                     const std::string& overview) {
  const Comparison& comparison = test_case.comparison;
  std::string page = Head(test_case.name);
  if (!overview.empty()) page += fmt::format("<p><a href=\"{}\">all cases</a></p>\n", Escaped(overview));
  page += fmt::format("<h1>{}</h1>\n<p>{} {}</p>\n", Escaped(test_case.name), StatusText(test_case.status),
                      Escaped(FirstLine(test_case.message)));
  if (!comparison.signals.empty()) page += fmt::format("<p>{}.</p>\n", Escaped(Summarize(comparison)));
  if (!test_case.origin.empty())
    page += fmt::format("<p class=\"soft\">Reference: {}</p>\n", Escaped(test_case.origin));
  if (!test_case.place.empty()) page += fmt::format("<p class=\"soft\">{}</p>\n", Escaped(test_case.place));
  page += List("only in the result", comparison.only_in_result) +
          List("in the reference, but not on the list of signals", comparison.not_asked_for);
  if (!IsGood(test_case.status) && !test_case.log.empty())
    page += fmt::format("<pre>{}</pre>\n", Escaped(test_case.log));
  if (!comparison.signals.empty()) page += Legend();
  constexpr size_t kMaxFigures = 2000;  // a page with more takes a browser minutes
  std::vector<size_t> shown = comparison.ByBadness();
  if (shown.size() > kMaxFigures) {
    page += fmt::format("<p class=\"soft\">The {} signals that use most of their tubes, of {}:</p>\n", kMaxFigures,
                        shown.size());
    shown.resize(kMaxFigures);
  }
  for (size_t figure = 0; figure < shown.size(); ++figure) {
    const SignalVerdict& verdict = comparison.signals[shown[figure]];
    page += fmt::format("<section>\n<h2>{}</h2>\n<p class=\"soft\">{} {}</p>\n", Escaped(verdict.name),
                        StatusOfSignal(verdict), Escaped(Explain(verdict)));
    page += fmt::format("<figure data-signal=\"{}\"></figure>\n</section>\n", figure);
  }
  page += fmt::format(
      "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
      ForScript(DataOf(reference, result, comparison, shown)), PlotProgram());
  return page;
}

std::string OverviewPage(const std::vector<CaseSummary>& cases, const std::string& title) {
  double seconds = 0;
  for (const CaseSummary& test_case : cases) seconds += test_case.cpu_seconds;
  std::string page = Head(title);
  page += fmt::format("<h1>{}</h1>\n<p>{} {} {} <span class=\"soft\">{:.1f} s of CPU time</span></p>\n", Escaped(title),
                      cases.size(), cases.size() == 1 ? "case:" : "cases:", Tally(cases), seconds);
  page += "<p><input type=\"search\" id=\"search\" placeholder=\"show only ...\" aria-label=\"show only\"></p>\n";
  page += "<table id=\"cases\"><thead><tr>";
  for (const char* head : {"model", "status", "inside", "worst signal", "use of the tube", "events state / time", "CPU",
                           "against last run"}) {
    const std::string_view text = head;
    const bool is_text = text == "model" || text == "status" || text == "worst signal";
    page += fmt::format("<th scope=\"col\"{}><button type=\"button\">{}</button></th>",
                        is_text ? "" : " class=\"number\"", head);
  }
  page += "</tr></thead>\n<tbody>\n";
  std::vector<const CaseSummary*> order;
  for (const CaseSummary& test_case : cases) order.push_back(&test_case);
  std::stable_sort(order.begin(), order.end(),
                   [](const CaseSummary* a, const CaseSummary* b) { return IsGood(a->status) < IsGood(b->status); });
  for (const CaseSummary* test_case : order) page += OverviewRow(*test_case);
  page += fmt::format("</tbody></table>\n<script>\n{}</script>\n</body>\n</html>\n", OverviewProgram());
  return page;
}

std::string FormatJunit(const std::vector<CaseSummary>& cases, const std::string& suite) {
  size_t failures = 0;
  size_t errors = 0;
  size_t skipped = 0;
  double seconds = 0;
  std::string body;
  for (const CaseSummary& test_case : cases) {
    seconds += test_case.cpu_seconds;
    const size_t dot = test_case.name.rfind('.');
    const std::string package = dot == std::string::npos ? suite : test_case.name.substr(0, dot);
    // Servers take cases of one name for runs of the same.
    std::string name = dot == std::string::npos ? test_case.name : test_case.name.substr(dot + 1);
    if (test_case.is_name_shared) name += fmt::format(" ({})", test_case.place);
    body += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n", ForXml(package), ForXml(name),
                        test_case.cpu_seconds);
    const std::string message = ForXml(FirstLine(test_case.message));
    std::string details = test_case.status == CaseStatus::kFailed ? std::string() : test_case.message;
    for (const size_t index : test_case.comparison.ByBadness()) {
      const SignalVerdict& verdict = test_case.comparison.signals[index];
      if (!verdict.passes() && test_case.status != CaseStatus::kModelError) {
        details += fmt::format("{}{}: {}", details.empty() ? "" : "\n", verdict.name, Explain(verdict));
      }
    }
    if (!test_case.log.empty()) details += "\n" + test_case.log;
    if (test_case.status == CaseStatus::kFailed) {
      ++failures;
      body += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", Name(test_case.status), message,
                          ForXml(details));
    } else if (test_case.status == CaseStatus::kSkipped) {
      ++skipped;
      body += fmt::format("      <skipped message=\"{}\"/>\n", message);
    } else if (!IsGood(test_case.status)) {
      ++errors;
      body += fmt::format("      <error type=\"{}\" message=\"{}\">{}</error>\n", Name(test_case.status), message,
                          ForXml(details));
    } else {
      body += fmt::format("      <system-out>{}</system-out>\n", ForXml(Summarize(test_case.comparison)));
    }
    body += "    </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}"
      "  </testsuite>\n</testsuites>\n",
      ForXml(suite), cases.size(), failures, errors, skipped, seconds, body);
}

std::string FormatComparisonJson(const Comparison& comparison) {
  const auto finite = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json json;
  json["passes"] = comparison.passes();
  json["summary"] = Summarize(comparison);
  json["signals"] = Json::array();
  for (const size_t index : comparison.ByBadness()) {
    const SignalVerdict& verdict = comparison.signals[index];
    Json signal;
    signal["name"] = verdict.name;
    signal["status"] = verdict.passes() ? "inside" : verdict.reason.empty() ? "outside" : "not compared";
    signal["kind"] = verdict.is_discrete ? "discrete" : "real";
    signal["explanation"] = Explain(verdict);
    signal["unit"] = verdict.unit;
    if (verdict.reason.empty()) {
      signal["use"] = finite(verdict.worst_use);
      signal["time"] = verdict.worst_time;
      if (!verdict.is_discrete) {
        signal["value"] = verdict.worst_value;
        signal["lower"] = verdict.lower;
        signal["upper"] = verdict.upper;
        signal["excess"] = verdict.excess();
      }
      signal["outside"] = verdict.outside;
      signal["rows"] = verdict.rows;
      signal["tolerance"] = {{"time", verdict.size.time}, {"value", verdict.size.value}};
    }
    if (verdict.is_discrete) {
      signal["differences"] = Json::array();
      for (const SwitchDifference& difference : verdict.switches.differences) {
        signal["differences"].push_back(Explain(difference, verdict.switches.literals));
      }
    }
    json["signals"].push_back(std::move(signal));
  }
  json["only_in_result"] = comparison.only_in_result;
  json["not_asked_for"] = comparison.not_asked_for;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::runtime
