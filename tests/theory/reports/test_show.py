"""``show``: the witness as it is stored, its working, the repair, the proof, the commands."""

import re
import shlex
import sys
import tempfile
import webbrowser
from fractions import Fraction
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.claims import every
from tests.processes import completed
from tests.sections import flat
from theory import paths
from theory.commands import cli
from theory.gate.registry import load
from theory.ledger import Method
from theory.reports import errata, show
from theory.witnesses import witness

REGISTRY = every()
REFUTED = [one for one, claim in REGISTRY.claims.items() if claim.repairs]
STORED = sorted(witness.homes())


@pytest.fixture(scope="module")
def shown():
    """What ``show`` says of a claim of the two packages, on one line; the working of the stored
    witnesses alone, as the tests of ``constructions`` put the others to their checks."""
    from theory.reports import report

    @cache
    def shown(one):
        data = report.document(REGISTRY, "show", [one], {})
        stored = show.witness_of(REGISTRY.claims[one], check=one in STORED)
        return flat(show.claim_text(REGISTRY, data["claims"][0], stored))

    return shown


def scalars(value):
    """Every text and number of nested JSON."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from scalars(inner)
    else:
        yield str(value)


@pytest.mark.parametrize(
    ("one", "told", "not_told"),
    [
        ("A-thm1", ["M[a, p] is", "λ_j = M[j, j]", "μ is the mean", "δ_pos(π, j) ="], ["s_POS is"]),
        ("B-swaps", ["M[a, p] is", "δ_sym(π, j) ="], ["s_POS is", "μ is"]),
        ("S-slack", ["λ_j = M[j, j]", "P and S are"], ["δ_pos(π, j) ="]),
        ("A-score", ["s_POS is the mean of cos(v', v)"], ["M[a, p] is"]),
        ("S-lead", [], ["M[a, p] is", "λ_j = M", "s_POS is", " where "]),
        ("B-lemF1-proof", [], ["λ_j = M", " where "]),
    ],
)
def test_letters_are_explained_where_a_placement_matrix_or_a_score_is_meant(
    shown, one, told, not_told
):
    text = shown(one).split(" place ")[0]
    assert [words for words in told if words not in text] == []
    assert [words for words in not_told if words in text] == []


def test_every_statement_with_these_letters_explains_them_itself_or_is_explained(shown):
    own = {"S-lead", "B-lemF1-proof", "B-lemF1-proof-fix", "BC-unequal", "TP-gap", "B-lemF1"}
    lettered = {
        one for one, claim in REGISTRY.claims.items() if re.search("[λμδ]", claim.statement)
    }
    silent = {one for one in lettered if " where " not in shown(one).split(" place ")[0]}
    assert silent == own


def test_every_stored_witness_refutes_a_claim():
    assert set(STORED) <= set(REFUTED)
    assert len(STORED) > 20


@cache
def working(one):
    """How the claim's own check works its stored witness out, a line a step."""
    return REGISTRY.claims[one].evidence[0].check(witness.witness(one)).working


@pytest.mark.parametrize("one", STORED)
def test_the_stored_values_and_their_working_are_shown(shown, one):
    text, data = shown(one), witness.witness(one)
    stated, _, rest = text.partition(" witness ")
    printed = rest.partition(" working ")[0]
    values = re.split(r"[,\s]+", printed)
    for value in scalars(data):
        assert set(value.split()) <= set(values), value
    for key in data:
        assert key.split()[0] in printed
    assert len(working(one)) >= 2
    for line in (*working(one), witness.checker(one).recheck(one, data)):
        assert flat(line) in text
    assert " REFUSED " not in text
    assert REGISTRY.claims[one].statement.split()[0] in stated


