"""What a claim's page shows, gathered from the ledger, the witnesses, proofs.md and the audit."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theory import paths
from theory.gate.reading import read
from theory.gate.registry import Registry, leans_on
from theory.ledger.inspection import on_paper
from theory.ledger.kernel import BLOCK, PREFIX, theorems
from theory.ledger.terms import Claim, Method, Verdict
from theory.papers import Paper
from theory.reports import show, verdicts
from theory.reports.site import history

ROW = re.compile(r"^\| (?P<id>\S+)(?: †)? \| .* \| (?P<reason>.*) \|$", re.MULTILINE)
"""A row of the table at the top of proofs.md."""
PINNED = paths.AUDIT.parent / "pinned.txt"
RULES = paths.CHECKOUT / "constructions/capacity/rules/witnesses.json"
MARKS = {"PROVED": "✓", "REFUTED": "✗", "SUPPORTED": "≈", "NOT REPRODUCED": "≠", "UNDECIDED": "?"}
"""A sign for each verdict, so that none is told by its colour alone."""

MEANINGS = {
    Verdict.PROVED: "The statement is true.",
    Verdict.REFUTED: "The statement is false as it is worded here.",
    Verdict.SUPPORTED: "The measurements are as the statement says.",
    Verdict.NOT_REPRODUCED: "The measurements are not as the statement says.",
    Verdict.UNDECIDED: "Nobody has settled the statement here.",
}
WAYS = {
    Method.SYMBOLIC: "a formula that a solver or an algebra system decides for all numbers",
    Method.ENCLOSED: "interval arithmetic that covers a whole range of numbers",
    Method.EXHAUSTIVE: "a check of every case up to a stated size",
    Method.INDUCTIVE: "an induction whose start and step are both checked",
    Method.KERNEL: "a proof that Coq's kernel has checked",
    Method.WITNESS: "an exact counterexample that a separate program checks again",
    Method.PROPERTY: "tests on random cases, which support it and prove nothing",
    Method.MEASURED: "measurements of trained models with a criterion fixed beforehand",
}
"""How each method settles something, in words that need no glossary."""


@dataclass(frozen=True)
class Coq:
    """A theorem: its name, its statement in Coq, and the axioms of its proof."""

    name: str
    statement: str
    axioms: str


@dataclass(frozen=True)
class Page:
    """One claim, and all that its page shows with it.

    ``place`` is where the code states it; ``line`` is its verdict's reason in one line, ``proof``
    its section of proofs.md in Markdown, ``stored`` its witness as JSON; each is '' where there is
    none. ``fields`` are the (place, value) of the witness's texts and numbers, in the order of
    ``stored``. ``bases`` are the ids that it leans on, ``leaning`` those that lean on it;
    ``changes`` its verdicts in order of time. ``distribution`` is the other one that brings
    the claim, '' if it is ours.
    """

    claim: Claim
    place: str
    verdict: str
    mark: str
    line: str
    proof: str
    stored: str
    fields: tuple[tuple[str, str], ...]
    witness: show.Witness | None
    coq: tuple[Coq, ...]
    bases: tuple[str, ...]
    leaning: tuple[str, ...]
    digest: str
    distribution: str
    paper: Paper
    changes: tuple[history.Entry, ...]

    @property
    def why(self) -> str:
        """What the verdict means and how it was reached, in plain words."""
        methods = dict.fromkeys(e.method for e in self.claim.evidence)
        ways = [WAYS[one] for one in methods if one is not Method.WRITTEN]
        if Method.WRITTEN in methods:
            unchecked = ", a step of which no machine has checked" if on_paper(self.claim) else ""
            ways.append(f"a proof in words{unchecked}")
        first = f"The verdict rests on {_listed(ways[:3])}."
        rest = f" It also rests on {_listed(ways[3:])}." if ways[3:] else ""
        count = len(self.claim.mutants)
        return (
            f"{MEANINGS[self.claim.expected]} {first}{rest} The same checks reject"
            f" {count} slightly false versions of the statement."
        )

    @property
    def methods(self) -> tuple[str, ...]:
        """How its evidence decides, each way once."""
        return tuple(dict.fromkeys(str(one.method) for one in self.claim.evidence))


def _listed(ways: Sequence[str]) -> str:
    if len(ways) < 3:
        return " and ".join(ways)
    return f"{', '.join(ways[:-1])}, and {ways[-1]}"


def pages(
    registry: Registry,
    proofs: Mapping[str, str],
    top: str,
    witness_of: Callable[[Claim], show.Witness | None] = show.witness_of,
) -> list[Page]:
    """A page for each claim that is not broken, in the ledger's order.

    ``proofs`` are the sections of proofs.md, ``top`` is what stands above them. ``witness_of`` is
    asked for each claim's witness.
    """
    lines = {row["id"]: row["reason"] for row in ROW.finditer(top)}
    stored = witnesses()
    statements = coq_statements()
    changes = history.recorded_verdicts()
    claims = [c for c in registry.claims.values() if c.id not in registry.broken]
    leaning: dict[str, list[str]] = {}
    for claim in claims:
        for base in leans_on(claim):
            leaning.setdefault(base, []).append(claim.id)
    return [
        Page(
            claim,
            show.stated_text(registry, claim.id),
            verdicts.expected(claim),
            MARKS[str(claim.expected)],
            lines.get(claim.id, ""),
            proofs.get(claim.id, "").strip(),
            laid_out(stored[claim.id]) if claim.id in stored else "",
            tuple(leaves(stored.get(claim.id, {}))),
            witness_of(claim),
            tuple(_coq(claim, statements)),
            leans_on(claim),
            tuple(leaning.get(claim.id, ())),
            claim_digest(claim),
            registry.distribution(claim.id),
            registry.papers[claim.paper],
            with_today(claim, changes.get(claim.id, ())),
        )
        for claim in claims
    ]


def with_today(claim: Claim, record: tuple[history.Entry, ...]) -> tuple[history.Entry, ...]:
    """The record, and the verdict of today where the record does not end with it."""
    if record and record[-1].verdict == str(claim.expected):
        return record
    return (*record, history.Entry(str(claim.expected), "", "", ""))


def witness_files() -> dict[str, Path]:
    """The files of witnesses by their names on the site: this package's, and in a checkout those
    against other papers' rules."""
    files = {path.name: path for path in sorted(paths.WITNESSES.glob("*.json"))}
    return files | ({"rules.json": RULES} if RULES.is_file() else {})


