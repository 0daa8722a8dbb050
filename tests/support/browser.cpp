// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/browser.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/command.h"

namespace stiction::test {
namespace {

constexpr const char* kVisitor = R"html(<!DOCTYPE html>
<meta charset="utf-8"><iframe id="frame" style="width:1200px;height:2000px"></iframe><pre id="answer"></pre>
<script>
const pages = PAGES, filter = FILTER;
const frame = document.getElementById('frame'), answer = {};
function range(figure) { return [Number(figure.dataset.t0), Number(figure.dataset.t1)]; }
function overview(doc, win, result) {
  const body = doc.querySelector('#cases tbody');
  result.rows = body.rows.length;
  result.cases = Array.from(body.rows).map(row => [row.dataset.case, row.dataset.status]);
  const search = doc.getElementById('search');
  search.value = filter;
  search.dispatchEvent(new win.Event('input'));
  result.hidden = Array.from(body.rows).filter(row => row.hidden).length;
  search.value = '';
  search.dispatchEvent(new win.Event('input'));
  const heads = doc.querySelectorAll('#cases th');
  heads[0].querySelector('button').click();
  const first = body.rows[0].dataset.case;
  heads[0].querySelector('button').click();
  result.sorted = heads[0].getAttribute('aria-sort') === 'descending' && (body.rows[0].dataset.case !== first || body.rows.length < 2);
}
function mouse(win, svg, type, share, more) {
  const box = svg.getBoundingClientRect();
  const options = Object.assign({ bubbles: true, cancelable: true, button: 0, clientX: box.left + share * box.width, clientY: box.top + box.height / 2 }, more);
  svg.dispatchEvent(type === 'wheel' ? new win.WheelEvent(type, options) : new win.PointerEvent(type, options));
}
function plots(doc, win, result) {
  const figures = doc.querySelectorAll('figure[data-signal]');
  result.figures = figures.length;
  result.drawn = doc.querySelectorAll('figure svg path.result').length;
  result.references = doc.querySelectorAll('figure svg path.reference').length;
  result.tubes = doc.querySelectorAll('figure svg path.tube').length;
  result.violations = doc.querySelectorAll('figure svg rect.violation').length;
  result.ticks = doc.querySelectorAll('figure svg line.event').length;
  if (!figures.length) return;
  const figure = figures[0], svg = figure.querySelector('svg');
  const act = name => figure.querySelector('[data-act="' + name + '"]').click();
  result.whole = range(figure);
  act('zoom-in'); result.zoomed = range(figure);
  act('reset'); result.reset = range(figure);
  mouse(win, svg, 'wheel', 0.5, { deltaY: -100, ctrlKey: true }); result.wheeled = range(figure);
  act('reset');
  mouse(win, svg, 'pointerdown', 0.4); mouse(win, svg, 'pointermove', 0.5); mouse(win, svg, 'pointerup', 0.6);
  result.dragged = range(figure);
  mouse(win, svg, 'pointerdown', 0.5, { shiftKey: true }); mouse(win, svg, 'pointermove', 0.4, { shiftKey: true }); mouse(win, svg, 'pointerup', 0.4, { shiftKey: true });
  result.panned = range(figure);
  result.linked = figures.length < 2 || figures[1].dataset.t0 === undefined || figures[1].dataset.t0 === figure.dataset.t0;
  act('reset');
}
async function visit(page) {
  await new Promise(done => { frame.onload = done; frame.src = page; });
  const win = frame.contentWindow, doc = frame.contentDocument, result = {};
  try {
    if (doc.getElementById('cases')) overview(doc, win, result); else plots(doc, win, result);
  } catch (error) { result.visitor_error = String(error); }
  result.errors = Number(doc.documentElement.dataset.scriptErrors || 0);
  result.last_error = doc.documentElement.dataset.lastScriptError || '';
  answer[page] = result;
}
(async function () {
  for (const page of pages) await visit(page);
  document.getElementById('answer').textContent = 'BEGIN' + JSON.stringify(answer) + 'END';
}());
</script>
)html";

std::string Replaced(std::string text, const std::string& word, const std::string& by) {
  return text.replace(text.find(word), word.size(), by);
}

std::string Unescaped(std::string text) {
  for (const auto& [entity, character] : {std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"}, std::pair{"&amp;", "&"}}) {
    for (size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at + 1)) {
      text.replace(at, std::string(entity).size(), character);
    }
  }
  return text;
}

}  // namespace

std::optional<std::string> FindBrowser() {
  const char* path = std::getenv("PATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = directory + "/chromium";
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

nlohmann::json VisitReport(const std::string& directory, const std::vector<std::string>& pages,
                           const std::string& filter) {
  const TemporaryDirectory profile;
  const std::filesystem::path visitor = std::filesystem::absolute(directory) / "visitor.html";
  std::string text = Replaced(kVisitor, "PAGES", nlohmann::json(pages).dump());
  std::ofstream(visitor) << Replaced(text, "FILTER", nlohmann::json(filter).dump());
  const CommandResult run =
      Run(*FindBrowser(),
          {"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--allow-file-access-from-files",
           "--no-first-run", "--disable-background-networking", "--disable-component-update", "--window-size=1300,2200",
           "--user-data-dir=" + profile.File("profile"), "--virtual-time-budget=100000", "--dump-dom",
           "file://" + visitor.string()},
          100);
  std::filesystem::remove(visitor);
  const size_t begin = run.out.rfind("BEGIN{");
  const size_t end = run.out.rfind("}END");
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    throw std::runtime_error("the browser gave no answer:\n" + run.out.substr(0, 2000) + "\n" +
                             run.err.substr(0, 4000));
  }
  return nlohmann::json::parse(Unescaped(run.out.substr(begin + 5, end + 1 - begin - 5)));
}

}  // namespace stiction::test
