// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/report/legend.h"
#include "runtime/report/plot.h"
#include "runtime/report/signal_view.h"
#include "runtime/report/test_report.h"
#include "runtime/report/ticks.h"
#include "tests/support/temporary_directory.h"

namespace stiction::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(Curve, LosesLessThanTheDistance) {
  constexpr double kDistance = 1e-3;
  std::vector<double> times;
  std::vector<double> values;
  for (int i = 0; i <= 5000; ++i) {
    times.push_back(i * 1e-3);
    values.push_back(std::sin(times.back()) + (times.back() > 2 ? 1 : 0));
    if (i == 2000) {
      times.push_back(2);
      values.push_back(std::sin(2) + 1);
    }
  }
  const Curve curve = ReduceCurve(times, values, kDistance);
  EXPECT_LT(curve.size(), 200U);
  EXPECT_EQ(curve.front().t, 0);
  EXPECT_EQ(curve.back().t, 5);
  size_t next = 1;
  for (size_t row = 0; row < times.size(); ++row) {
    while (next + 1 < curve.size() && curve[next].t < times[row]) ++next;
    const CurvePoint& a = curve[next - 1];
    const CurvePoint& b = curve[next];
    if (times[row] == 2) continue;  // the jump: both values are kept
    const double line = a.v + (b.v - a.v) * (times[row] - a.t) / (b.t - a.t);
    ASSERT_LE(std::abs(line - values[row]), kDistance * (1 + 1e-9)) << times[row];
  }
  size_t at_jump = 0;
  for (const CurvePoint& point : curve) at_jump += point.t == 2 ? 1 : 0;
  EXPECT_EQ(at_jump, 2U);
}

TEST(Curve, EventsAreTheTimesThatStandTwice) {
  const std::vector<double> times{0, 1, 1, 2, 3, 3, 3};
  EXPECT_EQ(EventTimesOf(times), (std::vector<double>{1, 3}));
}

TEST(Curve, OfADiscreteSignalHasSteps) {
  const std::vector<double> times{0, 1, 2, 3, 4};
  const std::vector<double> values{1, 1, 2, std::nan(""), 2};
  EXPECT_EQ(StepCurve(times, values), (Curve{{0, 1}, {2, 1}, {2, 2}, {4, 2}}));
}

TEST(Curve, OfAPathKeepsItsWayBack) {
  const std::vector<double> xs{0, 0.01, 0.02, 1, 1, 0};
  const std::vector<double> ys{0, 0, 0.01, 0, 1, 0};
  EXPECT_EQ(ReducePath(xs, ys, 0.1, 0.1), (Curve{{0, 0}, {0.02, 0.01}, {1, 0}, {1, 1}, {0, 0}}));
}

TEST(Legend, TakesAsManyRowsAsItNeeds) {
  const std::vector<LegendEntry> entries(20, LegendEntry{"a name", {}});
  EXPECT_EQ(LegendHeight({}, 800), 0);
  EXPECT_EQ(LegendHeight(entries, 3000), LegendHeight({entries.front()}, 800));
  EXPECT_EQ(LegendHeight(entries, 10), 20 * LegendHeight({entries.front()}, 800));
}

