"""The site in a real browser: its buttons, its fields, its filters, and every page once."""

import json

import pytest

from tests.claims import every
from tests.sampled import drawn
from tests.theory.reports.site.browser import needs_browser
from theory.reports.site import content
from theory.witnesses import witness

pytestmark = needs_browser
REGISTRY = every()


CLAIM = """
const form = document.querySelector('form.recheck'), box = form.querySelector('textarea');
const result = form.querySelector('.result'), wait = (ms) => new Promise((f) => setTimeout(f, ms));
const press = async () => { form.querySelector('[type=submit]').click();
  do await wait(20); while (!/^result ./.test(result.className)); };
await press();
left.first = result.className + ': ' + result.textContent;
box.value = box.value.replace('"32/25"', '"33/25"');
await press();
left.second = result.className + ': ' + result.textContent;
box.value = '{';
await press();
left.third = result.className + ': ' + result.textContent;
form.querySelector('[type=reset]').click();
await press();
left.fourth = result.className;
const field = (place) => [...form.querySelectorAll('label')]
  .find((one) => one.firstElementChild?.textContent === place).querySelector('input');
const type = (at, value) => {
  at.value = value;
  at.dispatchEvent(new Event('input', { bubbles: true }));
};
type(field('logits.1'), '2');
await press();
left.logit = result.className + ': ' + result.textContent;
type(field('logits.1'), '1');
type(field('n'), '5');
left.n = box.value;
await press();
left.length = result.className + ': ' + result.textContent;
type(box, '{"n": 4}');
left.off = field('n').disabled;
form.querySelector('[type=reset]').click();
left.on = !field('n').disabled && field('n').value === '4';
await press();
left.fifth = result.className;
"""


def test_a_stored_witness_ends_green_and_a_changed_one_red(site, browser):
    state = browser.left(site / "claims" / "B-thm32-index.html", CLAIM)
    assert state["first"].startswith("result good: ✓ Verified in ")
    assert "above min{1 - cos θ, 2π²/16}" in state["first"]
    assert state["second"].startswith("result bad: ✗ Witness rejected in ")
    assert "the discrepancy is 32/25" in state["second"]
    assert state["third"].startswith("result bad: ✗ Witness rejected in ")
    assert state["fourth"] == "result good"
    assert state["logit"].startswith("result bad: ✗ Witness rejected in ")
    assert "logit" in state["logit"]
    assert '"n": 5,' in state["n"]
    assert state["length"].startswith("result bad: ✗ Witness rejected in ")
    assert state["off"]
    assert state["on"]
    assert state["fifth"] == "result good"


COUPLED = """
const box = document.querySelector('textarea');
left.same = document.querySelectorAll('[data-leaf]').length;
for (const field of document.querySelectorAll('[data-leaf]')) {
  field.value += '0';
  field.dispatchEvent(new Event('input', {bubbles: true}));
}
left.text = box.value;
"""


@pytest.mark.parametrize("claim", ["B-must", "B-listing", "A-score"])
def test_each_field_of_a_witness_is_one_of_its_texts_or_numbers(site, browser, claim):
    state = browser.left(site / "claims" / f"{claim}.html", COUPLED)
    before, after = (
        list(content.leaves(one)) for one in (witness.witness(claim), json.loads(state["text"]))
    )
    assert state["same"] == len(before) > 10
    assert after == [(place, f"{value}0") for place, value in before]


ALL = """
const wait = (ms) => new Promise((f) => setTimeout(f, ms));
document.getElementById('check-all').click();
for (let k = 0; k < 600 && !/verified in/.test(document.getElementById('all-result').textContent);
  k += 1) await wait(100);
left.all = document.getElementById('all-result').textContent;
left.good = document.querySelectorAll('#all-list .good').length;
"""


def test_every_witness_is_checked_at_once(site, browser):
    state = browser.left(site / "recheck.html", ALL)
    stored = len(content.witnesses())
    assert stored > len(witness.homes()) > 30
    assert state["all"].startswith(f"✓ {stored} of {stored} witnesses verified in ")
    assert state["good"] == stored


FRONT = """
const all = [...document.querySelectorAll('li[data-id]')];
const shown = () => all.filter((one) => one.checkVisibility());
const set = (id, value) => { const at = document.getElementById(id); at.value = value;
  at.dispatchEvent(new Event('input', { bubbles: true })); };
left.rows = shown().length;
set('verdict', 'REFUTED');
left.refuted = shown().length;
set('search', 'thm32 INDEX');
left.searched = shown().map((row) => row.dataset.id).join(' ');
left.papers = [...document.querySelectorAll('#list h3')].filter((h) => h.checkVisibility()).length;
set('verdict', '');
set('search', '');
set('evidence', 'kernel');
left.kernel = shown().length;
left.said = document.getElementById('shown').textContent;
"""


