"""Prove the claims about first-layer heads of public models from their certificates.

A claim needs the model's weights and about a minute for each head, so ``rope-claims check`` does
not judge it. Without the weights, the claim is UNDECIDED, and the command prints how to install
them. With --heads, the command checks only these heads' certificates and judges no claim.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from constructions.public_heads import check_public_heads as checker
from constructions.public_heads.command import place_of
from constructions.public_heads.weights import UnreadableModel
from theory.gate.gate import Exit
from theory.ledger import Kind, Outcome, Undecided, Verdict, false, true
from theory.ledger.judging import judge
from theory.ledger.writing import FormalClaim
from theory.reports.command import Parser, entry_point, whole_number
from theory.reports.files import emit

CODES = """exit codes:
    0  every certificate stands; of all heads: the claim is proved
    1  a certificate is refused
    2  bad usage, or with --heads: the weights are not there
    7  the claim is undecided: the weights are not there"""
FOLDER = Path(__file__).parent / "certificates"
WINDOW = 64
Fields = dict[str, Any]


@dataclass(frozen=True)
class CertifiedModel:
    """A model whose first layer has certificates.

    alias   of its Python package
    stem    of its certificates' names
    heads   how many its first layer has
    tokens  so many, the first of its vocabulary, are what the certificates are about
    """

    alias: str
    stem: str
    heads: int
    tokens: int


SMOLLM2 = CertifiedModel("smollm2-135m-instruct", "smollm2-135m-instruct.q4_1", 9, 49152)
GEMMA = CertifiedModel("gemma-3-270m", "gemma-3-270m-q4_k_m", 4, 16384)


@dataclass(frozen=True)
class Subject:
    """The certificates that a claim is about, and how they are changed.

    model, tokens, window  as the claim states them
    heads                  those whose certificates count; empty: all
    place                  the path of the model's file, where it is not in its package
    shift                  added to the head that a certificate names
    content … run          millionths taken from a bound
    fields                 other values of fields
    """

    model: CertifiedModel
    tokens: int
    heads: tuple[int, ...] = ()
    place: str = ""
    window: int = WINDOW
    shift: int = 0
    content: int = 0
    position: int = 0
    share: int = 0
    run: int = 0
    fields: tuple[tuple[str, Any], ...] = ()

    def entries(self) -> list[Fields]:
        """The fields of each certificate; one that is changed has the words that say so."""
        heads = self.heads or range(self.model.heads)
        return [self._changed(self._read(head)) for head in heads]

    def file(self) -> Path:
        """The model's file.

        Raises:
            Unreadable: the model is not installed.
        """
        return place_of(self.place or self.model.alias)

    @property
    def altered(self) -> bool:
        """Whether the certificates are changed, as a mutant's are."""
        return self != Subject(self.model, self.tokens, self.heads, self.place, self.window)

    def other(self) -> str:
        """Why the certificates are not about this window or these tokens, or ''."""
        for entry in self.entries():
            for name, expected in (("window", self.window), ("tokens", self.tokens)):
                if entry[name] != expected:
                    return f"head {entry['head']}: {name} is {entry[name]}"
        return ""

    def _read(self, head: int) -> Fields:
        text = (FOLDER / f"{self.model.stem}-{head}.json").read_text(encoding="utf-8")
        return dict(json.loads(text))

    def _changed(self, entry: Fields) -> Fields:
        if not self.altered:
            return entry
        from constructions.public_heads import certificate

        entry |= dict(self.fields) | {"head": (entry["head"] + self.shift) % self.model.heads}
        for inside, name, by in (
            (entry["content"], "most", self.content),
            (entry["position"], "most", self.position),
            (entry["shares"]["any"], "most", self.share),
            (entry, "run", self.run),
        ):
            inside[name] = f"{float(inside[name]) - by / certificate.MICRO:.6f}"
        return entry | {"claim": certificate.head_sentence(entry)}


def consistent(subject: Subject) -> Outcome:
    """No bound is passed by an input that the certificate itself names."""
    if other := subject.other():
        return false(other)
    cases = 0
    for entry in subject.entries():
        for one in entry["inputs"]:
            ends = _ends(entry, one["of"])
            if len(one["tokens"]) == entry["window"] and not _between(one["value"], ends):
                return false(f"head {entry['head']}: {one['of']} {one['value']} is attained")
        for kind, (can, less) in entry["half"].items():
            if can >= less:
                return false(f"head {entry['head']}: {kind} gets half at {can} tokens")
        cases += len(entry["inputs"])
    return true(cases)


def standalone_check(subject: Subject) -> Outcome:
    """The stand-alone checker proves every bound from the weights."""
    try:
        place = subject.file()
    except UnreadableModel as error:
        raise Undecided(str(error)) from error
    if other := subject.other():
        return false(other)
    entries = subject.entries()
    for count, entry in enumerate(entries, 1):
        _progress(count, len(entries), entry, subject)
        try:
            checker.check(entry, place)
        except checker.Rejected as error:
            return false(f"head {entry['head']}: rejected: {error}")
    return true(count)


def _progress(count: int, total: int, entry: Fields, subject: Subject) -> None:
    """Say on standard error which head's certificate is checked now."""
    which = "a changed certificate, to be rejected," if subject.altered else "its certificate"
    emit(f"[{count}/{total}] head {entry['head']}: {which} is checked (some minutes)", sys.stderr)