TEST(Plot, HasRoundTicks) {
  EXPECT_EQ(Ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(Ticks(-30, 70, 4), (std::vector<double>{-20, 0, 20, 40, 60}));
  EXPECT_EQ(Ticks(3, 3, 4), (std::vector<double>{3}));
}

Plot SmallPlot() {
  Plot plot;
  plot.title = "<Block> & \xff";
  PlotPanel panel;
  panel.unit = "m/s";
  panel.lines.push_back({"v", {{0, 0}, {1, 2}}, 0});
  panel.bands.push_back({{{0, -1}, {1, 1}}, {{0, 1}, {1, 3}}, 0});
  panel.violations.emplace_back(0.4, 0.5);
  plot.panels.push_back(panel);
  PlotPanel modes;
  modes.is_discrete = true;
  modes.lines.push_back({"mode", {{0, 0}, {0.5, 0}, {0.5, 1}, {1, 1}}, 7});
  modes.literals = {{0, "Stuck"}, {1, "Forward"}, {2, "Free"}};
  plot.panels.push_back(modes);
  plot.modes.push_back({"brake", {{0, 0.5, "Stuck"}, {0.5, 1, "Odd"}}});
  plot.events = {0.25};
  return plot;
}

std::string Drawn(const std::string& extension) {
  const test::TemporaryDirectory directory;
  const std::filesystem::path path = directory.File("plot" + extension);
  const Plot plot = SmallPlot();
  const double height = HeightOf(plot, {});
  const auto canvas = extension == ".svg" ? MakeSvgCanvas(900, height) : MakePngCanvas(900, height);
  DrawPlot(plot, {}, *canvas);
  EXPECT_EQ(canvas->Save(path), std::nullopt);
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST(Plot, DrawsScalableGraphics) {
  const std::string svg = Drawn(".svg");
  EXPECT_THAT(svg, HasSubstr("&lt;Block&gt; &amp; ?"));
  EXPECT_THAT(svg, HasSubstr("[m/s]"));
  EXPECT_THAT(svg, HasSubstr("time [s]"));
  EXPECT_THAT(svg, HasSubstr("<polygon"));
  EXPECT_THAT(svg, AllOf(HasSubstr(">Stuck<"), HasSubstr(">Forward<"), Not(HasSubstr(">Free<")), HasSubstr(">brake<"),
                         HasSubstr(">Odd<"), HasSubstr("stroke-dasharray")));
}

TEST(Plot, FitsIntoASizeAsLongAsThereIsRoom) {
  const Plot plot = SmallPlot();
  const double wanted = HeightOf(plot, {});
  EXPECT_EQ(HeightOf(plot, {.width = 900, .height = wanted - 100}), wanted - 100);
  EXPECT_EQ(WhyTooSmall(plot, {.width = 900, .height = wanted - 100}), "");
  EXPECT_THAT(WhyTooSmall(plot, {.width = 900, .height = 150}), HasSubstr("hint: 900 x "));
}

TEST(Plot, DrawsPixels) {
  const std::string png = Drawn(".png");
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_GT(png.size(), 3000U);
}

CaseSummary Failing() {
  CaseSummary summary;
  summary.name = "Lib.\"A\" & <B>";
  summary.status = CaseStatus::kFailed;
  summary.message = "x is off\x01";
  SignalVerdict verdict;
  verdict.name = "</script><b>";
  verdict.outside = 3;
  verdict.rows = 10;
  verdict.worst_use = 7;
  summary.comparison.signals.push_back(verdict);
  return summary;
}

TEST(Junit, CountsAndEscapes) {
  CaseSummary error = Failing();
  error.status = CaseStatus::kTimeout;
  CaseSummary passed;
  passed.name = "Plain";
  passed.status = CaseStatus::kPassed;
  const std::string xml = FormatJunit({Failing(), error, passed, {}}, "suite");
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"&quot;A&quot; &amp; &lt;B&gt;\""));
  EXPECT_THAT(xml, HasSubstr("type=\"timeout\""));
  EXPECT_THAT(xml, Not(HasSubstr("\x01")));
}

TEST(Junit, TellsCasesOfOneNameApart) {
  CaseSummary a = Failing();
  a.name = "Lib.Block";
  a.is_name_shared = true;
  CaseSummary b = a;
  a.place = "a/Block.mo";
  b.place = "b/Block.mo";
  const std::string xml = FormatJunit({a, b}, "suite");
  EXPECT_THAT(xml, HasSubstr("classname=\"Lib\" name=\"Block (a/Block.mo)\""));
  EXPECT_THAT(xml, HasSubstr("classname=\"Lib\" name=\"Block (b/Block.mo)\""));
  EXPECT_THAT(OverviewPage({a, b}, "all"), HasSubstr("b/Block.mo"));
}

TEST(Pages, TellOnlyChangesOfTimeThatAreNoNoise) {
  CaseSummary summary = Failing();
  summary.cpu_seconds = 0.09;
  summary.last_cpu_seconds = 0.03;
  EXPECT_THAT(OverviewPage({summary}, "all"), HasSubstr("as before"));
  summary.cpu_seconds = 0.6;
  summary.last_cpu_seconds = 0.3;
  EXPECT_THAT(OverviewPage({summary}, "all"), HasSubstr("+100 %"));
}

TEST(Pages, LetNoNameEndTheirScript) {
  ResultTable table;
  table.names = {"</script><b>"};
  table.times = {0, 1};
  table.columns = {{0.5, 0.25}};
  const std::string page = CasePage(Failing(), table, table, "index.html");
  EXPECT_THAT(page, Not(HasSubstr("</script><b>")));
  EXPECT_THAT(page, HasSubstr("&lt;/script&gt;&lt;b&gt;"));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>"));
  const std::string overview = OverviewPage({Failing()}, "all");
  EXPECT_THAT(overview, HasSubstr("1 failed"));
  EXPECT_THAT(overview, HasSubstr("700 %"));
}

TEST(SignalView, MarksWhatLiesOutside) {
  ResultTable reference;
  reference.names = {"x"};
  reference.columns.resize(1);
  for (int i = 0; i <= 100; ++i) {
    reference.times.push_back(0.01 * i);
    reference.columns[0].push_back(std::sin(0.1 * i));
  }
  ResultTable result = reference;
  for (size_t i = 40; i <= 45; ++i) result.columns[0][i] += 0.1;
  const Comparison comparison = Compare(reference, result);
  const SignalView view = ViewOf(reference, result, comparison.signals[0]);
  ASSERT_EQ(view.violations.size(), 1U);
  EXPECT_NEAR(view.violations[0].first, 0.40, 1e-9);
  EXPECT_NEAR(view.violations[0].second, 0.45, 1e-9);
  EXPECT_FALSE(view.upper.empty());
}

}  // namespace
}  // namespace stiction::runtime
