"""The claim that stands on the certificates of SmolLM2-135M-Instruct's first-layer heads:
``python -m constructions.public_heads.claims``.

It needs the model's weights and two minutes a head, so ``rope-claims check`` does not judge it.
Without the weights it is UNDECIDED, and the reason is the command that installs them. ``--heads 8``
checks one certificate alone, which is no verdict on all nine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from constructions.public_heads import certificate
from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.__main__ import place_of
from constructions.public_heads.weights import Unreadable
from theory.gate.gate import Exit
from theory.ledger import Claim, Kind, Outcome, Undecided, Verdict, false, true
from theory.ledger.judging import judge
from theory.reports.command import Parser, command, count
from theory.writing import FormalClaim

FOLDER = Path(__file__).parent / "certificates"
STEM = "smollm2-135m-instruct.q4_1"
HEADS = tuple(range(9))
WINDOW = 64


Fields = dict[str, Any]


@dataclass(frozen=True)
class Subject:
    """The heads whose certificates count, the model, and how the certificates are changed: the head
    that they name, millionths taken from four of their bounds, other fields."""

    heads: tuple[int, ...] = HEADS
    model: str = "smollm2-135m-instruct"
    window: int = WINDOW
    shift: int = 0
    content: int = 0
    position: int = 0
    share: int = 0
    run: int = 0
    fields: tuple[tuple[str, Any], ...] = ()

    def entries(self) -> list[Fields]:
        """The fields of each certificate; one that is changed has the words that say so."""
        return [self._changed(self._read(head)) for head in self.heads]

    @staticmethod
    def _read(head: int) -> Fields:
        text = (FOLDER / f"{STEM}-{head}.json").read_text(encoding="utf-8")
        return dict(json.loads(text))

    def _changed(self, entry: Fields) -> Fields:
        if self == Subject(self.heads, self.model, self.window):
            return entry
        entry |= dict(self.fields) | {"head": (entry["head"] + self.shift) % len(HEADS)}
        for inside, name, by in (
            (entry["content"], "most", self.content),
            (entry["position"], "most", self.position),
            (entry["shares"]["any"], "most", self.share),
            (entry, "run", self.run),
        ):
            inside[name] = f"{float(inside[name]) - by / certificate.MICRO:.6f}"
        return entry | {"claim": certificate.sentence(entry)}


FIRST = FormalClaim(
    id="C-public-smollm2",
    paper="suite",
    provenance="suite",
    place="SmolLM2-135M-Instruct (Q4_1), first layer",
    statement="On every input of up to 64 tokens, each of the nine heads of SmolLM2-135M-Instruct's"
    " first layer keeps within the bounds of its certificate: content range, position range,"
    " attention and entropy.",
    expected=Verdict.PROVED,
    subject=Subject,
    quantifiers={"inputs": "every input of at most 64 of the 49,152 tokens"},
    parts={"window": Kind.QUANTIFIER, "shift": Kind.INDEX, "fields": Kind.DATA},
    seconds=14400.0,
    not_covered="later layers; longer inputs; that numpy's sums and elementary functions, and a"
    " float32 run, obey the error models that the checker states",
)


@FIRST.property("inputs", "the inputs and lengths that each certificate names")
def consistent(subject: Subject) -> Outcome:
    """No bound is passed by an input that the certificate itself names."""
    cases = 0
    for entry in subject.entries():
        if entry["window"] != subject.window:
            return false(f"head {entry['head']}: the window is {entry['window']}")
        for one in entry["inputs"]:
            ends = _ends(entry, one["of"])
            if len(one["tokens"]) == entry["window"] and not _between(one["value"], ends):
                return false(f"head {entry['head']}: {one['of']} {one['value']} is attained")
        for kind, (can, less) in entry["half"].items():
            if can >= less:
                return false(f"head {entry['head']}: {kind} gets half at {can} tokens")
        cases += len(entry["inputs"])
    return true(cases)


@FIRST.enclosed("checked", "every query token, key token and distance of each head", "inputs")
def checked(subject: Subject) -> Outcome:
    """The stand-alone checker proves every bound from the weights."""
    try:
        place = place_of(subject.model)
    except Unreadable as error:
        raise Undecided(str(error)) from error
    for entry in subject.entries():
        if entry["window"] != subject.window:
            return false(f"head {entry['head']}: the window is {entry['window']}")
        try:
            checker.check(entry, place)
        except checker.Rejected as error:
            return false(f"head {entry['head']}: rejected: {error}")
    return true(len(subject.heads))


def _ends(entry: dict[str, Any], of: str) -> Sequence[str]:
    if of == "entropy":
        return list(entry["entropy"])
    told = entry["shares"][of]
    return [told.get("least", "0"), told["most"]]


def _between(value: str, ends: Sequence[str]) -> bool:
    return float(ends[0]) <= float(value) <= float(ends[1])


FIRST.mutant("content range lowered", Kind.CONSTANT, checked, content=1000)
FIRST.mutant("position range lowered", Kind.CONSTANT, checked, position=1000)
FIRST.mutant("largest share lowered", Kind.CONSTANT, consistent, share=100)
FIRST.mutant("error of a float32 run lowered", Kind.CONSTANT, checked, run=1000)
FIRST.mutant("the next head", Kind.INDEX, checked, shift=1)
FIRST.mutant("one token more", Kind.QUANTIFIER, window=WINDOW + 1)
FIRST.mutant("another model", Kind.DATA, checked, fields=(("files", {"model.gguf": "0" * 64}),))
NEVER = dict.fromkeys(checker.KINDS, [WINDOW, WINDOW])
FIRST.mutant("never half", Kind.DATA, consistent, fields=(("half", NEVER),))

CLAIMS: tuple[Claim, ...] = (FIRST.claim,)


@command(Unreadable, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the claim, or check some of its certificates."""
    given = Parser(prog="python -m constructions.public_heads.claims", description=__doc__)
    given.add_argument("--heads", type=int, nargs="+", choices=HEADS, help="these alone")
    given.add_argument("--model", default=Subject.model, help="another path of the model's file")
    given.add_argument("--jobs", type=count, default=1, help="processes of the checker (1)")
    asked = given.parse_args(arguments)
    checker.JOBS = asked.jobs
    subject = Subject(tuple(asked.heads or HEADS), asked.model)
    if asked.heads:
        return _some(subject)
    record = judge(FIRST.claim, lambda: subject)
    print(f"{record.id}  {record.verdict}  {record.reason or record.fault}".rstrip())
    if record.fault or record.verdict not in (Verdict.PROVED, Verdict.UNDECIDED):
        return Exit.DIFFERS
    return Exit.AS_EXPECTED if record.verdict is Verdict.PROVED else Exit.UNDECIDED


def _some(subject: Subject) -> int:
    place = place_of(subject.model)
    for entry in subject.entries():
        try:
            print(checker.check(entry, place), flush=True)
        except checker.Rejected as error:
            print(f"head {entry['head']}: rejected: {error}")
            return Exit.DIFFERS
    return Exit.AS_EXPECTED


if __name__ == "__main__":
    sys.exit(main())
