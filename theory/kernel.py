"""Theorems that Coq's kernel has checked, for every n: what ``proofs/audit.py`` says of them.

The audit builds ``proofs/`` from nothing and holds every statement, its axioms and the versions to
``proofs/pinned.txt``. Here its answer is read for one claim.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from theory.terms import Evidence, Kind, Method, Mutant, Outcome, Undecided, false, true

AUDIT = Path(__file__).resolve().parents[1] / "proofs" / "audit.py"
SECONDS = 900.0
"""Time limit of a claim with kernel evidence: the first one to ask waits for the whole audit."""
CLOSED = "Closed under the global context"
REALS = (
    "ClassicalDedekindReals.sig_not_dec : forall P : Prop, sumbool (not (not P)) (not P)",
    "ClassicalDedekindReals.sig_forall_dec : forall (P : forall _ : nat, Prop) "
    "(_ : forall n : nat, sumbool (P n) (not (P n))), "
    "sumor (@sig nat (fun n : nat => not (P n))) (forall n : nat, P n)",
    "FunctionalExtensionality.functional_extensionality_dep : "
    "forall (A : Type) (B : forall _ : A, Type) (f g : forall x : A, B x) "
    "(_ : forall x : A, @eq (B x) (f x) (g x)), @eq (forall x : A, B x) f g",
    "Classical_Prop.classic : forall P : Prop, or P (not P)",
)
"""The axioms of the standard library's reals, in Coq's words, and the excluded middle, which some
of that library's own lemmas use."""
BLOCK = re.compile(r"^(?:Statements|Near_misses)\.(\S+)\n((?: .*\n|\n(?= ))*)", re.MULTILINE)


@dataclass(frozen=True)
class Asked:
    """That ``proof`` proves ``statement`` from no axioms but ``axioms``; names are topic.name."""

    proof: str
    statement: str
    axioms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Theorem:
    """What the audit found: the proof of a statement, its axioms, the statement's digest.

    Of a near-miss: the statement that it misses, by its proof's name, and the refutation's axioms.
    """

    proof: str
    axioms: str
    digest: str
    near_miss: bool = False


@cache
def audited() -> dict[str, Theorem] | str:
    """The theorems that passed the audit, by statement; or why it refused, in one line.

    Raises:
        Undecided: Coq is not installed, or ``proofs/`` is not beside this package.
    """
    if not AUDIT.exists():
        raise Undecided(f"{AUDIT} is not there: the proofs come with a checkout, not with a wheel")
    command = [sys.executable, str(AUDIT), "--cached"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = " ".join(done.stderr.split())
    if done.returncode == 2:
        raise Undecided(said.removeprefix("audit: "))
    return said if done.returncode else theorems(done.stdout)


def theorems(text: str) -> dict[str, Theorem]:
    """The theorems in an audit's text, by statement; and the near-misses, by their names."""
    found = {}
    for name, body in BLOCK.findall(text):
        digest = re.search(r"^  in Coq's terms: sha256 (\w+)$", body, re.MULTILINE)
        proof = re.search(r"^  theorem Proofs\.(\S+); axioms: (.+)$", body, re.MULTILINE)
        missed = re.search(r"^  near-miss of Statements\.(\S+): ", body, re.MULTILINE)
        refuted = re.search(r"^  refuted by Near_misses\.(\S+); axioms: (.+)$", body, re.MULTILINE)
        if digest and proof:
            found[name] = Theorem(proof[1], proof[2], digest[1])
        if digest and missed and refuted and refuted[1] == f"{name}_false":
            found[name] = Theorem(missed[1], refuted[2], digest[1], near_miss=True)
    return found


def look(asked: Asked, known: dict[str, Theorem]) -> str:
    """What is wrong with one theorem asked for, or ''."""
    theorem = known.get(asked.statement)
    if theorem is None:
        return f"Statements.{asked.statement} is no statement of the audit"
    if theorem.near_miss:
        return f"Near_misses.{asked.statement} is refuted, so {asked.proof} is no proof of it"
    if theorem.proof != asked.proof:
        return f"Statements.{asked.statement} is proved by {theorem.proof}, not by {asked.proof}"
    if beyond(theorem.axioms, asked.axioms):
        return f"{asked.proof} rests on: {theorem.axioms}"
    return ""


def refuted(asked: Asked, known: dict[str, Theorem]) -> bool:
    """Whether what is asked for is a near-miss, refuted, of the statement that ``proof`` proves."""
    found = known.get(asked.statement)
    if found is None or not found.near_miss or found.proof != asked.proof:
        return False
    return not beyond(found.axioms, asked.axioms)


def beyond(said: str, allowed: tuple[str, ...]) -> str:
    """What remains of the axioms in Coq's answer without those allowed, each word for word."""
    if said == CLOSED:
        return ""
    rest = said
    for axiom in allowed:
        rest = rest.replace(f" {axiom}", "", 1)
    return rest.removeprefix("Axioms:")


def kernel(
    *names: str, covers: str, decides: frozenset[str], axioms: tuple[str, ...] = ()
) -> Evidence:
    """Evidence by the theorems ``names`` (topic.name), which Coq's kernel has checked.

    They rest on no axioms but ``axioms``. Where they state a part of the claim, ``decides`` names
    the quantifiers that this part settles, if any.

    The check does not read the claim's subject, but for a mutant that asks for a near-miss; one
    that the audit has not seen refuted is a fault.
    """
    own = tuple(Asked(name, name, axioms) for name in names)

    def kernel_checked(subject: Any) -> Outcome:
        known = audited()
        if isinstance(known, str):
            return false(known)
        if isinstance(subject, Asked) and not refuted(subject, known):
            raise LookupError(f"the audit does not refute {subject.statement}")
        asked = (subject,) if isinstance(subject, Asked) else own
        wrong = [fault for fault in (look(one, known) for one in asked) if fault]
        if wrong:
            return false("; ".join(wrong), len(asked))
        digests = (f"{one.statement} {known[one.statement].digest[:16]}" for one in asked)
        return true(len(asked), note=f"statements by sha256: {', '.join(digests)}")

    return Evidence(f"Coq: {', '.join(names)}", Method.KERNEL, covers, kernel_checked, decides)


def near_miss(evidence: Evidence, own: Asked, word: str, kind: Kind) -> Mutant:
    """The mutant that takes the proof of ``own`` for one of its near-miss topic.name__word.

    ``kind`` is what the near-miss changes in the statement.
    """
    missed = replace(own, statement=f"{own.statement}__{word}")
    return Mutant(f"Near_misses.{missed.statement}", kind, lambda subject: missed, (evidence.name,))
