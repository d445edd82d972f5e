"""What a reader without a mouse, without colours or with a screen reader meets on the site."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.theory.reports.site.browser import REQUIRED, left, needs_browser

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
)
DARK = "--blink-settings=preferredColorScheme=0"
needs_axe = pytest.mark.skipif(
    AXE is None and not REQUIRED, reason="no axe-core: pip install axe-core-python"
)

JUDGED = """
await new Promise((done) => { const at = document.createElement('script'); at.src = %s;
  at.onload = done; document.head.append(at); });
const found = await axe.run();
left.wrong = JSON.stringify(
  found.violations.map((one) => [one.id, one.nodes.map((n) => n.html.slice(0, 120))]));
left.passed = JSON.stringify(found.passes.map((one) => one.id));
left.paper = getComputedStyle(document.body).backgroundColor;
"""


def judged(page, folder, *flags):
    """axe-core's answer on a page: (violations, rules passed, the page's colour)."""
    assert AXE is not None, "REQUIRE_BROWSER is set and axe-core-python is not installed"
    assert AXE.origin is not None
    script = json.dumps(Path(AXE.origin).with_name("axe.min.js").as_uri())
    found = left(page, JUDGED % script, folder, *flags)
    assert "error" not in found
    return json.loads(found["wrong"]), json.loads(found["passed"]), found["paper"]


@needs_axe
@needs_browser
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(site, tmp_path, name):
    wrong, passed, paper = judged(site / name, tmp_path)
    assert wrong == []
    assert {"color-contrast", "landmark-one-main", "page-has-heading-one"} <= set(passed)
    assert paper == "rgb(255, 255, 255)"


@needs_axe
@needs_browser
@pytest.mark.parametrize("name", ["index.html", "certificates/lookup-9.html"])
def test_axe_finds_nothing_in_the_dark(site, tmp_path, name):
    wrong, passed, paper = judged(site / name, tmp_path, DARK)
    assert wrong == []
    assert "color-contrast" in passed
    assert paper == "rgb(22, 24, 27)"


@needs_axe
@needs_browser
def test_axe_would_see_pale_text_and_a_field_without_a_label(site, tmp_path):
    page = site / "certificates" / "pale.html"
    text = (site / "certificates" / "lookup-9.html").read_text(encoding="utf-8")
    text = text.replace('<label for="place">Place</label>', '<i style="color:#ccc">Place</i>')
    page.write_text(text, encoding="utf-8")
    wrong, _, _ = judged(page, tmp_path)
    page.unlink()
    assert {"color-contrast", "label"} <= {name for name, _ in wrong}


ORDER = """
const every = 'a[href], button, input, select, textarea, [tabindex], summary';
const all = [...document.querySelectorAll(every)];
left.order = JSON.stringify(all.map((one) => one.tabIndex));
left.first = all[0].className + ' ' + all[0].getAttribute('href');
const place = (one) => one.closest('nav') ? 'nav' : one.closest('main') ? 'main' : 'else';
left.inside = JSON.stringify(all.map(place));
const unseen = [];
for (const one of all) {
  if (one.checkVisibility && !one.checkVisibility()) continue;
  one.focus();
  const shown = getComputedStyle(one);
  const seen = shown.outlineStyle !== 'none' && parseFloat(shown.outlineWidth) >= 2;
  if (document.activeElement !== one || !seen) unseen.push(one.outerHTML.slice(0, 80));
}
left.unseen = JSON.stringify(unseen);
"""


@needs_browser
@pytest.mark.parametrize("name", ["index.html", "graph.html", "certificates/lookup-9.html"])
def test_focus_goes_in_reading_order_and_is_seen(site, tmp_path, name):
    found = left(site / name, ORDER, tmp_path)
    assert set(json.loads(found["order"])) == {0}, "an order of its own would leave the reader's"
    assert found["first"] == "skip #main"
    places = json.loads(found["inside"])
    assert places[0] == "else" and places == sorted(places, key=["else", "nav", "main"].index)  # noqa: PT018
    assert json.loads(found["unseen"]) == []
