"""Theorems that Coq's kernel has checked, for every n: what ``proofs/audit.py`` says of them.

The audit builds ``proofs/`` from nothing and holds every statement, its axioms and the versions to
``proofs/pinned.txt``. Here its answer is read for one claim. Every worker imports this module, and
one asks for the audit: what starts it is imported there.
"""

import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from theory import paths
from theory.ledger.terms import (
    Evidence,
    Kind,
    Method,
    Mutant,
    Observation,
    Outcome,
    Status,
    Undecided,
    false,
    true,
)

ROOT = paths.CHECKOUT
AUDIT = ROOT / "proofs" / "audit.py"
LIMIT = 2700.0
"""Seconds for the audit, which may wait for another one of the same text before its own."""
TICK = 0.05
"""Seconds between two looks at the running audit."""
AGAIN = "make -C proofs check"
PREFIX = "Coq: "
"""How the name of kernel evidence begins; the theorems' names follow."""
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


Answer = dict[str, Theorem] | str | Undecided
"""The theorems that passed the audit, by statement; why it refused, in one line; or why it could
not be had: there is no Coq here, or no checkout."""
_heard: dict[str, Answer] = {}


def audited() -> dict[str, Theorem] | str:
    """The theorems that passed the audit, by statement; or why it refused, in one line.

    Raises:
        Undecided: Coq is not installed, or this is no checkout.
    """
    if "answer" not in _heard:
        _heard["answer"] = ask()
    answer = _heard["answer"]
    if isinstance(answer, Undecided):
        raise answer
    return answer


def tell(answer: Answer) -> None:
    """What ``audited`` is to answer in this process: the run has asked already."""
    _heard["answer"] = answer


def ask(stopped: Callable[[], object] = lambda: False) -> Answer:
    """Have ``proofs/`` audited, in a process that hears nothing but the audit's own file.

    Where Coq is there and this is a checkout, whatever is no passed audit is a refusal. Ends the
    audit, and refuses, as soon as ``stopped()`` is true.
    """
    import shutil
    import tempfile

    if not AUDIT.parent.exists() and not (ROOT / "pyproject.toml").exists():
        return Undecided(f"{AUDIT} is not there: the proofs come with a checkout, not with a wheel")
    if shutil.which("coqc") is None:
        return Undecided("coqc is not installed: apt-get install coq libcoq-mathcomp-algebra")
    if not AUDIT.is_file():
        return f"not audited: {AUDIT} is missing, though Coq is here; restore it"
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as wrong:
        code = _supervise(
            [sys.executable, "-I", "-S", str(AUDIT), "--cached"], output, wrong, stopped
        )
        output.seek(0)
        wrong.seek(0)
        text, why = output.read(), " ".join(wrong.read().split())
    if code is None:
        return f"not audited: the audit was ended, or had no answer within {LIMIT:g} s"
    known = theorems(text)
    if code == 0 and known:
        return known
    why = why or "it said nothing" if code else "it named no theorem"
    return f"the audit did not pass (exit code {code}): {why.removeprefix('audit: ')}"


def _supervise(command: list[str], out: Any, err: Any, stopped: Callable[[], object]) -> int | None:
    """The exit code of a command, or None if it was ended with all that it started."""
    import subprocess

    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
    )
    end = time.monotonic() + LIMIT
    try:
        while process.poll() is None and not stopped() and time.monotonic() < end:
            time.sleep(TICK)
        return process.poll()
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def theorems(text: str) -> dict[str, Theorem]:
    """The theorems in an audit's text, by statement; and the near-misses, by their names."""
    by_name = {}
    for name, body in BLOCK.findall(text):
        digest = re.search(r"^  in Coq's terms: sha256 (\w+)$", body, re.MULTILINE)
        proof = re.search(r"^  theorem Proofs\.(\S+); axioms: (.+)$", body, re.MULTILINE)
        missed = re.search(r"^  near-miss of Statements\.(\S+): ", body, re.MULTILINE)
        refuted = re.search(r"^  refuted by Near_misses\.(\S+); axioms: (.+)$", body, re.MULTILINE)
        if digest and proof:
            by_name[name] = Theorem(proof[1], proof[2], digest[1])
        if digest and missed and refuted and refuted[1] == f"{name}_false":
            by_name[name] = Theorem(missed[1], refuted[2], digest[1], near_miss=True)
    return by_name


def audit_theorem(asked: Asked, known: dict[str, Theorem]) -> str:
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
    theorem = known.get(asked.statement)
    if theorem is None or not theorem.near_miss or theorem.proof != asked.proof:
        return False
    return not beyond(theorem.axioms, asked.axioms)


def beyond(axioms: str, allowed: tuple[str, ...]) -> str:
    """What remains of the axioms in Coq's answer without those allowed, each word for word."""
    if axioms == CLOSED:
        return ""
    rest = axioms
    for axiom in allowed:
        rest = rest.replace(f" {axiom}", "", 1)
    return rest.removeprefix("Axioms:")


def kernel_answer(
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
        wrong = [fault for fault in (audit_theorem(one, known) for one in asked) if fault]
        if wrong:
            return false("; ".join(wrong), len(asked))
        digests = (f"{one.statement} {known[one.statement].digest[:16]}" for one in asked)
        return true(len(asked), note=f"statements by sha256: {', '.join(digests)}")

    name = f"{PREFIX}{', '.join(names)}"
    return Evidence(name, Method.KERNEL, covers, kernel_checked, decides, command=AGAIN)


def contradicted(observations: Iterable[Observation], answer: Answer) -> str:
    """How what was said of kernel evidence on the claim contradicts the audit itself, or ''.

    ``observations`` come from a process that has run a package's code; ``answer`` from the audit.
    """
    for entry in observations:
        if entry.method != Method.KERNEL or entry.subject != "claim":
            continue
        known = answer if isinstance(answer, dict) else {}
        names = entry.evidence.removeprefix(PREFIX).split(", ")
        proved = not any(audit_theorem(Asked(one, one, REALS), known) for one in names)
        excused = isinstance(answer, Undecided)
        if (entry.status == Status.TRUE and not proved) or (
            entry.status == Status.UNKNOWN and not excused
        ):
            return f"{entry.evidence}: said to be {entry.status}, but not by the audit"
    return ""


def near_miss(evidence: Evidence, own: Asked, word: str, kind: Kind) -> Mutant:
    """The mutant that takes the proof of ``own`` for one of its near-miss topic.name__word.

    ``kind`` is what the near-miss changes in the statement.
    """
    missed = replace(own, statement=f"{own.statement}__{word}")
    return Mutant(f"Near_misses.{missed.statement}", kind, lambda subject: missed, (evidence.name,))
