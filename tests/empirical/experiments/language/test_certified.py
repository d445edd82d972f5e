"""The table of certified heads: what it says of a head is no more than the certificate proves."""

import re
from fractions import Fraction
from math import log

import pytest

from empirical.experiments.language import certified
from tests.repository.test_readme import ROOT

HEADS = [
    (entry, scores[entry["head"]])
    for model, _, _ in certified.SHOWN
    for entries, scores in [certified.gathered(model, certified.REPORTS)]
    for entry in entries
]


@pytest.mark.parametrize(("entry", "scores"), HEADS)
def test_bounds_are_rounded_outwards(entry, scores):
    _, content, position, most, previous, entropy, *_ = certified._row(entry, scores)
    shares = entry["shares"]
    for cell, one in (
        (content, entry["content"]),
        (position, entry["position"]),
        (most, shares["any"]),
    ):
        for shown, proved in zip(
            cell.split(", "), (one["quantiles"]["0.5"], one["most"]), strict=True
        ):
            assert 0 <= Fraction(shown) - Fraction(proved) < Fraction(1, 10)
    assert 0 <= Fraction(previous) - Fraction(shares["previous"]["most"]) < Fraction(1, 10_000)
    assert 0 <= -log(float(shares["any"]["quantiles"]["0.5"])) - float(entropy) < 0.001


def test_the_page_has_these_rows():
    page = (ROOT / "docs/public-heads.md").read_text(encoding="utf-8")
    rows = ["| " + " | ".join(certified._row(*one)) + " |" for one in HEADS]
    assert re.findall(r"^\| \d+ \| [\d.]+, .*$", page, re.M) == rows


def test_the_page_says_which_distances_the_ranges_are_over():
    """As every certificate does."""
    page = (ROOT / "docs/public-heads.md").read_text(encoding="utf-8")
    assert "Both ranges are over the distances 1 to 63. Distance 0 is left out" in page
    assert all("at one distance of 1 to 63 differ" in entry["claim"] for entry, _ in HEADS)
