"""A verdict is never shown without what limits it, and a paper never without its name and link."""

import io
import re
from functools import partial

import pytest

from tests.claims import every
from theory.commands import cli
from theory.ledger.inspection import on_paper
from theory.ledger.judging import judge
from theory.ledger.terms import Verdict
from theory.papers import PAPERS, RECONSTRUCTED
from theory.reports import errata, screen, show, verdicts

CLAIMS = every().claims
UNREAD = {paper.id for paper in PAPERS.values() if paper.text == RECONSTRUCTED}
REBUILT = sorted(
    c.id
    for c in CLAIMS.values()
    if c.provenance == RECONSTRUCTED
    or (c.provenance == "reading" and (c.unread or c.paper in UNREAD))
)
"""Claims whose text, or the text of which they are a reading, was not at hand."""
OTHERS = ["BC-table", "PM-precision", "RR-nope", "RF-decay", "PI-bound", "YN-closer", "SL-critical"]


def printed(capsys, *arguments):
    """What a command prints."""
    assert cli.main([*arguments]) == 0
    return capsys.readouterr().out


def test_a_reconstructed_statement_says_so_wherever_its_verdict_is_listed(capsys):
    lines = printed(capsys, "list").splitlines()
    marked = sorted(
        line.split()[0] for line in lines if re.search(r"[A-Z)], as reconstructed ", line)
    )
    assert marked == REBUILT
    readings = [line.split()[0] for line in lines if re.search(r"[A-Z] \(reading[,)]", line)]
    assert sorted(readings) == sorted(c.id for c in CLAIMS.values() if c.provenance == "reading")
    of = {CLAIMS[one].paper for one in REBUILT}
    assert of - {"BC"} == UNREAD == {"A", "RR", "PM", "FB", "DU", "AT"}
    assert [one for one in REBUILT if CLAIMS[one].unread] == ["BC-fit"]


@pytest.mark.parametrize(
    ("one", "marks"),
    [("A-def-both", "reading"), ("PM-alias", "reading"), ("RR-any-distance", "written")],
)
def test_the_progress_of_a_check_says_so_too(one, marks):
    """Of a statement whose text was not at hand, of a reading of such a text, and of a proof with a
    written step."""
    assert one in REBUILT
    stream = io.StringIO()
    with screen.Watch([CLAIMS[one]], stream) as watch:
        watch.started(one)
        watch.ended(judge(CLAIMS[one]))
    assert re.match(rf"\[1/1\] {one}  [A-Z]+ \({marks}\), as reconstructed  ", stream.getvalue())


@pytest.mark.parametrize(
    ("one", "reading"),
    [
        ("A-thm1", ""),
        ("A-score", ""),
        *((one, r" \(reading\)") for one in ("PM-precision", "BC-fit")),
    ],
)
def test_show_says_so_too(capsys, one, reading):
    text = printed(capsys, "show", one)
    assert re.search(rf"^  expected +[A-Z]+{reading}, as reconstructed$", text, re.M)


def test_a_proof_with_a_step_on_paper_says_so_in_list_and_show(capsys):
    """As the findings do, which mark it with a dagger."""
    told = {one for one, c in CLAIMS.items() if on_paper(c) and c.expected is Verdict.PROVED}
    assert "S-planes-rope" in told
    assert "A-thm1" not in told
    marked = re.compile(r"PROVED \((reading, )?written\)")
    lines = printed(capsys, "list").splitlines()
    assert {line.split()[0] for line in lines if marked.search(line)} == told
    for one in ("S-planes-rope", "YN-closer", "A-thm1"):
        stated = re.search("^  expected .*$", printed(capsys, "show", one), re.M).group()
        assert bool(marked.search(stated)) is (one in told)


def test_the_markdown_table_says_so(capsys):
    text = printed(capsys, "list", "--paper", "A", "--markdown", "-")
    assert "| A-thm1 | A, Theorem 1 | PROVED, as reconstructed |" in text


def test_errata_of_paper_a_say_so():
    made = errata.collect(every(), errata.errata_sections())
    for text in (errata.errata_markdown(made), errata.to_latex(made)):
        own = [part for part in re.split(r"Erratum \d+", text) if part.startswith(". Paper A")]
        assert len(own) == sum(one.claim.paper == "A" for one in made) > 3
        assert all("Statement, as reconstructed" in part for part in own)


