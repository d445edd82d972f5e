"""Certificates: a lower bound on the decoding margin over every valid input of up to n0 tokens.

``certify(head, rule, n0)`` serves any one-layer attention-only head, constructed or trained, and
any rule of ``constructions.certificate.rules``. Two readings: the reals, with the head's weights as
they are, where the bound is also attained by a named input; and a run in the head's number format
under the error model of ``constructions.certificate.run_error``. ``check_certificate.py``
re-verifies the file.

    rope-claims certificate index --letters 120 --integers 16 --n0 4096 \\
        --theta 1/4096 --beta 8388608 --format float32 --out FILE
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Any

from constructions.certificate.admission import refuse_forgeable, refuse_head
from constructions.certificate.enclosures import Enclosure
from constructions.certificate.margins import NANO, WIDTH, Margins, Worst, enclosed
from constructions.certificate.rules import TaskRule, index_rule, retrieval_rule, symbolic_rule
from constructions.certificate.words import certificate_text
from constructions.heads.alphabets import Numbers, Pairs
from constructions.heads.head import HARD, ConstructedHead
from constructions.heads.index import index_printed
from constructions.heads.onelayer import OneLayerHead
from constructions.heads.retrieval import retrieval_printed, retrieval_symbolic

VERSION, HOPELESS = "rope-claims margin certificate 3", 16
"""A run's logits uncertain by more than 16 get no bound."""
ANY = {"name": "any"}


