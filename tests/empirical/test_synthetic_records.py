"""Every measured claim on synthetic records: its criterion tells right from wrong."""

import dataclasses

import pytest

from empirical.criteria import recipe_claims
from empirical.criteria.claims import CLAIMS_BY_KIND
from empirical.criteria.printed import DISCREPANCY
from empirical.experiments.beyond import claims as beyond
from empirical.experiments.canonical.bounds import bounds as canonical_bounds
from empirical.experiments.canonical.claims import CANONICAL_CLAIMS
from empirical.experiments.language.claims import REAL_CLAIMS
from empirical.experiments.law.bounds import bounds as law_bounds
from empirical.experiments.law.claims import LAW_CLAIMS
from empirical.experiments.mechanism.bounds import bounds as mechanism_bounds
from empirical.experiments.mechanism.claims import MECHANISM_CLAIMS
from empirical.experiments.shipped import suite
from empirical.experiments.shipped.claims import MODEL_CLAIMS
from empirical.protocol.family import Measurement
from tests.empirical.criteria.fairness import quick
from theory.ledger import Kind, Verdict
from theory.ledger.judging import judge

MEASURED = [
    *((claim, suite.measurement({})) for claim in MODEL_CLAIMS),
    *((claim, recipe_claims.synthetic({})) for row in CLAIMS_BY_KIND.values() for claim in row),
    *((claim, Measurement({}, mechanism_bounds())) for claim in MECHANISM_CLAIMS),
    *((claim, Measurement({}, canonical_bounds())) for claim in CANONICAL_CLAIMS),
    *((claim, Measurement({}, law_bounds())) for claim in (*LAW_CLAIMS, DISCREPANCY)),
    (beyond.PUBLIC, Measurement({}, beyond.bounds())),
    *((claim, {}) for claim in REAL_CLAIMS),
]
"""Each claim, and the measurement of nothing from which its synthetic records are made."""
CLAIMS = pytest.mark.parametrize(
    ("claim", "nothing"), MEASURED, ids=[claim.id for claim, _ in MEASURED]
)


@pytest.fixture(autouse=True, scope="module")
def each_interval_once():
    with quick():
        yield


@CLAIMS
def test_they_support_the_claim_and_every_mutant_is_rejected(claim, nothing):
    record = judge(claim, lambda: claim.synthetic(nothing))
    assert (record.verdict, record.fault, record.reason) == (Verdict.SUPPORTED, "", "")
    judged = {one.subject for one in record.seen}
    assert judged >= {f"mutant: {mutant.name}" for mutant in claim.mutants}
    assert len({mutant.kind for mutant in claim.mutants}) >= 4


@CLAIMS
def test_records_that_disagree_do_not_reproduce_it(claim, nothing):
    """One mutant of each kind is tried; that all are rejected the test above says."""
    data = next(mutant for mutant in claim.mutants if mutant.kind is Kind.DATA)
    each = {mutant.kind: mutant for mutant in claim.mutants}
    few = dataclasses.replace(claim, mutants=tuple(each.values()))
    record = judge(few, lambda: data.mutate(claim.synthetic(nothing)))
    assert (record.verdict, record.fault) == (Verdict.NOT_REPRODUCED, "")


@CLAIMS
def test_a_check_that_always_agrees_earns_no_verdict(claim, nothing):
    (evidence,) = claim.evidence
    whole = claim.synthetic(nothing)
    answer = evidence.check(whole)
    lazy = dataclasses.replace(evidence, check=lambda _: answer)
    record = judge(dataclasses.replace(claim, evidence=(lazy,)), lambda: whole)
    assert "survived" in record.fault
