"""What is said of other papers' statements: where they were read, and whose they are."""

import re
from itertools import product

import numpy as np
import pytest

from tests.sections import SECTIONS
from theory.ledger import Verdict
from theory.ledger.writing import collected

CLAIMS = [claim for _, claim in collected("constructions.other_papers").values()]

STATED = {c.id: c for c in CLAIMS if c.provenance in ("printed", "reconstructed", "reading")}


def source(one):
    """What a claim's section says of its source."""
    (text,) = re.findall(r"^\*Source:\* (.+?)(?=\n\n)", SECTIONS[one], re.MULTILINE | re.DOTALL)
    return " ".join(text.split())


@pytest.mark.parametrize("one", STATED)
def test_the_page_of_a_papers_statement_says_whether_its_text_was_read(one):
    text = source(one)
    assert re.match(
        r"(read|not read)[:;]|the formula is printed in Figure 1, which was not at", text
    )
    read = text.startswith("read:")
    assert {"printed": read, "reconstructed": not read}.get(STATED[one].provenance, True), text


def test_limits_on_what_heads_can_do_are_readings():
    """Two statements of other papers are refuted as they stand, the others as readings."""
    refuted = {c.id: c.provenance for c in STATED.values() if c.expected is Verdict.REFUTED}
    readings = {one for one, origin in refuted.items() if origin == "reading"}
    assert {"BC-bound", "SL-extra", "DU-points", "DU-trade"} <= readings
    assert {"PM-alias", "PM-dc", "PM-precision"} <= readings
    assert refuted.keys() - readings == {"BC-table", "PI-bound"}


def test_partial_rotation_is_the_blogs_and_not_the_papers():
    assert (STATED["BC-partial"].paper, STATED["BC-bound"].paper) == ("SU", "BC")
    assert "kexue.fm/archives/10122" in source("BC-partial")
    assert "does not treat partial rotation" in source("BC-partial")


@pytest.mark.parametrize("seed", range(3))
def test_the_gap_of_unequal_variances_is_that_of_every_outcome(seed):
    """Each component is its mean plus or minus its deviation: all 2^4 queries and all 2^4 keys."""
    draw = np.random.default_rng(seed)
    mean, deviation, angle = draw.normal(size=4), draw.exponential(size=4), draw.normal(size=2)
    turn = np.zeros((4, 4))
    for i, x in enumerate(angle):
        turn[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [
            [np.cos(x), -np.sin(x)],
            [np.sin(x), np.cos(x)],
        ]
    values = [mean + deviation * signs for signs in product((-1, 1), repeat=4)]
    similar = np.mean([q @ turn @ q for q in values])
    random = np.mean([q @ turn @ k for q in values for k in values])
    squares = (deviation**2).reshape(2, 2).sum(axis=1)
    assert similar - random == pytest.approx((squares * np.cos(angle)).sum())
    assert similar - random != pytest.approx(squares.sum() / 2 * np.cos(angle).sum())