@dataclass(frozen=True)
class Certificate:
    """What is proved of a head, in units of 10⁻⁹.

    Over the reals its least margin lies strictly between ``exact`` and ``exact`` + WIDTH; in a run
    it is at least ``run``, None where nothing is known. ``worst`` names the tokens of an input,
    ``valid`` whether it is one of the task and not only of a larger set that the bound covers.
    """

    fields: dict[str, Any]
    exact: int
    run: int | None
    worst: tuple[str, ...]
    answer: str
    rival: str
    valid: bool

    @property
    def certified(self) -> bool:
        """Does every input decode rightly over the reals?"""
        return self.exact > 0

    @property
    def run_certified(self) -> bool:
        """Does every input decode rightly in every run?"""
        return self.run is not None and self.run > 0

    @property
    def refuted(self) -> bool:
        """Is the input named an input of the task that decodes wrongly over the reals?"""
        return self.valid and self.exact + WIDTH < 0

    def text(self) -> str:
        """The file."""
        return json.dumps(self.fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def certify(
    head: OneLayerHead, rule: TaskRule, n0: int, construction: dict[str, Any] | None = None
) -> Certificate:
    """Prove the head's least decoding margin on every input that the rule allows.

    Without ``construction`` (see ``Printed.fields``) the certificate is about the weights listed.

    Raises:
        ValueError: n0 below 2, no input at all, a rule for another n0 or for constructed heads, a
            weight that is no number of the format or out of the checker's range, or names of more
            than letters and digits.
    """
    refuse_forgeable(head)
    # Stand-ins are argued for the printed weights; a listed head may treat each token otherwise.
    if construction is None and len(rule.few) < len(head.outputs):
        raise ValueError("rule: tokens stand for others, as in constructed heads alone; take all")
    exact, worst, valid = least_margin(head, rule, n0)
    # Where logits are that uncertain the bound would be far below 0, and finding it takes long.
    run, weights = None, Enclosure(head, n0, run=True)
    if max(map(max, weights.drifts)) <= HOPELESS:
        run = enclosed(Margins(weights, rule))
    names = tuple(head.tokens[b] for b in worst.tokens)
    answer, rival = head.outputs[worst.answer], head.outputs[worst.rival]
    fields = {
        "format": VERSION,
        "claim": "",
        "construction": construction or ANY,
        "n0": n0,
        "exact": decimal(exact),
        "run": None if run is None else decimal(run),
        "worst": {
            "input": [[token, len(list(same))] for token, same in groupby(names)],
            "answer": answer,
            "other": rival,
            "valid": valid,
            # Over the reals the named input's margin lies below this: the bound is nearly attained.
            "below": decimal(exact + WIDTH),
        },
        "rule": rule.fields,
        "rule_sha256": field_digest(rule.fields),
        "weights_sha256": field_digest(head_fields(head)),
        "head": head_fields(head),
    }
    # Last, as the sentence is written from the other fields.
    fields["claim"] = certificate_text(fields, rule)
    return Certificate(fields, exact, run, names, answer, rival, valid)


def least_margin(head: OneLayerHead, rule: TaskRule, n0: int) -> tuple[int, Worst, bool]:
    """The reals' half of ``certify``, a third of its work: (exact, worst, valid).

    Raises: as ``certify``.
    """
    refuse_head(head, rule, n0)
    reals = Margins(Enclosure(head, n0, run=False), rule)
    exact = enclosed(reals)
    # At the upper end the least sum is negative, so the input with that sum has a smaller margin.
    worst, _ = reals.worst(Fraction(exact + WIDTH, NANO))
    # Only Retrieval's cases hold more than the task's inputs (see ``retrieval_rule``).
    return exact, worst, rule.name != "retrieval" or is_valid(head, worst.tokens)


def is_valid(head: OneLayerHead, tokens: Sequence[int]) -> bool:
    """Is an input that Retrieval's cases have proper: each letter answered by just one token?"""
    held: dict[str, set[int]] = {}
    for b in tokens:
        left, right = head.tokens[b][0], head.tokens[b][1:]
        held.setdefault(left, set()).add(b)
        # F.2's proper inputs: by the time a letter is asked for, one token alone answers it.
        if not right.isdigit() and len(held.get(right, ())) != 1:
            return False
    return True


def decimal(nanos: int) -> str:
    """An integer number of 10⁻⁹ as a decimal."""
    return f"{'-' if nanos < 0 else ''}{abs(nanos) // NANO}.{abs(nanos) % NANO:09d}"


def field_digest(field: object) -> str:
    """SHA-256 of a field's canonical JSON."""
    return sha256(json.dumps(field, sort_keys=True).encode()).hexdigest()


def head_fields(head: OneLayerHead) -> dict[str, Any]:
    """Every weight, as float.hex writes it; values and skip by output, without zeros."""
    fields: dict[str, Any] = {"name": head.name}
    fields |= {name: list(getattr(head, name)) for name in ("tokens", "outputs")}
    for name in ("queries", "keys"):
        # hex is exact and reads back to the same bits in any language.
        fields[name] = [[x.hex() for x in row] for row in getattr(head, name).tolist()]
    for name in ("values", "skip"):
        rows = getattr(head, name).tolist()
        fields[name] = [
            {o: x.hex() for o, x in zip(head.outputs, row, strict=True) if x} for row in rows
        ]
    fields["angles"] = [x.hex() for x in head.angles.tolist()]
    return fields | {"beta": float(head.beta).hex(), "number_format": head.number_format}


def letters(count: int) -> tuple[str, ...]:
    """a … z, then aa, ab, …"""

    def name(i: int) -> str:
        return (name(i // 26 - 1) if i >= 26 else "") + chr(ord("a") + i % 26)

    return tuple(map(name, range(count)))


@dataclass(frozen=True)
class Printed:
    """Index or Retrieval as printed (paper B, F.2), for certificates: nothing is held against the
    theory's conditions on n0. ``theta`` is in turns; β need not suffice.

    Raises:
        ValueError: no such head at n0 = 2, or more letters than left halves can be told apart.
    """

    task: str
    letters: int
    integers: int
    theta: Fraction
    beta: Fraction
    number_format: str

    def _constructed(self) -> ConstructedHead:
        if self.task == "index":
            return index_printed(Numbers(letters(self.letters), self.integers), 2, self.theta, HARD)
        return retrieval_printed(_pairs(self.letters, self.integers), 2, self.theta, HARD)

    def head(self) -> OneLayerHead:
        """The weights, rounded to the format."""
        return self._constructed().reduced(self.number_format, _positive(self.beta))

    def fields(self) -> dict[str, Any]:
        """What the checker derives every weight from."""
        return _made(self.task, self.letters, self.integers) | {"theta": str(self.theta)}

    def rule(self, head: OneLayerHead, n0: int) -> TaskRule:
        """The task on at most n0 tokens."""
        make = index_rule if self.task == "index" else retrieval_rule
        return make(head, n0, everything=False)

    def certify(self, n0: int) -> Certificate:
        """The certificate at n0."""
        head = self.head()
        return certify(head, self.rule(head, n0), n0, self.fields())


@dataclass(frozen=True)
class Symbolic:
    """The Retrieval head that sees no positions (``retrieval_symbolic``), for certificates.

    Raises:
        ValueError: as ``Printed``.
    """

    letters: int
    integers: int
    beta: Fraction
    number_format: str

    def head(self) -> OneLayerHead:
        """The weights, rounded to the format."""
        made = retrieval_symbolic(_pairs(self.letters, self.integers), 2, beta=HARD)
        return made.reduced(self.number_format, _positive(self.beta))

    def certify(self, n0: int) -> Certificate:
        """The certificate at n0."""
        head = self.head()
        fields = _made("retrieval-symbolic", self.letters, self.integers)
        return certify(head, symbolic_rule(head, n0), n0, fields)


def _pairs(count: int, integers: int) -> Pairs:
    if count > 26:
        raise ValueError(f"letters: {count}; a left half is one of 26 letters")
    return Pairs(letters(count), integers)


def _positive(beta: Fraction) -> Fraction:
    if beta <= 0:
        raise ValueError(f"beta: {beta}; a positive inverse temperature is needed")
    return beta


def _made(name: str, count: int, integers: int) -> dict[str, Any]:
    return {"name": name, "letters": list(letters(count)), "integers": integers}
