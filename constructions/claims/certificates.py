"""Claims that rest on certificates: the printed heads decode every input up to a length.

The certificate is recomputed from the construction's parameters and the file committed in
``constructions/certificates`` is checked by the standalone checker; mutants tamper with either.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from constructions import CERTIFICATES, check_certificate
from constructions.certificate.certificate import Printed, field_digest, head_fields
from theory.ledger import Claim, Kind, Mutant, Outcome, altered, false, true
from theory.ledger.writing import FormalClaim
from theory.mathematics.exact import exact
from theory.paper_b.printed_heads.retrieval import Range

certified, rounded_head = cache(Printed.certify), cache(Printed.head)
verified = cache(check_certificate.check)  # most mutants have the claim's own head and file


@dataclass(frozen=True)
class CertificateSubject:
    """A printed head, what is claimed of it, and how the committed file is changed (not at all).

    ``theta`` (turns) and ``beta`` are fractions in words; ``least`` is the margin claimed
    over the reals, ``run`` that in a run of the number format. ``inputs`` says which sequences
    are meant, in the certificate's words.
    """

    task: str
    letters: int
    integers: int
    theta: str
    beta: str
    number_format: str
    n0: int
    least: str
    run: str
    inputs: str
    tamper: Callable[[dict[str, Any]], dict[str, Any]] = field(default=lambda entry: entry)

    def printed(self) -> Printed:
        """The head."""
        theta, beta = exact(self.theta, "theta"), exact(self.beta, "beta")
        sizes = (self.letters, self.integers)
        return Printed(self.task, *sizes, theta, beta, self.number_format)

    def says(self, words: str) -> bool:
        """Whether a certificate's words are about the inputs that are meant."""
        return f" tokens, {self.inputs}. Answer: " in words


def recomputed(subject: CertificateSubject) -> Outcome:
    """A fresh certificate has both margins: balls over every input of at most n0 tokens."""
    made = certified(subject.printed(), subject.n0)
    nanos = exact(subject.least, "least") * 10**9, exact(subject.run, "run") * 10**9
    if made.exact < nanos[0] or made.run is None or made.run < nanos[1]:
        return false(made.fields["claim"])
    if not subject.says(made.fields["claim"]):
        return false("the certificate is about other inputs")
    return true(1, note=made.fields["claim"])


def checked(subject: CertificateSubject) -> Outcome:
    """The committed file is of this head, states these margins, and passes the checker."""
    file = next(CERTIFICATES.glob(f"{subject.task}-{subject.n0}.json"), None)
    if file is None:
        return false("no such certificate")
    entry = subject.tamper(json.loads(file.read_text(encoding="utf-8")))
    head = rounded_head(subject.printed())
    try:
        plain = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        claim = verified(plain)
    except check_certificate.Rejected as error:
        # The ledger takes the word NaN in a finding for a fault of the check itself.
        return false(f"rejected: {error}".replace("NaN", "not a number"))
    if entry["head"] != head_fields(head) or entry["n0"] != subject.n0:
        return false("not a certificate of this head")
    stated = (entry["exact"], entry["run"])
    if stated != (subject.least, subject.run):
        return false(f"the file states {stated}")
    if not subject.says(claim):
        return false("the certificate is about other inputs")
    return true(1, note=claim)


def field_changed(*path: str, to: object) -> Callable[[CertificateSubject], CertificateSubject]:
    """A mutant whose certificate has one field changed."""

    def tamper(entry: dict[str, Any]) -> dict[str, Any]:
        inside = entry
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = to
        return entry

    return lambda subject: replace(subject, tamper=tamper)


def weights_swapped(subject: CertificateSubject) -> CertificateSubject:
    """Another head's weights, with their own hash."""

    def tamper(entry: dict[str, Any]) -> dict[str, Any]:
        entry["head"]["queries"].reverse()
        return entry | {"weights_sha256": field_digest(entry["head"])}

    return replace(subject, tamper=tamper)


BOTH, FILE, FRESH = ("recomputed", "file checked"), ("file checked",), ("recomputed",)


