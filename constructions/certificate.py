"""Certificates: a lower bound on the decoding margin over every valid input of up to n0 tokens.

``certify(head, rule, n0)`` serves any one-layer attention-only head, constructed or trained, and
any rule of ``constructions.rules``. Two readings: the reals, with the head's weights as they are,
where the bound is also attained by a named input; and a run in the head's number format under
the error model of ``constructions.run_error``. ``check_certificate.py`` re-verifies the file.

    python -m constructions.certificate index --letters 120 --integers 16 --n0 4096 \\
        --theta 0.00153 --beta 8388608 --format float32 --out FILE
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from constructions.enclosures import Enclosure
from constructions.formats import nearest
from constructions.margins import NANO, Margins, enclosed
from constructions.onelayer import FORMATS, OneLayerHead
from constructions.plain_heads import index_head, retrieval_head
from constructions.rules import Rule, index_rule, retrieval_rule
from constructions.run_error import MODEL

VERSION, WIDTH, HOPELESS = "rope-claims margin certificate 1", 3, 16
"""Bounds are 3e-9 apart; a run's logits uncertain by more than 16 get no bound."""


@dataclass(frozen=True)
class Bound:
    """The least margin lies strictly between ``lower`` and ``upper``, in units of 10⁻⁹."""

    lower: int
    verdict: str

    @property
    def upper(self) -> int:
        """The other end."""
        return self.lower + WIDTH

    def as_fields(self) -> dict[str, str]:
        """The certificate's form: decimals."""
        return {"lower": decimal(self.lower), "upper": decimal(self.upper), "verdict": self.verdict}