@pytest.mark.parametrize("one", STORED)
def test_the_working_computes_with_the_numbers_of_the_witness(one):
    """Each numeral stored as a result is in the working too, where it is worked out."""
    data = witness.witness(one)
    text = " ".join(working(one))
    results = ("logits", "discrepancy", "bound", "placement", "attention", "squared_cosines")
    for part in (data, *(inner for inner in data.values() if isinstance(inner, dict))):
        for name in results:
            for value in scalars(part.get(name, [])):
                assert value in text, (name, value)


@pytest.mark.parametrize("one", REFUTED)
def test_the_repair_the_proof_and_the_theorems_are_shown(shown, one):
    claim, text = REGISTRY.claims[one], shown(one)
    for repair in claim.repairs:
        assert flat(REGISTRY.claims[repair].statement) in text
    assert one in errata.errata_sections(errata.PROOFS)
    assert f" proof proofs.md#{one.lower()} " in text
    named = re.findall(r"(\w+): (proofs/statements/\w+\.v), proved in (proofs/proofs/\w+\.v)", text)
    by_kernel = [e for e in claim.evidence if e.method is Method.KERNEL]
    assert bool(named) == bool(by_kernel)
    for theorem, statement, proof in named:
        assert re.search(rf"\b{theorem}\b", (errata.paths.CHECKOUT / statement).read_text())
        assert re.search(rf"\b{theorem}\b", (errata.paths.CHECKOUT / proof).read_text())
    assert f"rope-claims check {one}" in text


@pytest.mark.parametrize("one", ["B-thm32-index", "C-index-fix", "C-cert-index", "PM-alias"])
def test_the_line_that_states_it_is_shown(shown, one):
    (place,) = re.findall(r" stated in (\S+:\d+) ", shown(one))
    file, _, line = place.partition(":")
    lines = (errata.paths.CHECKOUT / file).read_text(encoding="utf-8").splitlines()
    assert f'"{one}"' in lines[int(line) - 1]
    assert "recheck" not in file


def test_an_example_in_a_docstring_states_no_claim():
    place = show.stated_text(REGISTRY, "A-thm1")
    assert re.fullmatch(r"theory/paper_a/behaviour/exclusion\.py:\d+", place)


def test_every_claim_is_stated_somewhere():
    every = load()
    places = {one: show.stated_text(every, one) for one in every.claims}
    assert all(places.values())
    assert len(set(places.values())) == len(places)