def _mutants(wrong: str, beyond: int) -> tuple[Mutant, ...]:
    """Tightened, tampered, renamed, too long, too cold."""
    return (
        altered("margin raised", Kind.CONSTANT, *BOTH, least=wrong),
        altered("margin of a run raised", Kind.CONSTANT, *BOTH, run=wrong),
        altered("beyond its length", Kind.QUANTIFIER, *BOTH, n0=beyond),
        altered("every sequence", Kind.HYPOTHESIS, *BOTH, inputs="whatever they are"),
        altered("β = 4", Kind.HYPOTHESIS, *BOTH, beta="4"),
        Mutant("claim text", Kind.DATA, field_changed("claim", to="always right"), FILE),
        Mutant("margin NaN", Kind.DATA, field_changed("exact", to="NaN"), FILE),
        Mutant("a false fraction", Kind.DATA, field_changed("exact", to="9/7"), FILE),
        Mutant("hash", Kind.DATA, field_changed("weights_sha256", to="0" * 64), FILE),
        Mutant("weights swapped, fresh hash", Kind.DATA, weights_swapped, FILE),
    )


def _outside(subject: CertificateSubject) -> str:
    """In brackets, that Retrieval's θ is above the printed range, θ < ω/(2 n0), ω = 1/letters turns
    (it is inside B-thm31-retr's); or ''."""
    theta, printed = exact(subject.theta, "theta"), 2 * subject.n0 * subject.letters
    if subject.task != "retrieval" or theta * printed < 1:
        return ""
    if not Range().works(subject.n0, subject.letters, theta):
        raise ValueError(f"theta: {theta} turns are outside B-thm31-retr's range")
    return " (above the printed range, within B-thm31-retr's)"


def _claim(subject: CertificateSubject, ident: str, place: str, wrong: str, beyond: int) -> Claim:
    """The claim that a printed head decodes every input up to a length."""
    index = subject.task == "index"
    words = f"of F.1, {subject.inputs}" if index else subject.inputs
    size = f"at most {subject.n0} tokens"
    which = (
        f"On every input of {size} {words}"
        if index
        else f"Take a sequence {words}. If it has {size}"
    )
    every = (
        f"every input of 1 … {subject.n0} tokens {words}"
        if index
        else f"every sequence of 1 … {subject.n0} tokens that the claim describes"
    )
    formal = FormalClaim(
        id=ident,
        paper="suite",
        place=place,
        statement=f"Take the printed head with {subject.letters} letters, {subject.integers} "
        f"integers, θ = {subject.theta} turns{_outside(subject)}, β = {subject.beta}, weights "
        f"rounded to {subject.number_format}. {which}, the answer's output leads every other by "
        f"{subject.least} or more with softmax over the reals. It leads by {subject.run} or "
        f"more in every run that obeys the error model of constructions/certificate/run_error.py.",
        subject=lambda: subject,
        quantifiers={"inputs": every},
        parts={
            "n0": Kind.QUANTIFIER,
            "inputs": Kind.HYPOTHESIS,
            "beta": Kind.HYPOTHESIS,
            "tamper": Kind.DATA,
        },
        not_covered="other θ, β, alphabets and formats; that a given machine obeys the error model",
    )
    sums = "the least sum of one term a position, every case, in balls (python-flint)"
    formal.enclosed("recomputed", sums, "inputs")(recomputed)
    file = "the committed certificate, by the standalone checker's own intervals"
    formal.enclosed("file checked", file, "inputs")(checked)
    formal.mutants(*_mutants(wrong, beyond))
    return formal.claim


INDEX = CertificateSubject(
    "index",
    120,
    16,
    "1/256",
    "32768",
    "float32",
    256,
    "0.999793025",
    "0.999694983",
    "unless it ends with a number s and has no more than s tokens",
)
RETRIEVAL = CertificateSubject(
    "retrieval",
    3,
    3,
    "1/100",
    "1024",
    "float32",
    17,
    "0.765406959",
    "0.765170491",
    "that ends with a number, or with a letter x such that the tokens beginning with x are at "
    "least one and all the same, and no token before the first of them ends with x",
)

CLAIMS: tuple[Claim, ...] = (
    _claim(INDEX, "C-cert-index", "F.2, Index, as float32 weights", "0.999793035", 700),
    _claim(RETRIEVAL, "C-cert-retr", "F.2, Retrieval, as float32 weights", "0.765406969", 30),
)