def test_the_front_page_searches_and_filters(site, browser):
    state = browser.left(site / "index.html", FRONT)
    claims = REGISTRY.claims.values()
    assert state["rows"] == len(claims)
    assert state["refuted"] == sum(str(c.expected) == "REFUTED" for c in claims) > 20
    assert state["searched"] == "B-thm32-index"
    assert state["papers"] == 1
    by_kernel = sum(any(str(e.method) == "kernel" for e in c.evidence) for c in claims)
    assert state["kernel"] == by_kernel > 20
    assert state["said"] == f"{by_kernel} of {len(claims)} claims"


LISTED = """
const rows = [...document.querySelectorAll('li[data-id]')].filter((row) => !row.hidden);
return [document.activeElement.id, rows.map((row) => row.dataset.id)];
"""


def test_search_and_filters_are_reached_and_used_by_keys_alone(site, browser):
    page = browser.page()
    page.open(site / "index.html")
    for _ in range(3):
        page.press("Tab", 9)
    page.press("Enter", 13, "\r")
    browser.until(lambda: page.run(LISTED)[0] == "search")
    page.ask("Input.insertText", text="thm32 INDEX")
    assert page.run(LISTED) == ["search", ["B-thm32-index", "B-thm32-index-fix"]]
    page.press("Escape", 27)
    page.press("Tab", 9)
    page.press("Tab", 9)
    page.press("r", 82, "r")
    here, ids = page.run(LISTED)
    refuted = [c.id for c in REGISTRY.claims.values() if str(c.expected) == "REFUTED"]
    assert (here, sorted(ids)) == ("verdict", sorted(refuted))


LAYOUT = """
left.seen = document.title;
left.wide = document.documentElement.scrollWidth;
left.scrolls = [...document.querySelectorAll('main *')].filter((one) =>
  one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && one.tagName !== 'TEXTAREA'
  && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.checkVisibility()
  && !one.closest('.sideways')).map((one) => one.outerHTML.slice(0, 80));
"""


FOLDER = "theory/reports/site"
TEMPLATES = ("base", "certificate", "claim", "macros", "measured", "paper")
SHOWN = [
    *(f"{FOLDER}/{name}" for name in ("content.py", "pages.py", "static/style.css")),
    *(f"{FOLDER}/templates/{name}.html" for name in TEMPLATES),
    "theory/gate/pinned.json",
]
"""What the pages of claims, certificates and papers are made from."""


def test_every_page_fits_and_loads_without_an_error_and_without_a_network(site, browser):
    """Of the pages that one template makes, those of claims, certificates and papers, a tenth is
    drawn."""
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 170
    alike = [sorted((site / name).glob("*.html")) for name in ("claims", "certificates", "papers")]
    assert len(alike[0]) >= len(REGISTRY.claims)
    others = set(pages).difference(*alike)
    for path in [*others, *(page for kind in alike for page in drawn(kind, SHOWN))]:
        state = browser.left(path, LAYOUT, width=400)
        assert state["seen"].endswith(" · rope-claims")
        assert state["wide"] <= 400, path
        assert state["scrolls"] == [], path


SHEET = """
const seen = (one) => document.querySelector(one).checkVisibility({ contentVisibilityAuto: true });
return Object.fromEntries(['nav', '#data', '.fields', '[type=submit]', 'details p'].map(
  (one) => [one, seen(one)]));
"""


def test_a_printed_page_has_the_witness_and_the_axioms_and_no_buttons(site, browser):
    page = browser.page()
    page.open(site / "claims" / "B-thm32-index.html")
    assert page.run(SHEET)["nav"]
    page.ask("Emulation.setEmulatedMedia", media="print")
    visible = page.run(SHEET)
    assert {name for name, shown in visible.items() if shown} == {"#data", "details p"}


CUT = """
const paper = 7.5 * 96;
return [...document.querySelectorAll('svg, table, pre, math')]
  .filter((one) => one.getBoundingClientRect().right > paper + 1 && one.checkVisibility())
  .map((one) => one.outerHTML.slice(0, 80));
"""


@pytest.mark.parametrize("name", ["graph", "errata", "claims/B-thm32-index", "measured"])
def test_nothing_on_paper_is_cut_off(site, browser, name):
    page = browser.page()
    page.open(site / f"{name}.html", width=720)
    page.ask("Emulation.setEmulatedMedia", media="print")
    assert page.run(CUT) == []


FAULTS = {
    "<script>none();</script>": "ReferenceError",
    "<script src='none.js'></script>": "ERR_FILE_NOT_FOUND",
    "<script>console.error('no');</script>": "console",
    "<img src='http://localhost:9/x.png' alt='x'>": "network: http://localhost:9/x.png",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_with_an_error_or_a_request_is_rejected(browser, tmp_path, fault):
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><title>x</title>{fault}", encoding="utf-8")
    with pytest.raises(AssertionError):
        browser.left(path, "")
    assert FAULTS[fault] in " ".join(browser.page().wrong)
