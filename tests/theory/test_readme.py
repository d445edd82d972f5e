"""What the README says of verdicts, against the ledger."""

import re
from collections import Counter
from pathlib import Path

from constructions.claims import CLAIMS as constructions_claims
from empirical.claims import CLAIMS as empirical_claims
from theory.claims import CLAIMS
from theory.ledger import Method, Verdict

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
EXPECTED = {claim.id: claim.expected for claim in CLAIMS}


def test_the_table_lists_the_refuted_rows_and_no_other():
    rows = dict(re.findall(r"^\| ([AB]-[\w-]+) \| (REFUTED|PROVED) \|", README, re.M))
    assert set(rows.values()) == {"REFUTED"}
    readings = {claim.id for claim in CLAIMS if claim.provenance == "reading"}
    refuted = {i for i, v in EXPECTED.items() if v is Verdict.REFUTED and i[0] in "AB"}
    assert set(rows) == refuted - readings


def test_the_proved_rows_are_proved():
    listed = README.split("\nProved: ")[1].split(";\nand")[0].split("; and all")[0]
    ids = re.findall(r"[AB]-[\w-]+", listed)
    assert len(ids) == 22
    assert {EXPECTED[one] for one in ids} == {Verdict.PROVED}


def test_the_other_refuted_ones_are_counted():
    """Rooms' claims: those refuted that the table does not list, by what they are."""
    listed = set(re.findall(r"^\| ([AB]-[\w-]+) \| REFUTED \|", README, re.M))
    every = [*CLAIMS, *constructions_claims, *empirical_claims]
    others = Counter(
        claim.provenance
        for claim in every
        if claim.expected is Verdict.REFUTED and claim.id not in listed
    )
    words = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    words += ("eleven", "twelve")
    of_papers = others["reconstructed"] + others["printed"]
    said = re.search(
        r"Refuted too: (\d+) readings, (\w+) statements .*, (\w+) of the suite", README
    )
    assert said is not None
    readings, papers, own = said.groups()
    counted = (int(readings), words.index(papers), words.index(own))
    assert counted == (others["reading"], of_papers, others["suite"])


def test_those_that_the_kernel_checks_are_counted():
    said = re.search(r"(\d+) of theory's (\d+) \(readings", README)
    assert said is not None
    kernel = [c for c in CLAIMS if any(one.method is Method.KERNEL for one in c.evidence)]
    assert tuple(map(int, said.groups())) == (len(kernel), len(CLAIMS))