@pytest.mark.parametrize("one", OTHERS)
def test_another_paper_is_named_and_linked(capsys, monkeypatch, one):
    """Whatever the check of its witness answers, which other tests ask."""
    monkeypatch.setattr(show, "witness_of", partial(show.witness_of, check=False))
    paper = PAPERS[CLAIMS[one].paper]
    shown = " ".join(printed(capsys, "show", one).split())
    listed = " ".join(printed(capsys, "list", "--paper", paper.id).split())
    assert paper.title in shown
    assert f"{paper.id}: {paper.title[:20]}" in listed  # a long title is cut there
    assert paper.link in shown
    assert paper.link.removeprefix("https://").removeprefix("arxiv.org/abs/") in listed


def test_every_paper_has_authors_a_year_and_an_address():
    for paper in PAPERS.values():
        assert bool(paper.authors and paper.year and paper.link) == (paper.id != "suite")
        assert paper.cited.endswith(" (as reconstructed)") == (paper.text == RECONSTRUCTED)


def test_every_state_of_the_gate_and_every_verdict_has_a_sign_of_its_own():
    assert len({icon for icon, _ in screen.GATE.values()}) == len(screen.GATE)
    assert len(set(screen.COLOURS.values())) == len(screen.COLOURS) == 5


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def tabled(one, verdict, gate, claim):
    """The table of a check of one claim, on a terminal."""
    result = {"verdict": verdict, "expected": verdict, "gate": gate, "written": False}
    result |= {"one_solver": [], "methods": ["exhaustive", "symbolic"], "seconds": 1.0}
    result |= {"found": "114 cases", "fault": "", "reason": "", "seen": []}
    stream = Terminal()
    screen.check_table({"claims": [{"id": one, "result": result, "claim": claim}]}, stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("verdict", "gate", "colour", "passes"),
    [
        ("NOT REPRODUCED", "as expected", 33, 32),
        ("PROVED", "differs", 32, 31),
        ("REFUTED", "as expected", 35, 32),
    ],
)
def test_the_colour_of_a_verdict_is_its_own_and_not_the_gates(
    monkeypatch, verdict, gate, colour, passes
):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("NO_COLOR", raising=False)
    icon, _ = screen.GATE[gate]
    text = tabled("B-x", verdict, gate, {"provenance": "printed", "published": "", "paper": "B"})
    assert f"\x1b[{colour}m{verdict}" in text
    assert f"\x1b[{passes}m{icon} {gate}" in text
    assert f"B: {PAPERS['B'].cited}" in text


@pytest.mark.parametrize(
    ("columns", "spared"),
    [
        (30, None),
        (40, None),
        (60, set()),
        (80, {"published"}),
        (200, {"published", "methods", "s"}),
    ],
)
def test_a_narrow_terminal_cuts_neither_verdict_nor_result(monkeypatch, columns, spared):
    """It goes without columns that matter less, and without a frame if that is not enough."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    claim = {"provenance": "reconstructed", "published": "as printed", "paper": "A"}
    text = tabled("A-swaps-score", "PROVED", "as expected", claim)
    table = re.sub(r"\x1b\[\d+m", "", text).splitlines()[:-1]
    words = re.sub("[^\\w-]+", " ", " ".join(table))
    assert "…" not in words
    for word in ("A-swaps-score", "PROVED", "reconstructed", "expected", "114", "cases"):
        assert word in words.split()
    assert all(len(line) <= columns for line in table)
    assert (table[0][0] != "┏") == (spared is None)
    titles = set(re.findall(r"\w+", table[1])) & {"methods", "published", "s"}
    assert titles == (spared or set())


def test_a_written_step_and_a_reconstructed_statement_are_both_told():
    assert (
        verdicts.worded("PROVED", "reconstructed", "written")
        == "PROVED (written), as reconstructed"
    )
    assert verdicts.worded("REFUTED", "printed") == "REFUTED"
    unread = "REFUTED (reading), as reconstructed"
    assert verdicts.worded("REFUTED", "reading", paper="DU") == unread
    assert verdicts.worded("REFUTED", "reading", paper="BC") == "REFUTED (reading)"
    assert verdicts.worded("REFUTED", "reading", paper="BC", unread=True) == unread
