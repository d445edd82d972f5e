"""The calculator of the site: its solver against the certified table, edits of it, its page.

Its angles are held against transformers' in ``test_calculator_angles.py``.
"""

import random
import time
from pathlib import Path

import pytest

from constructions.capacity import published
from tests.constructions.capacity.calculator import (
    AS_IT_IS,
    LLAMA,
    LONGEST,
    SCALED,
    all_asked,
    asked,
)
from tests.edited import listed
from tests.sampled import drawn
from tests.theory.reports.site.browser import needs_browser
from tests.theory.reports.site.node import needs_node
from tests.theory.reports.site.test_accessibility import judged, needs_axe
from theory import paths
from theory.gate.reading import read
from theory.reports.site.pages import CALCULATOR

RESULTS = paths.CHECKOUT / "constructions/results"
TOLERANCE = 0.01
SOLVER = [f"theory/reports/site/calculator/{name}.js" for name in CALCULATOR[:-1]]


def cells():
    """(angles, positions, lower, upper) of every certified cell up to the page's longest length."""
    every = []
    for cell in read(RESULTS / "planes.json"):
        if cell["upper"] is not None:
            angles = [cell["base"] ** (-p / cell["planes"]) for p in range(cell["planes"])]
            every.append((angles, cell["positions"], cell["lower"], cell["upper"]))
    for row in read(RESULTS / "capacity.json"):
        if row["planes"] and row["positions"] <= LONGEST:
            stored = read(RESULTS / "capacity" / "certificates" / Path(row["certificate"]).name)
            angles = [float(angle) for angle in stored["angles"]]
            every.append((angles, row["positions"], row["lower"], row["upper"]))
    return every


def outside(answers, chosen):
    """By how much each answer lies outside its certified interval, as a share of it."""
    return [
        max(row["beta"] / upper - 1, 1 - row["beta"] / lower, 0)
        for row, (_, _, lower, upper) in zip(answers, chosen, strict=True)
    ]


@needs_node
def test_a_hundred_random_settings_lie_within_a_hundredth_of_the_certified_table():
    chosen = drawn(random.Random(40).sample(cells(), 100), SOLVER)
    answers = asked([["budget", angles, n] for angles, n, *_ in chosen])
    assert max(outside(answers, chosen)) < TOLERANCE


@needs_node
def test_a_curve_lies_within_a_hundredth_of_the_certified_table():
    """Each window begins at the budget of the longer one before it, as on the page."""
    angles = [500_000.0 ** (-p / 64) for p in range(64)]
    same = [one for one in cells() if one[0] == pytest.approx(angles, rel=1e-5)]
    curve = sorted({one[1]: one for one in same}.values(), key=lambda one: -one[1])
    assert len(curve) >= 4
    answers = asked([["budget", angles, n, "the last answer"] for angles, n, *_ in curve])
    assert max(outside(answers, curve)) < TOLERANCE


@needs_node
def test_nearly_equal_and_stretched_frequencies_reach_a_certified_budget():
    """The upper ends are those of ``rope_claims.capacity``."""
    alike = [1.01 ** (-p / 128) for p in range(128)]
    stretched = [10_000.0 ** (-p / 32) / 3 for p in range(32)]
    upper = [122.031421, 122.031421, 16.700917]
    answers = asked([["budget", alike, 4096], ["budget", alike, 2048], ["budget", stretched, 40]])
    assert all(one["beta"] < 1.01 * end for one, end in zip(answers, upper, strict=True))


QUESTIONS = [
    *(["read", {**LLAMA, "rope_scaling": scaling}] for scaling, _ in SCALED),
    *(["tables", n] for n in (44, 45, 257, 258, 10_838_702)),
    ["negativeFrom", [1.0]],
    ["read", {**LLAMA, "rope_scaling": {"rope_type": "of another kind"}}],
    ["rules", [1.0], 100.0, 700],
]


def right(edits):
    """The edits with which the answers to QUESTIONS hold, and the budgets of quick cells."""
    answers = all_asked([(edit, QUESTIONS) for edit in edits])
    left = [edit for edit, rest in zip(edits, answers, strict=True) if holds(rest)]
    quick = [one for one in cells() if one[1] <= 1024 and len(one[0]) <= 32][::3]
    for chosen in (quick[:3], quick[3:]):
        questions = [["budget", angles, n] for angles, n, *_ in chosen]
        answers = all_asked([(edit, questions) for edit in left])
        left = [edit for edit, rest in zip(left, answers, strict=True) if within(rest, chosen)]
    return left


def holds(rest):
    """Do the answers to QUESTIONS?"""
    if rest is None or len(rest) != len(QUESTIONS):
        return False
    rest = rest[len(SCALED) :]
    tables = [one[2]["state"] for one in rest[:5]]
    own, merge = "every position has its own row", "positions merge"
    return (
        tables == [own, "not decided", "not decided", merge, merge]
        and rest[4][0]["state"] == own
        and rest[5] == 2
        and str(rest[6]).startswith("refused: ")
        and rest[7][1]["says"].endswith("forbids it")
    )


def within(budgets, chosen):
    """Are these cells' budgets within a hundredth of the certified ones?"""
    if budgets is None or len(budgets) != len(chosen):
        return False
    if any(not isinstance(one, dict) or one["beta"] is None for one in budgets):
        return False
    return max(outside(budgets, chosen)) < TOLERANCE


@needs_node
def test_every_wrong_edit_is_rejected():
    """And nothing else is: the solver as it is, too, goes through."""
    edits = [AS_IT_IS]
    for name in ("solver", "rules"):
        rows = listed(f"theory/reports/site/calculator/{name}.js")
        edits += [(name, old, new) for _, old, new in rows]
    assert right(edits) == [AS_IT_IS]


