"""Standalone checkers of the refuted claims' witnesses: the standard library alone, shared with
no code that made a witness. What all of them read of a file, and how each is run."""

import json
import re
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

NUMBER = re.compile(r"-?[0-9]{1,1000}(/[1-9][0-9]{0,999})?")


class Refused(Exception):
    """The witness does not show what it says."""


def need(condition: bool, reason: str) -> None:
    """Refuse for the given reason unless the condition holds."""
    if not condition:
        raise Refused(reason)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a file; json's own would keep the last of two entries with one key, unseen."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError("a key stands there twice")
    return entries


def exact(data: Any) -> None:
    """Refuse what is no text, whole number, list or object: to Python 4.0 is 4 and true is 1."""
    waiting = [data]
    while waiting:
        one = waiting.pop()
        need(type(one) in (str, int, list, dict), f"{one!r} is not exact")
        waiting += one.values() if type(one) is dict else one if type(one) is list else []


def fields(data: Any, *names: str) -> list[Any]:
    """The named fields of an object that has these and no others."""
    need(isinstance(data, dict) and sorted(data) == sorted(names), f"fields are not {names}")
    return [data[name] for name in names]


def number(text: Any) -> Fraction:
    """An exact number written as a string."""
    need(isinstance(text, str) and NUMBER.fullmatch(text) is not None, f"{text!r} is not exact")
    return Fraction(text)


def numbers(row: Any) -> list[Fraction]:
    """A list of exact numbers."""
    need(isinstance(row, list), f"{row!r} is no list")
    return [number(entry) for entry in row]


def words(tokens: Any, form: str) -> list[str]:
    """A non-empty list of words of the given form."""
    need(isinstance(tokens, list) and tokens != [], "no tokens")
    for token in tokens:
        need(isinstance(token, str) and re.fullmatch(form, token) is not None, f"token {token!r}")
    return list(tokens)


def distance(x: Fraction) -> Fraction:
    """How far x is from the nearest integer."""
    part = x - x.numerator // x.denominator
    return min(part, 1 - part)


def cosine(c: Fraction, t: int) -> Fraction:
    """cos tθ for c = cos θ."""
    now, after = Fraction(1), c
    for _ in range(abs(t)):
        now, after = after, 2 * c * after - now
    return now


def program(
    file: str, checks: Mapping[str, Callable[[Any], str]]
) -> tuple[Callable[[str, Any], str], Callable[[list[str]], int]]:
    """What the checker in ``file`` says of one claim's witness, and its command."""

    def recheck(claim_id: str, data: Any) -> str:
        """What the witness of ``claim_id`` shows.

        Raises:
            Refused: it does not show it, or the claim is unknown.
        """
        need(claim_id in checks, f"no check for {claim_id}")
        exact(data)
        try:
            return checks[claim_id](data)
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
            raise Refused(f"malformed: {error}") from None

    def main(arguments: list[str]) -> int:
        """Re-check every witness of a file; see the module's docstring."""
        here = Path(file).resolve()
        default = here.parents[1] / f"{here.stem}.json"
        path = Path(arguments[0]) if arguments else default
        try:
            witnesses = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return 2
        failed = False
        known = list(witnesses) if isinstance(witnesses, dict) else []
        for claim in sorted({*known, *checks}):
            try:
                need(claim in known, "no witness")
                print(f"{claim}: stands; {recheck(claim, witnesses[claim])}")
            except Refused as reason:
                failed = True
                line = f"{claim}: REFUSED; {reason}"
                print(line if line.isprintable() else ascii(line)[1:-1])
        return int(failed)

    return recheck, main