@dataclass(frozen=True)
class Certificate:
    """What is proved of a head: ``exact`` over the reals, ``run`` in its number format or None.

    ``verdict`` is "certified", "refuted" (the named input is valid and decodes wrongly) or
    "undecided"; ``worst`` names tokens, ``valid`` whether it is an input of the task itself and
    not only of a larger set that the bound covers.
    """

    fields: dict[str, Any]
    exact: Bound
    run: Bound | None
    worst: tuple[str, ...]
    answer: str
    rival: str
    valid: bool

    @property
    def verdict(self) -> str:
        """The verdict over the reals."""
        return self.exact.verdict

    @property
    def run_verdict(self) -> str:
        """Whether every run in the format decodes rightly: "certified" or "undecided"."""
        return self.run.verdict if self.run else "undecided"

    def text(self) -> str:
        """The file."""
        return json.dumps(self.fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def certify(head: OneLayerHead, rule: Rule, n0: int) -> Certificate:
    """Prove the head's least decoding margin on every input that the rule allows.

    Raises:
        ValueError: n0 below 2, no input at all, or a weight that is no number of the format.
    """
    _refuse(head, rule, n0)
    reals = Margins(Enclosure(head, n0, run=False), rule)
    lower = enclosed(reals, WIDTH)
    worst, _ = reals.worst(Fraction(lower + WIDTH, NANO))
    valid = rule.name == "sets" or is_valid(head, rule, worst.tokens)
    verdict = "certified" if lower > 0 else "undecided"
    exact = Bound(lower, "refuted" if valid and lower + WIDTH < 0 else verdict)
    run, weights = None, Enclosure(head, n0, run=True)
    if max(map(max, weights.drifts)) <= HOPELESS:
        least = enclosed(Margins(weights, rule), WIDTH)
        run = Bound(least, "certified" if least > 0 else "undecided")
    names = tuple(head.tokens[b] for b in worst.tokens)
    answer, rival = head.outputs[worst.answer], head.outputs[worst.rival]
    fields = _fields(head, rule, n0, exact, run, (names, answer, rival, valid))
    return Certificate(fields, exact, run, names, answer, rival, valid)


def _refuse(head: OneLayerHead, rule: Rule, n0: int) -> None:
    if type(n0) is not int or n0 < 2:
        raise ValueError(f"n0: {n0!r}; a length of at least 2 is needed")
    if not rule.cases:
        raise ValueError(f"rule: {rule.title} has no input of at most {n0} tokens here")
    for name in ("queries", "keys", "values", "skip", "angles"):
        for x in getattr(head, name).ravel().tolist():
            if nearest(Fraction(x), head.number_format) != x:
                raise ValueError(f"{name}: {x!r} is no {head.number_format} number; round it first")


def is_valid(head: OneLayerHead, rule: Rule, tokens: Sequence[int]) -> bool:
    """Is an input that a named rule's cases have one of the task's own? Retrieval's are proper."""
    if rule.name == "index":
        return True
    held: dict[str, set[int]] = {}
    for b in tokens:
        left, right = head.tokens[b][0], head.tokens[b][1:]
        held.setdefault(left, set()).add(b)
        if not right.isdigit() and len(held.get(right, ())) != 1:
            return False
    return True


def decimal(nanos: int) -> str:
    """An integer number of 10⁻⁹ as a decimal."""
    return f"{'-' if nanos < 0 else ''}{abs(nanos) // NANO}.{abs(nanos) % NANO:09d}"


def _fields(
    head: OneLayerHead, rule: Rule, n0: int, exact: Bound, run: Bound | None, worst: Any
) -> dict[str, Any]:
    names, answer, rival, valid = worst
    weights = head_fields(head)
    task = _rule_fields(head, rule)
    return {
        "format": VERSION,
        "claim": _claim(head, rule, n0, exact, run, worst),
        "n0": n0,
        "exact": exact.as_fields(),
        "run": run.as_fields() if run else None,
        "worst": {
            "input": [[token, len(list(run))] for token, run in groupby(names)],
            "answer": answer,
            "other": rival,
            "valid": valid,
        },
        "rule": task,
        "rule_sha256": digest(task),
        "error_model": MODEL,
        "weights_sha256": digest(weights),
        "head": weights,
    }


def digest(field: object) -> str:
    """SHA-256 of a field's canonical JSON."""
    return sha256(json.dumps(field, sort_keys=True).encode()).hexdigest()


def _claim(
    head: OneLayerHead, rule: Rule, n0: int, exact: Bound, run: Bound | None, worst: Any
) -> str:
    ends = exact.as_fields()
    said = f"{decimal(run.lower)} or more, {run.verdict}" if run else "no bound is known"
    return (
        f"{rule.title} by {head.name}, {len(head.tokens)} tokens, {head.number_format} weights:"
        f" on every input of at most {n0} tokens the answer's output leads each other by"
        f" {ends['lower']} or more over the reals, {exact.verdict}; in a run: {said}. The input"
        f" named has {worst[1]} lead {worst[2]} by less than {ends['upper']}."
    )


def head_fields(head: OneLayerHead) -> dict[str, Any]:
    """Every weight, as float.hex writes it; values and skip as [output, weight] pairs."""
    fields: dict[str, Any] = {"name": head.name}
    fields |= {name: list(getattr(head, name)) for name in ("tokens", "outputs")}
    for name in ("queries", "keys"):
        fields[name] = [[x.hex() for x in row] for row in getattr(head, name).tolist()]
    for name in ("values", "skip"):
        rows = getattr(head, name).tolist()
        fields[name] = [[[o, x.hex()] for o, x in enumerate(row) if x] for row in rows]
    fields["angles"] = [x.hex() for x in head.angles.tolist()]
    return fields | {"beta": float(head.beta).hex(), "number_format": head.number_format}


def _rule_fields(head: OneLayerHead, rule: Rule) -> dict[str, Any]:
    if rule.name != "sets":
        return {"name": rule.name}
    sets: dict[frozenset[int], str] = {}

    def named(tokens: frozenset[int]) -> str:
        return sets.setdefault(tokens, f"s{len(sets)}")

    cases = [
        {
            "query": head.tokens[case.query],
            "near": named(case.near),
            "far": named(case.far),
            "pins": [[named(pin), head.outputs[o]] for pin, o in case.pins],
            "offsets": list(case.offsets),
            "lengths": list(case.lengths),
        }
        for case in rule.cases
    ]
    members = {name: [head.tokens[b] for b in sorted(x)] for x, name in sets.items()}
    return {"name": "sets", "title": rule.title, "sets": members, "cases": cases}


def parser() -> argparse.ArgumentParser:
    """The command line."""
    given = argparse.ArgumentParser(prog="python -m constructions.certificate", description=__doc__)
    given.add_argument("head", choices=("index", "retrieval", "retrieval-letters"))
    for name in ("letters", "integers", "n0"):
        given.add_argument(f"--{name}", type=int, required=True)
    for name in ("theta", "beta"):
        given.add_argument(f"--{name}", type=float, required=True)
    given.add_argument("--format", choices=FORMATS, default="float32")
    given.add_argument("--out", type=Path, required=True)
    return given


def build(task: str, letters: int, integers: int, theta: float, beta: float, fmt: str) -> Any:
    """A printed head, θ rounded to the format, and its rule as a function of n0."""
    make = index_head if task == "index" else retrieval_head
    head = make(letters, integers, nearest(Fraction(theta), fmt), beta, fmt)
    if task == "index":
        return head, lambda n0: index_rule(head, n0)
    return head, lambda n0: retrieval_rule(head, n0, integers=task == "retrieval")


def main(arguments: Sequence[str] | None = None) -> int:
    """Certify one printed head; exit code 0 certified, 1 not, 2 bad input."""
    given = parser().parse_args(arguments)
    try:
        head, rule = build(
            given.head, given.letters, given.integers, given.theta, given.beta, given.format
        )
        certificate = certify(head, rule(given.n0), given.n0)
        given.out.write_text(certificate.text(), encoding="utf-8")
    except (ValueError, OSError) as error:
        print(f"rope-claims: {error}", file=sys.stderr)
        return 2
    print(certificate.fields["claim"])
    return 0 if certificate.verdict == "certified" else 1


if __name__ == "__main__":
    raise SystemExit(main())
