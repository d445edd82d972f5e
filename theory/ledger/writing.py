"""A claim written top down: the statement, each check under what it covers, then its mutants.

    THM1 = FormalClaim(id="A-thm1", place="Theorem 1", statement="…", subject=Exclusion, …)

    @THM1.exhaustive("every matrix to N = 6", "the printed inequality, for every real M", "N ≤ 6")
    def every_matrix(subject): ...

    THM1.coq("exclusion.A_thm1", decides=("N", "M"))
    THM1.mutant("constant 99/100", Kind.CONSTANT, every_matrix, factor=Fraction(99, 100))

``collected`` gives the claims of a package, so a claim is listed nowhere by hand.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import Any

from theory import paths
from theory.ledger.terms import Altered, Claim, Evidence, Kind, Method, Mutant, Outcome, Verdict
from theory.ledger.theorems import proves, refuting_theorems

Check = Callable[[Any], Outcome]
Decorator = Callable[[Check], Check]


class _By:
    """``FormalClaim.check`` with its method given, as the method of that name."""

    def __init__(self, method: Method) -> None:
        self.method = method

    def __get__(self, formal: FormalClaim, owner: type) -> Callable[..., Decorator]:
        return partial(formal.check, self.method)


class FormalClaim:
    """A claim under construction; ``claim`` is the finished one.

    The fields are those of ``theory.ledger.Claim`` without evidence and mutants. Unless a claim
    says otherwise, its paper is what its id begins with, it is expected to be PROVED, and one of
    paper "suite" has that provenance. A method of the name of each evidence's kind (``symbolic``,
    ``exhaustive``, …) decorates the check.
    """

    def __init__(self, **fields: Any) -> None:
        self.id: str = fields.get("id", "")
        ours = {"provenance": "suite"} if fields.get("paper") == "suite" else {}
        usual = {"paper": self.id.partition("-")[0], "expected": Verdict.PROVED}
        self._fields = usual | ours | fields
        self.module = sys._getframe(1).f_globals["__name__"]
        self._evidence: list[Evidence] = []
        self._mutants: list[Mutant] = []
        self._near_misses: list[Mutant] = []

    @cached_property
    def claim(self) -> Claim:
        """The claim, with all evidence and mutants that were written under it."""
        mutants = (*self._mutants, *self._near_misses)
        return Claim(**self._fields, evidence=tuple(self._evidence), mutants=mutants)

    def check(
        self, method: Method, name: str, covers: str, *decides: str, **more: Any
    ) -> Decorator:
        """Decorate a check: the evidence's name, what it covers, the quantifiers it decides.

        ``more`` are an evidence's ``confirmed_by``, ``command`` and ``proof``; a written proof is
        by default the claim's own section of proofs.md.
        """
        if method is Method.WRITTEN:
            more.setdefault("proof", f"proofs.md#{self.id.lower()}")

        def take(function: Check) -> Check:
            self.take(Evidence(name, method, covers, function, frozenset(decides), **more))
            return function

        return take

    symbolic = _By(Method.SYMBOLIC)
    enclosed = _By(Method.ENCLOSED)
    exhaustive = _By(Method.EXHAUSTIVE)
    inductive = _By(Method.INDUCTIVE)
    witness = _By(Method.WITNESS)
    property = _By(Method.PROPERTY)
    measured = _By(Method.MEASURED)
    written = _By(Method.WRITTEN)

    def take(self, *evidence: Evidence) -> None:
        """Add evidence that another module makes."""
        self._evidence += evidence

    def coq(self, *theorems: str, **more: Any) -> None:
        """Add the theorems (topic.name) that state the claim, and the near-misses of each.

        ``more`` are ``decides``, ``covers``, ``axioms``, ``near_misses`` and ``given`` of
        ``theory.ledger.theorems.proves``.
        """
        refuted = self._fields["expected"] is Verdict.REFUTED
        proof = (refuting_theorems if refuted else proves)(*theorems, **more)
        self._evidence.append(proof.evidence)
        self._near_misses += proof.near_misses

    def mutant(
        self,
        name: str,
        kind: Kind,
        /,
        *checks: Check | str,
        mutate: Callable[[Any], Any] | None = None,
        **fields: Any,
    ) -> None:
        """Add a mutant that ``checks`` must reject (by default every check that reads the subject).

        It replaces these ``fields`` of the subject, or is what ``mutate`` makes of the subject.
        """
        by = tuple(c if isinstance(c, str) else self._name(c) for c in checks)
        self._mutants.append(Mutant(name, kind, mutate or Altered(fields), by))

    def mutants(self, *mutants: Mutant) -> None:
        """Add mutants that another module makes."""
        self._mutants += mutants

    def _name(self, check: Check) -> str:
        """The name of the one evidence of this claim that ``check`` decides.

        Raises:
            ValueError: none does, or several do.
        """
        names = [e.name for e in self._evidence if e.check is check]
        if len(names) != 1:
            raise ValueError(f"{self.id}: {check} is the check of {len(names)} evidence")
        return names[0]


def collected(*places: str) -> dict[str, tuple[str, Claim]]:
    """The claims of these packages: id, and the module that makes it, in ``pinned.json``'s order.

    A module's claims are its ``FormalClaim`` objects and its ``Claim`` objects, those of a tuple
    ``CLAIMS`` too. Claims that are not pinned yet come last.
    """
    claims: dict[str, tuple[str, Claim]] = {}
    for name in (name for place in places for name in _modules(place)):
        values = vars(importlib.import_module(name))
        written = [v for v in values.values() if isinstance(v, FormalClaim) and v.module == name]
        for claim in (*(one.claim for one in written), *_made(values)):
            claims.setdefault(claim.id, (name, claim))
    order = {one: at for at, one in enumerate(json.loads(paths.PINNED.read_text("utf-8")))}
    return dict(sorted(claims.items(), key=lambda item: order.get(item[0], len(order))))


def _modules(place: str) -> Iterable[str]:
    """The module of that name and, if it is a package, all modules below it."""
    parent = importlib.import_module(place)
    yield place
    for entry in pkgutil.walk_packages(getattr(parent, "__path__", ()), f"{place}."):
        if not entry.name.endswith("__main__"):
            yield entry.name


def _made(values: dict[str, Any]) -> Iterable[Claim]:
    """Claims that a function of the module made."""
    listed = values.get("CLAIMS", ())
    made = (*values.values(), *(listed if isinstance(listed, tuple) else ()))
    return {value.id: value for value in made if isinstance(value, Claim)}.values()
