"""B-e-disc: one reading that predicts is enough, and one that misses leaves the others."""

import pytest

from empirical.criteria.printed import DISCREPANCY, one_reading
from empirical.experiments.law import criteria, synthetic
from empirical.experiments.law.bounds import bounds
from empirical.experiments.law.claims import BREAK
from empirical.protocol.family import Measurement
from empirical.protocol.synthetic import one_seed
from theory.ledger import Status, Verdict
from theory.ledger.judging import judge

WHOLE = DISCREPANCY.synthetic(Measurement({}, bounds()))
CHECK = DISCREPANCY.evidence[0].check
MISSED = [name for name, one in synthetic.LAW.items() if callable(one)]


@pytest.mark.parametrize("what", [name for name in MISSED if "alike" not in name])
def test_a_reading_that_misses_decides_nothing(what):
    missed = synthetic.LAW[what](WHOLE)
    assert BREAK.evidence[0].check(missed).status is Status.FALSE
    outcome = CHECK(missed)
    assert outcome.status is Status.UNKNOWN
    assert outcome.note.startswith("not settled: ")


@pytest.mark.parametrize("task", ["letter", "number"])
def test_leads_that_are_all_alike_predict_nothing(task):
    alike = next(one for one in DISCREPANCY.mutants if one.name == f"{task}'s leads all alike")
    outcome = CHECK(alike.mutate(WHOLE))
    assert outcome.status is Status.FALSE
    assert f"{task}: leads that differ: 1 (bound 2)" in outcome.found


def test_too_few_models_are_refused_before_anything_is_predicted():
    few = one_seed(WHOLE)
    assert one_reading(few) == criteria.law(few)


def test_on_the_records_no_requirement_fails():
    subject = DISCREPANCY.subject()
    states = {one.name: one.holds for one in one_reading(subject)}
    missed = {one.name for one in criteria.law(subject) if one.holds is not Status.TRUE}
    assert missed
    assert {name for name, holds in states.items() if holds is Status.UNKNOWN} == missed
    assert Status.FALSE not in states.values()
    assert judge(BREAK).verdict is Verdict.UNDECIDED