def witnesses() -> dict[str, Any]:
    """Every stored witness by its claim."""
    return {claim: one for path in witness_files().values() for claim, one in read(path).items()}


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each text and number of a witness: where it stands and what it says."""
    if isinstance(value, dict | list):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in entries:
            yield from leaves(inner, f"{place}.{key}" if place else str(key))
    else:
        yield place, value if isinstance(value, str) else json.dumps(value)


def laid_out(value: Any, depth: int = 0) -> str:
    """A witness as JSON for a reader who may change it: a line for each flat list or object."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or len(flat) + 2 * depth <= 72:
        return flat
    pad, end = "  " * (depth + 1), "  " * depth
    if isinstance(value, list):
        inside = [f"{pad}{laid_out(one, depth + 1)}" for one in value]
        return "[\n" + ",\n".join(inside) + f"\n{end}]"
    inside = [
        f"{pad}{json.dumps(name, ensure_ascii=False)}: {laid_out(one, depth + 1)}"
        for name, one in value.items()
    ]
    return "{\n" + ",\n".join(inside) + f"\n{end}}}"


def claim_digest(claim: Claim) -> str:
    """The SHA-256 of what the claim states and what its verdict is, for a citation."""
    stated = [claim.id, claim.paper, claim.place, claim.statement, str(claim.expected)]
    return hashlib.sha256(json.dumps(stated, ensure_ascii=False).encode()).hexdigest()


def coq_statements() -> dict[str, Coq]:
    """The audited theorems by statement, ``topic.name``; none outside a checkout."""
    if not PINNED.is_file():
        return {}
    text = PINNED.read_text(encoding="utf-8")
    known = theorems(text)
    statements = {}
    for name, body in BLOCK.findall(text):
        if name in known:
            statement, _, _ = body.partition("\n  in Coq's terms")
            lines = [line.removeprefix("    ") for line in statement.strip("\n").splitlines()]
            statements[name] = Coq(name, "\n".join(lines), known[name].axioms)
    return statements


def _coq(claim: Claim, statements: Mapping[str, Coq]) -> list[Coq]:
    names = [
        name
        for one in claim.evidence
        if one.method is Method.KERNEL
        for name in one.name.removeprefix(PREFIX).split(", ")
    ]
    return [statements.get(name, Coq(name, "", "")) for name in names]
