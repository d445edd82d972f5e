"""The claims that stand on certificates of public models: ``python -m
constructions.public_heads.claims``.

They need a model's weights and minutes a head, so ``rope-claims check`` does not judge them.
Without the weights each is UNDECIDED, with the command that installs them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.__main__ import place_of
from constructions.public_heads.weights import Unreadable
from theory.ledger import (
    Claim,
    Evidence,
    Kind,
    Method,
    Mutant,
    Outcome,
    Undecided,
    Verdict,
    altered,
    false,
    true,
)
from theory.ledger.judging import judge

FOLDER = Path(__file__).parent / "certificates"
MODEL = "smollm2-135m-instruct"


@dataclass(frozen=True)
class Subject:
    """A committed certificate, the model that it is of, and how it is changed (not at all)."""

    file: str
    model: str = MODEL
    tamper: Callable[[dict[str, Any]], dict[str, Any]] = field(default=lambda entry: entry)

    def entry(self) -> dict[str, Any]:
        """The certificate's fields."""
        path = FOLDER / self.file
        return self.tamper(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def checked(subject: Subject) -> Outcome:
    """The stand-alone checker proves every bound from the weights."""
    try:
        place = place_of(subject.model)
    except Unreadable as error:
        raise Undecided(str(error)) from error
    try:
        return true(1, note=checker.check(subject.entry(), place))
    except checker.Rejected as error:
        return false(f"rejected: {error}")


def consistent(subject: Subject) -> Outcome:
    """No bound is passed by an input that the certificate itself names."""
    entry = subject.entry()
    if not entry:
        return false("no such certificate")
    for name in ("content", "position"):
        if float(entry[name]["attained"]) > float(entry[name]["most"]):
            return false(f"{name}: more is attained than stated")
    for one in entry["inputs"]:
        value = float(one["value"])
        bounds = entry["entropy"]
        if one["of"] != "entropy":
            told = entry["shares"][one["of"]]
            bounds = [told.get("least", "0"), told["most"]]
        if len(one["tokens"]) == entry["window"] and not _between(value, bounds):
            return false(f"{one['of']}: {value} is attained")
    return true(len(entry["inputs"]))


def _between(value: float, bounds: Sequence[str]) -> bool:
    return float(bounds[0]) <= value <= float(bounds[1])


def _moved(*path: Any, by: float) -> Callable[[Subject], Subject]:
    """A bound moved, its words left as they are."""

    def tamper(entry: dict[str, Any]) -> dict[str, Any]:
        inside: Any = entry
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = f"{float(inside[path[-1]]) + by:.6f}"
        return entry

    return lambda subject: replace(subject, tamper=tamper)


def _longer(subject: Subject) -> Subject:
    """The same bounds at one token more."""

    def tamper(entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {"window": entry["window"] + 1}

    return replace(subject, tamper=tamper)


def _next_head(subject: Subject) -> Subject:
    """The same bounds of another head."""

    def tamper(entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {"head": entry["head"] + 1}

    return replace(subject, tamper=tamper)


MUTANTS = (
    Mutant("content range lowered", Kind.CONSTANT, _moved("content", "most", by=-0.01)),
    Mutant("position range lowered", Kind.CONSTANT, _moved("position", "most", by=-0.01)),
    Mutant("least entropy raised", Kind.CONSTANT, _moved("entropy", 0, by=1.0)),
    Mutant("one token more", Kind.QUANTIFIER, _longer, ("file checked",)),
    Mutant("another head", Kind.INDEX, _next_head, ("file checked",)),
    altered("another file", Kind.DATA, file="none.json"),
)


def claim(head: int) -> Claim:
    """The claim that a head's certificate holds."""
    file = f"{MODEL}-{head}.json"
    return Claim(
        id=f"C-public-smollm2-{head}",
        paper="suite",
        provenance="suite",
        place="SmolLM2-135M-Instruct, first layer",
        statement=f"What the certificate {file} says of head {head} of the first layer holds on"
        " every input of its tokens and its window.",
        expected=Verdict.PROVED,
        subject=lambda: Subject(file),
        quantifiers={"inputs": "every input of at most window tokens"},
        evidence=(
            Evidence(
                "file checked",
                Method.ENCLOSED,
                "every query token, key token and distance, by the stand-alone checker",
                checked,
                frozenset({"inputs"}),
            ),
            Evidence("consistent", Method.WITNESS, "the inputs that the file names", consistent),
        ),
        mutants=MUTANTS,
        parts={"tamper": Kind.CONSTANT, "file": Kind.DATA},
        seconds=7200.0,
        not_covered="other layers; other number formats than float32; that a given machine obeys"
        " the error model",
    )


def claims() -> tuple[Claim, ...]:
    """One claim a committed certificate."""
    heads = sorted(int(file.stem.rsplit("-", 1)[1]) for file in FOLDER.glob(f"{MODEL}-*.json"))
    return tuple(map(claim, heads))


def main() -> int:
    """Judge every claim; 1 if a verdict differs, 7 if one is undecided."""
    found = [judge(one) for one in claims()]
    for record in found:
        print(f"{record.id}  {record.verdict}  {record.reason or record.fault}")
    if any(record.verdict not in (Verdict.PROVED, Verdict.UNDECIDED) for record in found):
        return 1
    return 0 if found and all(record.verdict == Verdict.PROVED for record in found) else 7


if __name__ == "__main__":
    sys.exit(main())