@needs_node
def test_every_wrong_edit_of_the_angles_changes_an_angle():
    """Each makes another angle than transformers', at the scaling that it is about."""
    rows = listed("theory/reports/site/calculator/rotations.js")
    edits = [AS_IT_IS, *(("rotations", old, new) for _, old, new in rows)]
    configs = [{**LLAMA, "rope_scaling": scaling} for scaling, _ in SCALED]
    configs.append(published.published_models()["llama-3.1-8b"].config)
    given = all_asked([(edit, [["read", config] for config in configs]) for edit in edits])
    questions = [[["angles", one[0], 8192] for one in read_ones] for read_ones in given]
    true, *turned = all_asked(list(zip(edits, questions, strict=True)))
    assert [row[0] for row, angles in zip(rows, turned, strict=True) if angles == true] == []


PAGE = """
const find = (id) => document.getElementById(id), status = find('status');
const set = (id, value) => { find(id).value = value;
  find(id).dispatchEvent(new Event('change', { bubbles: true })); };
const done = async () => { do await new Promise((f) => setTimeout(f, 10));
  while (status.textContent.endsWith('…') || status.textContent === ''); };
await done();
left.first = status.textContent;
set('published', 'smollm2-135m');
await done();
left.published = status.textContent;
set('length', 512); set('other', 'pythia-410m');
await done();
left.second = status.textContent;
left.curves = document.querySelectorAll('#curve polyline').length;
left.bars = document.querySelectorAll('#shares rect').length;
left.verdicts = [...document.querySelectorAll('#rules tr')].map((row) => row.cells[2].textContent);
set('base', 10000); set('other', '');
await done();
find('keep').focus();
left.reached = document.activeElement.id;
find('keep').click();
await done();
const same = [...document.querySelectorAll('#values tr')].map(
  (row) => row.cells[1].textContent === row.cells[2].textContent);
left.alike = same.every(Boolean);
set('base', 1000000);
await done();
left.kept = find('other').value;
left.unlike = [...document.querySelectorAll('#values tr')].some(
  (row) => row.cells[1].textContent !== row.cells[2].textContent);
const parts = ['input', 'select', 'button'].map((one) => `#calculator ${one}`).join(', ');
left.tabs = [...document.querySelectorAll(parts)].every((one) => one.tabIndex === 0);
find('config').value = '{"rope_theta": 500000, "head_dim": 64}';
find('read').click();
await done();
left.read = find('base').value + ' ' + find('head').value;
left.command = find('command').textContent;
left.certificate = find('certificate').textContent;
find('config').value = '{';
find('read').click();
left.refused = status.className;
set('published', 'gpt2');
left.none = status.textContent;
left.fits = document.documentElement.scrollWidth <= innerWidth;
"""


@needs_browser
def test_a_reader_types_picks_and_pastes(site, browser):
    state = browser.left(site / "calculator.html", PAGE, width=400)
    assert state["first"].startswith("β* at 4,096 positions: 10.1")
    assert state["published"].startswith("β* at 8,192 positions: 12.")
    assert "pythia-410m: " in state["second"]
    assert state["second"].endswith("Computed here, not certified.")
    assert (state["curves"], state["bars"]) == (2, 32)
    unread, read = ", as reconstructed", "REFUTED (reading)"
    assert state["verdicts"] == [read, f"{read}{unread}", f"{read}{unread}", f"PROVED{unread}"]
    assert (state["reached"], state["tabs"]) == ("keep", True)
    assert (state["kept"], state["alike"], state["unlike"]) == ("the settings kept", True, True)
    assert state["read"] == "500000 64"
    assert "capacity(base=500000, head_size=64, tokens=512)" in state["command"]
    assert state["certificate"] == (
        "rope-claims capacity --model config.json --tokens 512 --out capacity"
    )
    assert state["refused"] == "bad"
    assert "rotates nothing" in state["none"]
    assert state["fits"]


STANDS = """
return [document.activeElement.id, document.getElementById('status').textContent,
  document.querySelectorAll('#curve polyline').length];
"""


@needs_browser
def test_a_reader_without_a_mouse_sets_and_compares(site, browser):
    page = browser.page()
    page.open(site / "calculator.html", width=400)

    def reach(name):
        for _ in range(40):
            page.press("Tab", 9)
            if page.run(STANDS)[0] == name:
                return
        raise AssertionError(f"{name} is not reached by the key Tab")

    def wait(ready):
        end = time.monotonic() + 120
        while not ready(page.run(STANDS)[1]):
            assert time.monotonic() < end, page.run(STANDS)
            time.sleep(0.03)

    def stands():
        wait(lambda text: text.endswith("certified."))
        return page.run(STANDS)

    stands()
    reach("base")
    page.run("document.activeElement.select()")
    page.ask("Input.insertText", text="500000")
    reach("length")
    page.run("document.activeElement.select()")
    page.ask("Input.insertText", text="512")
    page.press("Enter", 13, "\r")
    wait(lambda text: text.startswith("β* at 512 positions: 7.9"))
    assert stands()[2] == 1
    reach("other")
    page.press("p", 80, "p")
    wait(lambda text: "phi-2" in text)
    assert stands()[2] == 2


@needs_axe
@needs_browser
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_on_the_calculator(site, browser, dark):
    wrong, passed, _ = judged(browser, site / "calculator.html", dark=dark)
    assert wrong == []
    assert {"color-contrast", "label"} <= set(passed)
