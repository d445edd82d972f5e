"""The gate by itself: what passes, what leans on what does not, and the exit code."""

from dataclasses import replace

import pytest

from theory.gate.gate import Exit, exit_code, settle
from theory.gate.registry import Registry
from theory.ledger import Record, Verdict
from theory.ledger.terms import Observation

PROVED, REFUTED, UNDECIDED = Verdict.PROVED, Verdict.REFUTED, Verdict.UNDECIDED


def registry(*claims, broken=None):
    return Registry(
        packages=(),
        claims={c.id: c for c in claims},
        home={c.id: "p" for c in claims},
        broken=broken or {},
    )


def record(one, verdict=PROVED, expected=PROVED, **more):
    return Record(one, verdict, expected, **more)


def answer(method, text, subject="claim"):
    return Observation("e", method, subject, "unknown", 1, text, "")


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (record("a"), "as expected"),
        (record("a", REFUTED), "differs"),
        (record("a", PROVED, None), "differs"),
        (record("a", fault="broken"), "fault"),
        (record("a", UNDECIDED, fault="broken"), "fault"),
        (record("a", UNDECIDED), "undecided"),
        (record("a", UNDECIDED, UNDECIDED, seen=(answer("measured", "three of five"),)), "open"),
        (record("a", UNDECIDED, UNDECIDED, seen=(answer("symbolic", ""),)), "open"),
        # No record was there, a time limit ran out, a mutant alone was answered:
        (record("a", UNDECIDED, UNDECIDED, seen=(answer("measured", ""),)), "undecided"),
        (record("a", UNDECIDED, UNDECIDED, reason="no verdict within 1 s"), "undecided"),
        (record("a", UNDECIDED, UNDECIDED, seen=(answer("measured", "1", "m"),)), "undecided"),
        (record("a", UNDECIDED, UNDECIDED, fault="broken"), "fault"),
        (record("a", PROVED, UNDECIDED), "differs"),
    ],
)
def test_mark(made, name):
    assert made.mark == name


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ([], Exit.USAGE),
        ([PROVED], Exit.AS_EXPECTED),
        ([PROVED, UNDECIDED], Exit.UNDECIDED),
        ([PROVED, REFUTED], Exit.DIFFERS),
        ([UNDECIDED, REFUTED], Exit.DIFFERS),
    ],
)
def test_exit_code(verdicts, code):
    assert exit_code(record(str(n), v) for n, v in enumerate(verdicts)) is code


def test_a_fault_alone_is_red():
    assert exit_code([record("a", UNDECIDED, fault="broken")]) is Exit.DIFFERS


def test_the_exit_codes_are_as_documented():
    assert [int(code) for code in Exit] == [0, 1, 2, 7, 70, 130]


def test_what_was_judged_stands(sound):
    records = {"P-square": record("P-square", found="it")}
    assert settle(registry(sound), ["P-square"], records) == records


def test_only_what_is_selected_is_settled(sound):
    other = replace(sound, id="other")
    records = {one: record(one) for one in ("P-square", "other")}
    assert list(settle(registry(sound, other), ["other"], records)) == ["other"]


def test_what_nobody_judged_is_a_fault(sound):
    settled = settle(registry(sound), ["P-square"], {})
    assert settled == {"P-square": Record("P-square", UNDECIDED, PROVED, fault="was never judged")}


def test_what_is_broken_is_a_fault_even_if_it_was_judged(sound):
    here = registry(sound, broken={"P-square": "twice there", "lost": "no claim"})
    settled = settle(here, ["P-square", "lost"], {"P-square": record("P-square")})
    assert settled["P-square"] == Record("P-square", UNDECIDED, PROVED, fault="twice there")
    assert settled["lost"] == Record("lost", UNDECIDED, None, fault="no claim")


def test_a_red_base_undoes_all_that_leans_on_it(sound):
    """Last to first in the order of judging, so that one look is not enough."""
    chain = [
        replace(sound, id="top", rests_on=("middle",)),
        replace(sound, id="middle", rests_on=("green", "base")),
        replace(sound, id="base"),
        replace(sound, id="green"),
    ]
    records = {claim.id: record(claim.id) for claim in chain}
    records["base"] = record("base", REFUTED)
    settled = settle(registry(*chain), records, records)
    assert settled["base"] == records["base"]
    assert settled["green"] == records["green"]
    for one, base in (("middle", "base"), ("top", "middle")):
        assert settled[one].verdict is UNDECIDED
        assert settled[one].reason == f"rests on {base}, which did not reach its verdict"


def test_what_leans_on_what_was_not_selected_is_open(sound):
    leaning = replace(sound, id="top", rests_on=("P-square",))
    settled = settle(registry(sound, leaning), ["top"], {"top": record("top")})
    assert "P-square" in settled["top"].reason


def test_a_red_claim_keeps_its_own_reason(sound):
    leaning = replace(sound, id="top", rests_on=("P-square",))
    records = {"top": record("top", REFUTED), "P-square": record("P-square", REFUTED)}
    assert settle(registry(sound, leaning), records, records) == records


@pytest.mark.parametrize(
    ("repair", "stands"),
    [
        (record("P-square"), True),
        (record("P-square", Verdict.SUPPORTED, Verdict.SUPPORTED), True),
        (record("P-square", REFUTED, REFUTED), False),
        (record("P-square", PROVED, REFUTED), False),
        (record("P-square", fault="broken"), False),
        (None, False),
    ],
)
def test_a_refutation_stands_with_its_repair(sound, repair, stands):
    refuted = replace(sound, id="wrong", expected=REFUTED, repairs=("P-square",))
    records = {"wrong": record("wrong", REFUTED, REFUTED)}
    records |= {"P-square": repair} if repair else {}
    settled = settle(registry(sound, refuted), records, records)["wrong"]
    assert (settled == records["wrong"]) is stands
    if not stands:
        assert settled.verdict is UNDECIDED
        assert settled.reason == "its repair P-square did not reach PROVED or SUPPORTED"
