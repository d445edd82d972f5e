"""Does iterating Retrieval solve the letter task? (B-let-comp; repaired in ``letter_hops``.)"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from theory import task_witness, witness
from theory.ledger import Claim, Kind, Outcome, Verdict
from theory.letter_task import answers_as_written, fits_as_written, words
from theory.tasks import Pair, Pairs, fitting, has_letter, proper, retrieval
from theory.witness import mutant, shown


def lookups(tokens: Pairs) -> Iterator[Pairs]:
    """Every Retrieval(σ) there could be: an undefined position is kept, blank or any fit."""
    options: list[list[Pair | None]] = []
    for j, token in enumerate(tokens, start=1):
        found: list[Pair | None] = list(fitting(tokens, j, j)) if has_letter(token) else [token]
        options.append(found if len(found) == 1 else [*{token: 0, None: 0} | dict.fromkeys(found)])
    return product(*options)


def reached_from(tokens: Pairs) -> set[Pairs]:
    """Every sequence that some number of such applications can lead to."""
    seen, waiting = {tokens}, [tokens]
    while waiting:
        for state in lookups(waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return seen


def no_composition(data: dict[str, Any]) -> Outcome:
    """Retrieval undefined; the answer never reached; a proper input that ends elsewhere."""
    parts = [answers_as_written(part) for part in data.values()]
    parts += [(len(p["answers"]) == 1, f"{name}: not one answer") for name, p in data.items()]
    undefined, forward, strict = (task_witness.pairs_of(part) for part in data.values())
    last = {token for state in reached_from(forward) for token in words([state[-1] or ("", "")])}
    through = [strict]
    while retrieval(through[-1]) != through[-1]:
        through.append(retrieval(through[-1]))
    through.append(through[-1])
    shown_last = [word for state in through for word in words([state[-1] or ("", "")])]
    parts += [
        fits_as_written(data["undefined"], undefined),
        (not last & set(data["forward"]["answers"]), "forward: the answer is reached"),
        (all(map(proper, through)), "proper: not proper"),
        (data["proper"]["last"] == shown_last, f"proper: {shown_last}"),
        (not set(shown_last) & set(data["proper"]["answers"]), "proper: the answer is reached"),
    ]
    return shown(parts, "; ".join(" ".join(part["tokens"]) for part in data.values()))


LET_COMP = Claim(
    id="B-let-comp",
    paper="B",
    place="composition for the letter task",
    statement="For letter-task inputs with at most h hops and any ℓ ≥ h: f_LET(σ) = "
    "[Reflexive^(ℓ-h)(Retrieval^h(σ))]_n.",
    expected=Verdict.REFUTED,
    subject=lambda: witness.witness("B-let-comp"),
    evidence=witness.evidence("B-let-comp", no_composition),
    parts={"undefined.tokens": Kind.HYPOTHESIS},
    mutants=(
        mutant(
            "a query that fits one token",
            Kind.HYPOTHESIS,
            lambda w: w["undefined"].update(tokens=["A1", "BA"], fits=["A1"]),
        ),
        mutant(
            "hops backward",
            Kind.INDEX,
            lambda w: w["forward"].update(tokens=["A1", "CA", "BC", "DB"]),
        ),
        mutant("one application", Kind.TERM, lambda w: w["proper"].update(last=["AC", "CB"])),
        mutant(
            "the first token's place", Kind.CONSTANT, lambda w: w["undefined"].update(position=1)
        ),
        mutant(
            "no token that fits itself",
            Kind.DATA,
            lambda w: w["proper"].update(tokens=["A1", "BA", "CB", "BA", "AC"]),
        ),
    ),
    not_covered="Inputs on which f_LET is not one answer (B-let-def) are no counterexamples here. "
    "With hops to earlier tokens, and nothing where Retrieval is not defined, it is true.",
    repair="B-let-comp-fix",
)

CLAIMS: tuple[Claim, ...] = (LET_COMP,)
