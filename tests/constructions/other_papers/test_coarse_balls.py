"""What a ball leaves open counts as decided nowhere: in balls of 8 bits no check accepts a mutant,
though it may refuse its claim."""

from contextlib import suppress

import pytest

from constructions.claims import CLAIMS
from constructions.other_papers.base_of_rope.counted import Methods, below
from tests.counts import forget
from tests.edited import edited
from tests.sampled import sampled
from theory.ledger import Method, Status
from theory.ledger.judging import mutated
from theory.ledger.writing import collected

NAMES = {"S-angles", "S-geometric", *collected("constructions.other_papers")}
OWN = [one for one in CLAIMS if one.id in NAMES]
FILES = sorted({one.evidence[0].check.__module__.replace(".", "/") + ".py" for one in OWN})
KEPT = {Method.KERNEL, Method.PROPERTY}


@pytest.fixture
def coarse():
    """Nothing that was computed with more bits, or with fewer, is remembered."""
    forget()
    less = "ctx.workprec(min(bits, 8))"
    with edited("theory.mathematics.conversions", "ctx.workprec(bits)", less):
        yield
    forget()


@pytest.mark.parametrize("claim", sampled([(one.id, one) for one in OWN], FILES, 1))
def test_no_mutant_is_accepted_in_coarse_balls(claim, coarse):
    accepted, subject = [], claim.subject()
    for mutant in claim.mutants:
        for one in claim.evidence:
            if one.method in KEPT or one.name not in (mutant.rejected_by or {one.name}):
                continue
            with suppress(TypeError, ValueError):  # a whole number that is not known
                if one.check(mutated(mutant, subject)).status is Status.TRUE:
                    accepted.append((mutant.name, one.name))
    assert accepted == []


def test_a_sum_whose_sign_is_open_is_not_counted(coarse):
    assert "is not known" in below(Methods()).found
