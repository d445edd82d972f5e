"""What a reader without a mouse, without colours or with a screen reader meets on the site."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import tools
from tests.theory.reports.site.browser import needs_browser

pytestmark = needs_browser
AXE = find_spec("axe_core_python")
PAGES = (
    "index.html",
    "graph.html",
    "certificates.html",
    "measured.html",
    "architectures.html",
    "certificates/lookup-9.html",
    "claims/B-thm32-index.html",
    "claims/B-e-mix.html",
    "recheck.html",
    "papers/PM.html",
    "docs/glossary.html",
    "docs/scores.html",
)
needs_axe = tools.needs(tools.AXE)

JUDGED = """
const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
left.twice = ids.filter((id, k) => ids.indexOf(id) !== k);
const unlike = /^(id|href|for|title|d|[xy][12]?|c[xy]|width|height|points|transform|data-id)$/;
const shapes = new Map();
const shape = (one) => {
  if (!shapes.has(one)) {
    const named = [...one.attributes].map(({ name, value }) => unlike.test(name)
      || name.startsWith('aria-') ? `${name} ${value !== ''}` : `${name}=${value}`);
    const inside = [...one.childNodes].map((inner) => inner.nodeType === 1 ? shape(inner)
      : inner.textContent.trim() === '' ? '' : 'text');
    shapes.set(one, `<${one.localName} ${named.sort()}>${inside.join('')}</>`);
  }
  return shapes.get(one);
};
const seen = new Map();
const prune = (one, around) => {
  for (const inner of [...one.children]) {
    const kind = `${around} ${shape(inner)}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > 2 && inner !== one.firstElementChild) inner.remove();
    else prune(inner, `${around} ${inner.localName}.${inner.className}`);
  }
};
const rows = new Set();
for (const row of document.querySelectorAll('li[data-id]')) {
  const kind = `${row.dataset.verdict}, ${row.dataset.paper}`;
  if (rows.has(kind)) row.remove();
  rows.add(kind);
}
prune(document.querySelector('main'), '');
const found = await axe.run(%s);
left.wrong = found.violations.map((one) => [one.id, one.nodes.map((n) => n.html.slice(0, 120))]);
if (left.twice.length > 0) left.wrong.push(['an id twice', left.twice]);
left.passed = found.passes.map((one) => one.id);
left.paper = getComputedStyle(document.body).backgroundColor;
"""
COLOURS = "{ runOnly: ['color-contrast'] }"


def judged(browser, page, before="", options="", dark=False):
    """axe-core's answer on a page after a script: (violations, rules passed, page's colour).

    Of the front page's rows, all made by one template, one of each verdict and paper is judged.
    Of elements that differ in texts, names and places alone, within elements of the same classes,
    two are judged and those that come first in theirs; that no id is there twice is asked of all.
    """
    assert AXE is not None
    assert AXE.origin is not None
    axe = Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8")
    answer = browser.left(page, f"{axe};\n{before}\n{JUDGED % options}", dark)
    return answer["wrong"], answer["passed"], answer["paper"]


@needs_axe
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(site, browser, name):
    wrong, passed, paper = judged(browser, site / name)
    assert wrong == []
    assert {"color-contrast", "landmark-one-main", "page-has-heading-one"} <= set(passed)
    assert paper == "rgb(255, 255, 255)"


@needs_axe
@pytest.mark.parametrize("name", ["index.html", "certificates/lookup-9.html"])
def test_axe_finds_no_pale_text_in_the_dark(site, browser, name):
    wrong, passed, paper = judged(browser, site / name, options=COLOURS, dark=True)
    assert wrong == []
    assert passed == ["color-contrast"]
    assert paper == "rgb(22, 24, 27)"


SPOILT = """
const label = document.querySelector('label[for=place]');
label.outerHTML = '<i style="color:#ccc">Place</i>';
"""


@needs_axe
def test_axe_would_see_pale_text_and_a_field_without_a_label(site, browser):
    wrong, _, _ = judged(browser, site / "certificates" / "lookup-9.html", SPOILT)
    assert {"color-contrast", "label"} <= {name for name, _ in wrong}


ORDER = """
const every = 'a[href], button, input, select, textarea, [tabindex], summary';
const all = [...document.querySelectorAll(every)];
left.order = all.map((one) => one.tabIndex);
left.first = all[0].className + ' ' + all[0].getAttribute('href');
const place = (one) => one.closest('nav, main, footer')?.localName ?? 'else';
left.inside = all.map(place);
const unseen = [];
for (const one of all) {
  if (one.checkVisibility && !one.checkVisibility()) continue;
  one.focus();
  const shown = getComputedStyle(one);
  const seen = shown.outlineStyle !== 'none' && parseFloat(shown.outlineWidth) >= 2;
  if (document.activeElement !== one || !seen) unseen.push(one.outerHTML.slice(0, 80));
}
left.unseen = unseen;
"""


@pytest.mark.parametrize("name", ["index.html", "graph.html", "certificates/lookup-9.html"])
def test_focus_goes_in_reading_order_and_is_visible(site, browser, name):
    focus = browser.left(site / name, ORDER)
    assert set(focus["order"]) == {0}, "an order of its own would leave the reader's"
    assert focus["first"] == "skip #main"
    places = focus["inside"]
    assert places[0] == "else"
    assert places == sorted(places, key=["else", "nav", "main", "footer"].index)
    assert focus["unseen"] == []