def _ends(entry: dict[str, Any], of: str) -> Sequence[str]:
    if of == "entropy":
        return list(entry["entropy"])
    told = entry["shares"][of]
    return [told.get("least", "0"), told["most"]]


def _between(value: str, ends: Sequence[str]) -> bool:
    return float(ends[0]) <= float(value) <= float(ends[1])


def _stated(model: CertifiedModel, **fields: Any) -> FormalClaim:
    """The claim that each head of a model keeps within its certificate, and its mutants."""
    formal = FormalClaim(
        paper="suite",
        subject=lambda: Subject(model, model.tokens),
        parts={
            "window": Kind.QUANTIFIER,
            "tokens": Kind.QUANTIFIER,
            "shift": Kind.INDEX,
            "fields": Kind.DATA,
        },
        seconds=14400.0,
        **fields,
    )
    formal.property("inputs", "the inputs and lengths that each certificate names")(consistent)
    every = "every query token, key token and distance of each head"
    formal.enclosed("checked", every, "inputs")(standalone_check)
    formal.mutant("content range lowered", Kind.CONSTANT, standalone_check, content=1000)
    formal.mutant("position range lowered", Kind.CONSTANT, standalone_check, position=1000)
    formal.mutant("largest share lowered", Kind.CONSTANT, consistent, share=100)
    formal.mutant("error of a float32 run lowered", Kind.CONSTANT, standalone_check, run=1000)
    formal.mutant("the next head", Kind.INDEX, standalone_check, shift=1)
    formal.mutant("a longer input", Kind.QUANTIFIER, window=WINDOW + 1)
    formal.mutant("one more token of the vocabulary", Kind.QUANTIFIER, tokens=model.tokens + 1)
    elsewhere = (("files", {"model.gguf": "0" * 64}),)
    formal.mutant("another model", Kind.DATA, standalone_check, fields=elsewhere)
    never = (("half", dict.fromkeys(checker.KINDS, [WINDOW, WINDOW])),)
    formal.mutant("never half", Kind.DATA, consistent, fields=never)
    return formal


NOT_COVERED = (
    "later layers; longer inputs; that numpy's sums and elementary functions, and a float32 run,"
    " obey the error models that the checker states"
)
FIRST = _stated(
    SMOLLM2,
    id="C-public-smollm2",
    place="SmolLM2-135M-Instruct (Q4_1), first layer",
    statement="On every input of up to 64 tokens, each of the nine heads of SmolLM2-135M-Instruct's"
    " first layer keeps to its certificate's content and position range; at the last of 64"
    " tokens, also within its bounds on attention and entropy.",
    quantifiers={"inputs": "every input of at most 64 of the 49,152 tokens"},
    not_covered=NOT_COVERED,
)
SECOND = _stated(
    GEMMA,
    id="C-public-gemma",
    place="Gemma 3 270M (Q4_K_M), first layer",
    statement="On every input of up to 64 of the first 16,384 tokens, each of the four heads of"
    " Gemma 3 270M's first layer keeps to its certificate's content and position range; at the"
    " last of 64 tokens, also within its bounds on attention and entropy.",
    quantifiers={"inputs": "every input of at most 64 of the 16,384 tokens 0 to 16,383"},
    not_covered="the other 245,760 tokens; that the first layer's base is 10,000, which the file"
    f" does not say; {NOT_COVERED}",
)
BY_ALIAS = {SMOLLM2.alias: (SMOLLM2, FIRST), GEMMA.alias: (GEMMA, SECOND)}


def parser() -> Parser:
    """The grammar of ``recheck-heads``."""
    made = Parser(prog="rope-claims recheck-heads", description=__doc__, epilog=CODES)
    made.add_argument(
        "of",
        metavar="MODEL",
        nargs="?",
        choices=BY_ALIAS,
        default=SMOLLM2.alias,
        help="smollm2-135m-instruct (the default) or gemma-3-270m",
    )
    made.add_argument("--heads", type=int, nargs="+", help="numbers of heads (default: all)")
    made.add_argument("--file", default="", help="the model's file, if the package lacks it")
    made.option("--jobs", "processes of the checker", 1, type=whole_number)
    return made


@entry_point(UnreadableModel, OSError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the claim, or check some of its certificates."""
    asked = parser().parse_args(arguments)
    checker.JOBS = asked.jobs
    model, formal = BY_ALIAS[asked.of]
    if not all(0 <= head < model.heads for head in asked.heads or ()):
        raise UnreadableModel(f"--heads: {model.alias} has {model.heads}, numbered from 0")
    subject = Subject(model, model.tokens, tuple(asked.heads or ()), asked.file)
    if asked.heads:
        return _some(subject)
    record = judge(formal.claim, lambda: subject)
    print(f"{record.id}  {record.verdict}  {record.reason or record.fault}".rstrip())
    if record.fault or record.verdict not in (Verdict.PROVED, Verdict.UNDECIDED):
        return Exit.DIFFERS
    return Exit.AS_EXPECTED if record.verdict is Verdict.PROVED else Exit.UNDECIDED


def _some(subject: Subject) -> int:
    place, entries = subject.file(), subject.entries()
    for count, entry in enumerate(entries, 1):
        _progress(count, len(entries), entry, subject)
        try:
            print(checker.check(entry, place), flush=True)
        except checker.Rejected as error:
            print(f"head {entry['head']}: rejected: {error}")
            return Exit.DIFFERS
    return Exit.AS_EXPECTED
