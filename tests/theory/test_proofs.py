"""proofs.md against the ledger: verdicts, anchors, witnesses, the checks that it names."""

import importlib
import re

import pytest

from tests.modules import module_named
from tests.sections import PROOFS, flat, sections
from theory import paths
from theory.claims import CLAIMS, COLLECTED
from theory.commands import generated
from theory.ledger import Method, Verdict
from theory.ledger.inspection import on_paper
from theory.reports import proofs
from theory.witnesses.witness import witness

PART, *_ = PROOFS.split("\n# Constructions\n")
"""The last part is held by tests/constructions/test_proofs.py."""
SECTIONS = sections(PART)
WRITTEN = {s.heading: s.body for group in proofs.sections().values() for s in group}
BY_ID = {claim.id: claim for claim in CLAIMS}


def written(claim):
    """The anchors of a claim's written proofs."""
    return [e.proof for e in claim.evidence if e.method is Method.WRITTEN]


def slug(heading):
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_what_is_committed_is_what_the_claims_and_their_markdown_files_give():
    """``rope-claims generate`` writes them."""
    for path, text in generated.generated().items():
        assert path.read_text(encoding="utf-8") == text, path


WHOLE_SECTION = "## A-thm1\n\n*Reason:* it is\n\nIt is.\n\n*Machine:* all.\n"


@pytest.mark.parametrize(
    ("there", "instead", "lack"),
    [
        ("## A-thm1", "## Another", "needs '## A-thm1'"),
        ("*Reason:* it is\n\n", "", "needs '## A-thm1'"),
        ("It is.", "**PROVED.** It is.", "has '**PROVED', which the page takes from the claim"),
        ("It is.", "**REFUTED**. It is.", "has '**REFUTED', which the page takes"),
        ("It is.", "*Claim:* It is.", "has '*Claim:*', which the page takes"),
        ("all.", "all. *For:* all n.", "has '*For:*', which the page takes"),
        ("all.", "all.\n\n*Not covered:* n.", "has '*Not covered:*', which the page takes"),
        ("*Machine:*", "Machine:", "needs a paragraph '*Machine:* …'"),
    ],
)
def test_a_section_that_lacks_something_is_refused(tmp_path, there, instead, lack):
    folder = tmp_path / "theory" / "paper_a"
    folder.mkdir(parents=True)
    (folder / "one.py").touch()
    claims = {"A-thm1": BY_ID["A-thm1"]}
    (folder / "one.md").write_text(WHOLE_SECTION.replace(there, instead))
    with pytest.raises(proofs.Unproved, match=re.escape(lack)):
        proofs.proofs_page(claims, tmp_path)
    (folder / "one.md").write_text(WHOLE_SECTION)
    row = "| A-thm1 | Theorem 1 | PROVED, as reconstructed | it is |"
    assert row in proofs.proofs_page(claims, tmp_path)


def test_what_a_machine_checks_begins_a_paragraph():
    assert PROOFS.count("\n\n*Machine:* ") > 50
    assert not re.search(r"[.;)]\s\*(Machine|Paper):\*", PROOFS)


def test_a_proof_stands_next_to_the_claims_module():
    for module, claim in COLLECTED.values():
        file = paths.CHECKOUT / f"{module.replace('.', '/')}.md"
        assert f"\n## {claim.id}\n" in "\n" + file.read_text(encoding="utf-8")


def test_every_link_inside_resolves():
    headings = {slug(one) for one in re.findall(r"^#+ (.+)$", PROOFS, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", PROOFS)) <= headings


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_section_says_what_the_claim_says_and_then_the_proof(claim):
    stated, verdict, *proof = SECTIONS[claim.id].strip().split("\n\n")
    assert stated == f"*Claim:* {claim.statement}"
    assert verdict.startswith(f"**{claim.expected}**")
    assert ("(reading)" in verdict) == (claim.provenance == "reading")
    assert ("†" in verdict) == on_paper(claim)
    assert re.findall(r"[ABS]-[\w-]+", verdict) == [*claim.repairs]
    assert f"*Not covered:* {claim.not_covered}" in proof
    assert len([part for part in proof if part.startswith("*For:*")]) == bool(claim.quantifiers)
    for name, of in claim.quantifiers.items():
        assert f"{name}: {of}" in SECTIONS[claim.id].split("*For:*")[1]
    for repair in claim.repairs:
        assert BY_ID[repair].expected is Verdict.PROVED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_of_a_section_the_argument_is_what_its_file_has(claim):
    assert proofs.argument(SECTIONS[claim.id]) == WRITTEN[claim.id]


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
            module = importlib.import_module(module_named("theory", name.rpartition(".")[0]))
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
