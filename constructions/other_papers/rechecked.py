"""The second piece of evidence of a refuted rule: ``capacity/rules/recheck.py``, which shares no
code with the first, on the subject written as exact texts and whole numbers."""

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from theory.ledger import Outcome, false, true
from theory.ledger.writing import Check, Decorator, FormalClaim


def exact_fields(value: Any) -> Any:
    """A subject's fields as JSON has them: fractions as texts, tuples as lists, flags as 0 or 1."""
    if isinstance(value, dict):
        return {name: exact_fields(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [exact_fields(one) for one in value]
    if isinstance(value, Fraction):
        return str(value)
    return int(value)


def refutes(formal: FormalClaim, name: str, covers: str) -> Decorator:
    """Decorate the check by which a subject refutes its claim; the standalone program is next."""

    def rechecked(subject: Any) -> Outcome:
        from constructions.capacity.rules import recheck

        try:
            return true(1, recheck.recheck(formal.id, exact_fields(asdict(subject))))
        except recheck.Refused as reason:
            return false(str(reason))

    def take(check: Check) -> Check:
        formal.witness(name, covers, confirmed_by="standalone recheck")(check)
        formal.witness(
            "standalone recheck",
            "the witness, in whole numbers of the standard library, nothing shared",
            confirmed_by=name,
            command="python constructions/capacity/rules/recheck.py",
        )(rechecked)
        return check

    return take
