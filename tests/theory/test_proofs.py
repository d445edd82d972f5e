"""proofs.md against the ledger: ids, places, verdicts, anchors, witnesses; it cannot drift."""

import importlib
import re
from pathlib import Path

import pytest

from tests.modules import found
from theory import paths
from theory.claims import CLAIMS, GROUPS
from theory.ledger import Claim, Method, Verdict
from theory.ledger.inspection import on_paper
from theory.witnesses.witness import witness

WHOLE = (Path(__file__).resolve().parents[2] / "proofs.md").read_text(encoding="utf-8")
TEXT, *_ = WHOLE.split("\n# Constructions\n")
"""The last part is held by tests/constructions/test_proofs.py."""
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"\| [A-Z]-", line)
]
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^##? |\Z)", TEXT, re.MULTILINE | re.DOTALL))
BY_ID = {claim.id: claim for claim in CLAIMS}


def written(claim):
    """The anchors of a claim's written proofs."""
    return [e.proof for e in claim.evidence if e.method is Method.WRITTEN]


def flat(text):
    """The text without line breaks."""
    return " ".join(text.split())


def test_the_table_lists_every_claim_once_in_the_ledgers_order():
    assert [row[0].removesuffix(" †") for row in ROWS] == list(BY_ID)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_says_what_the_ledger_says(row):
    claim = BY_ID[row[0].removesuffix(" †")]
    assert row[1] == claim.place
    assert row[2] == claim.expected
    assert row[0].endswith("†") == on_paper(claim)
    assert row[3]


def slug(heading):
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def grouped(text):
    """The headings below each heading of the first level."""
    parts = re.findall(r"^# (.+?)\n(.*?)(?=^# |\Z)", text, re.MULTILINE | re.DOTALL)
    return {title: re.findall(r"^## (.+)$", body, re.MULTILINE) for title, body in parts}


def folder_of(title):
    """Paper A, hop tasks: paper_a/hop_tasks."""
    paper, _, name = title.partition(", ")
    return f"{paper.lower()}/{name}".replace(" ", "_")


CONTENTS = [
    re.findall(r"\[([^]]+)\]\(#([^)]+)\)", entry)
    for entry in re.findall(r"^- (\[.*?)(?=^- \[|\n\n)", WHOLE, re.MULTILINE | re.DOTALL)
]
GROUPED = grouped(WHOLE)


def test_every_section_is_a_claim_or_a_lemma_of_its_group():
    groups = {folder_of(title): found for title, found in grouped(TEXT).items() if found}
    lemmas = {"paper_a/behaviour": ["Which matrices are heads", "Locality"]}
    wanted = {name: [*lemmas.get(name, []), *(c.id for c in g)] for name, g in GROUPS.items()}
    assert groups == wanted
    assert list(groups) == list(wanted)


@pytest.mark.parametrize("folder", GROUPS)
def test_a_group_holds_the_claims_of_its_folder(folder):
    """Each claim that a module of the folder makes, and no other."""
    made = set()
    for path in (paths.ROOM / folder).glob("[a-z]*.py"):
        module = importlib.import_module(f"theory.{folder.replace('/', '.')}.{path.stem}")
        made |= {v.id for v in vars(module).values() if isinstance(v, Claim)}
    assert made == {claim.id for claim in GROUPS[folder]}


def test_every_folder_that_makes_claims_is_a_group():
    text = "= Claim(\n"
    making = {
        path.parent.relative_to(paths.ROOM).as_posix()
        for path in paths.ROOM.rglob("*.py")
        if text in path.read_text(encoding="utf-8")
    }
    assert making == set(GROUPS)


def test_the_contents_list_every_section_once_under_its_group():
    listed = {title: [name for name, _ in names] for (title, _), *names in CONTENTS}
    assert listed == {title: found for title, found in GROUPED.items() if title != "Proofs"}
    assert list(listed) == list(GROUPED)[1:]


def test_every_link_of_the_contents_leads_to_its_heading():
    headings = [slug(one) for one in re.findall(r"^##? (.+)$", WHOLE, re.MULTILINE)]
    links = [link for entry in CONTENTS for link in entry]
    assert len(links) == len(headings) - 1 > 90
    for name, anchor in links:
        assert anchor == slug(name)
        assert headings.count(anchor) == 1


def test_every_link_inside_resolves():
    headings = {slug(one) for one in re.findall(r"^#+ (.+)$", WHOLE, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", WHOLE)) <= headings


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_section_states_the_verdict_and_where_it_is_checked(claim):
    body = SECTIONS[claim.id]
    verdicts = re.findall(r"\*\*([A-Z ]+?)\.?\*\*", body)
    assert verdicts == [claim.expected]
    assert ("†" in body) == on_paper(claim)
    assert re.search(r"\*(Machine|Checked):\*", body)
    for repair in claim.repairs:
        assert repair in body
        assert BY_ID[repair].expected is Verdict.PROVED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_anchors_lead_to_the_claims_own_section(claim):
    for proof in written(claim):
        assert proof == f"proofs.md#{claim.id.lower()}"


@pytest.mark.parametrize("title", SECTIONS)
def test_the_checks_that_a_section_names_exist(title):
    """`module.name`, and bare `name`s of the module named last before them."""
    sentences = re.findall(
        r"\*(?:Machine|Checked):\*(.*?)(?=\*Paper:\*|\n\n|\Z)", SECTIONS[title], re.S
    )
    module = None
    for name in re.findall(r"`([a-z_.]+)`", " ".join(sentences)):
        if "." in name:
            module = importlib.import_module(found("theory", name.rpartition(".")[0]))
        assert module is not None
        assert callable(getattr(module, name.split(".")[-1]))


def matrix(rows):
    """A matrix as it is printed: [[1, 2], [2, 1]]."""
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


def test_witnesses_are_printed_as_they_are_stored():
    both, score = witness("A-def-both"), witness("A-score")
    assert f"({', '.join(both['attention'])})" in flat(SECTIONS["A-def-both"])
    assert f"own logit log {both['own']}" in flat(SECTIONS["A-def-both"])
    text = flat(SECTIONS["A-score"])
    for part in score.values():
        assert matrix(part["weights"]) in text
    for part in ("uniform", "high"):
        assert f"({', '.join(score[part]['attention'])})" in text
    assert score["high"]["squared_cosines"][0] in text
    cycle = witness("A-swaps-score")
    assert matrix(cycle["weights"]) in flat(SECTIONS["A-swaps-score"])
    assert cycle["squared_cosines"][0] in flat(SECTIONS["A-swaps-score"])
    moves = [f"π({j + 1}) = {k + 1}" for j, k in enumerate(cycle["permutation"])]
    assert ", ".join(moves) in flat(SECTIONS["A-swaps-score"])
    block = witness("A-swaps-block")
    ones = [(a, p) for a, row in enumerate(block["logits"]) for p, e in enumerate(row) if e != "0"]
    assert ones == [(0, 1)]
    assert block["logits"][0][1] == "1"
    assert "M = 0 but for M[1, 2] = 1" in flat(SECTIONS["A-swaps-block"])
    assert f"N = {len(block['logits'])}, two blocks" in flat(SECTIONS["A-swaps-block"])
    pure, section = witness("S-two-sided-pure"), flat(SECTIONS["S-two-sided-pure"])
    assert f"M = {matrix(pure['exponents'])} log 2" in section
    assert f"with square {pure['squared_cosines'][1]}" in section
    assert f"Var = {pure['variance']}, while" in section
    assert f"½(P + S) = {pure['half_bound']}" in section
