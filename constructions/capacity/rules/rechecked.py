"""The second piece of evidence of a refuted rule: ``recheck.py``, which shares no code with the
first, on the subject written as exact texts and whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from theory.ledger import Evidence, Method, Outcome, false, true


def exact(value: Any) -> Any:
    """A subject's fields as JSON has them: fractions as texts, tuples as lists, flags as 0 or 1."""
    if isinstance(value, dict):
        return {name: exact(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [exact(one) for one in value]
    if isinstance(value, Fraction):
        return str(value)
    return int(value)


def judged(claim_id: str, subject: Any) -> Outcome:
    """What the standalone program says of a subject."""
    from constructions.capacity.rules import recheck

    try:
        return true(1, recheck.recheck(claim_id, exact(asdict(subject))))
    except recheck.Refused as reason:
        return false(str(reason))


def table(subject: Any) -> Outcome:
    """BC-table, the rows up to 32,768 positions."""
    return judged("BC-table", subject)


def mean_rises(subject: Any) -> Outcome:
    """RF-decay-bound."""
    return judged("RF-decay-bound", subject)


def cosines_rise(subject: Any) -> Outcome:
    """RF-decay."""
    return judged("RF-decay", subject)


def other_serves(subject: Any) -> Outcome:
    """RR-rope-highest."""
    return judged("RR-rope-highest", subject)


def line(subject: Any) -> Outcome:
    """BC-fit."""
    return judged("BC-fit", subject)


def slowest_serves(subject: Any) -> Outcome:
    """BC-bound."""
    return judged("BC-bound", subject)


def beyond_alias(subject: Any) -> Outcome:
    """PM-alias."""
    return judged("PM-alias", subject)


def beyond_slowest(subject: Any) -> Outcome:
    """PM-dc."""
    return judged("PM-dc", subject)


def beyond_precision(subject: Any) -> Outcome:
    """PM-precision."""
    return judged("PM-precision", subject)


def bend(subject: Any) -> Outcome:
    """PI-bound."""
    return judged("PI-bound", subject)


def short(subject: Any) -> Outcome:
    """PI-sum."""
    return judged("PI-sum", subject)


def stretched(subject: Any) -> Outcome:
    """YN-closer."""
    return judged("YN-closer", subject)


def extended(subject: Any) -> Outcome:
    """SL-extra."""
    return judged("SL-extra", subject)


def again(check: Callable[[Any], Outcome]) -> Evidence:
    """The evidence of one of the checks above."""
    return Evidence(
        "standalone recheck",
        Method.WITNESS,
        "the witness, in whole numbers of the standard library, nothing shared",
        check,
        confirmed_by="the first",
        command="python constructions/capacity/rules/recheck.py",
    )