def test_open_shows_the_page_of_the_claim(command_line, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(webbrowser, "open", lambda address: asked.append(address) or True)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    made = {"claims/B-irr.html": "the page", "style.css": ""}
    monkeypatch.setattr(cli, "_site", lambda *given: made)
    run = command_line.here("show", "B-irr", "--open")
    (address,) = asked
    page = Path(unquote(urlsplit(address).path))
    assert (run.code, run.err) == (0, f"opened {page}\n")
    assert page.read_text(encoding="utf-8") == "the page"
    assert (page.parents[1] / "style.css").is_file()
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    assert command_line.here("show", "B-irr", "--open").err.startswith(
        "no browser was found; open "
    )
    monkeypatch.setattr(cli, "_site", lambda *given: {})
    run = command_line.here("show", "B-irr", "--open")
    assert (run.code, run.err.count("\n")) == (2, 1)


def standalone():
    """Each command that re-checks a witness by itself, with the claims that name it."""
    commands = {}
    for one in STORED:
        for evidence in REGISTRY.claims[one].evidence:
            if evidence.method is Method.WITNESS and evidence.command:
                commands.setdefault(evidence.command, []).append(one)
    return commands


@pytest.mark.parametrize("command", standalone())
def test_the_command_shown_re_checks_the_witness(shown, command):
    """Run as printed, in the checkout; any Python will do."""
    assert set().union(*standalone().values()) == set(STORED)
    arguments = [sys.executable if word == "python" else word for word in shlex.split(command)]
    ended = completed(*arguments, cwd=errata.paths.CHECKOUT)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    for one in standalone()[command]:
        assert f" re-check {command} " in shown(one)
        assert re.search(rf"^{one}: stands; ", ended.stdout, re.MULTILINE)


def test_an_index_bound_can_be_followed_by_hand(shown):
    text = shown("B-thm32-index")
    for part in (
        "cos: -3/5",
        "logits: -3/5, 1, -3/5, -7/25",
        "the last one the integer 1",
        "cos (t+1)θ = 2 cos θ cos tθ - cos (t-1)θ",
        "1 - (-7/25) = 32/25",
        "min{8/5, 1.23370…} is below Δ = 1.28",
        "repair B-thm32-index-fix, PROVED: For n ≥ 2",
        "proof proofs.md#b-thm32-index",
        "B_thm32_index_refuted: proofs/statements/discrepancy.v",
        "re-check python3 theory/witnesses/recheck/heads.py make -C proofs check",
    ):
        assert part in text
    assert 2 * Fraction(31415927, 10**7) ** 2 / 16 < Fraction(12338, 10**4) < Fraction(32, 25)


def test_a_witness_that_does_not_stand_is_red(command_line, monkeypatch):
    stored = witness.witness

    def tampered(one):
        return stored(one) | {"discrepancy": "31/25"}

    monkeypatch.setattr(witness, "witness", tampered)
    run = command_line.here("show", "B-thm32-index")
    assert run.code == 1
    assert "discrepancy: 31/25" in run.out
    assert re.search(r"^  REFUSED +definitions: another discrepancy$", run.out, re.MULTILINE)
    assert "working" not in run.out


@pytest.mark.parametrize("wrong", [LookupError("no such file"), SystemExit(0)], ids=repr)
def test_a_witness_that_cannot_be_had_is_red(command_line, monkeypatch, wrong):
    def missing(one):
        raise wrong

    monkeypatch.setattr(witness, "witness", missing)
    run = command_line.here("show", "B-thm32-index")
    assert run.code == 1
    assert f"REFUSED      {type(wrong).__name__}: " in run.out


def test_hostile_text_in_a_witness_leaves_the_terminal_alone(command_line):
    run = command_line.here("show", "P-loud", *command_line.synthetic("SHOUTS"))
    assert run.code == 0
    assert "\\x1b[2J\\x1b]0;owned\\x07" in run.out
    assert re.search(r"^  working +x = \\x1b\[2J", run.out, re.MULTILINE)
    assert run.out.replace("\n", "").isprintable()
    assert all(line.startswith(("P-loud", "  ")) for line in run.out.splitlines())


def test_what_is_nested_is_a_line_for_each_list():
    data = {"a": "1", "b": {"c": ["1", "2"], "d": {"x": 1, "y": 2}}, "e": [["1"], ["2"]]}
    assert list(show.fields(data)) == ["a: 1", "b.c: 1, 2", "b.d: x 1, y 2", "e.0: 1", "e.1: 2"]
    assert list(show.fields({"a": "1", "n": 3})) == ["a: 1", "n: 3"]


MEASURED = [
    one
    for one, claim in REGISTRY.claims.items()
    if all(e.method is Method.MEASURED for e in claim.evidence)
]


@pytest.mark.parametrize("one", MEASURED)
def test_what_was_measured_is_shown(shown, one):
    """Each requirement with its value and bound, as the page of results has them."""
    text, page = shown(one), paths.RESULTS.read_text(encoding="utf-8")
    section = page.split(f"\n### {one}\n")[1].split("\n### ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \| (.+) \|$", section, re.MULTILINE)
    if one != "S-heads":  # of it the page has what its check says, and no table
        assert rows[0] == ("requirement", "measured", "bound", "met")
        assert len(rows) > 1
    for name, value, bound, met in rows[1:]:
        assert flat(f"{name}: {value} (bound {bound}; met: {met.strip('*')})") in text
    assert f" results empirical/results/README.md#{one.lower()} " in text


def test_no_results_are_shown_of_a_theorem(shown):
    assert " results " not in shown("A-thm1")
