"""Does iterating Retrieval solve the letter task? (B-let-comp; repaired in ``letter_hops``.)"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome
from theory.mathematics.tasks import Pair, Pairs, fitting, has_letter, proper_at, retrieval
from theory.paper_b.hop_tasks.letter_task import answers_as_written, fits_as_written, letter_words
from theory.witnesses import task_witness
from theory.witnesses.witness import RefutedClaim, shown


def lookups(tokens: Pairs) -> Iterator[Pairs]:
    """Every Retrieval(σ) there could be: an undefined position is kept, blank or any fit."""
    options: list[list[Pair | None]] = []
    for j, token in enumerate(tokens, start=1):
        fits: list[Pair | None] = list(fitting(tokens, j, j)) if has_letter(token) else [token]
        options.append(fits if len(fits) == 1 else [*{token: 0, None: 0} | dict.fromkeys(fits)])
    return product(*options)


def no_composition(data: dict[str, Any]) -> Outcome:
    """Retrieval undefined at the query; elsewhere, and the answer never reached if kept."""
    parts = [answers_as_written(part) for part in data.values()]
    parts += [(len(p["answers"]) == 1, f"{name}: not one answer", "") for name, p in data.items()]
    undefined, elsewhere = (task_witness.pairs_of(data[name]) for name in ("undefined", "kept"))
    through = [elsewhere]
    while retrieval(through[-1]) != through[-1]:
        through.append(retrieval(through[-1]))
    through.append(through[-1])
    shown_last = [word for state in through for word in letter_words([state[-1] or ("", "")])]
    parts += [
        (data["undefined"]["position"] == len(undefined), "undefined: not at the query", ""),
        fits_as_written(data["undefined"], undefined),
        fits_as_written(data["kept"], elsewhere),
        (proper_at(elsewhere, len(elsewhere)), "kept: undefined at the query", ""),
        (
            data["kept"]["last"] == shown_last,
            f"kept: {shown_last}",
            f"undefined positions kept, the last token goes {' → '.join(shown_last)}, and stays",
        ),
        (
            not set(shown_last) & set(data["kept"]["answers"]),
            "kept: the answer is reached",
            f"the answer {data['kept']['answers'][0]} is not among them",
        ),
    ]
    return shown(parts, "; ".join(" ".join(part["tokens"]) for part in data.values()))


LET_COMP = RefutedClaim(
    no_composition,
    id="B-let-comp",
    place="composition for the letter task",
    statement="For letter-task inputs with at most h hops and any ℓ ≥ h: f_LET(σ) = "
    "[Reflexive^(ℓ-h)(Retrieval^h(σ))]_n.",
    parts={"undefined.tokens": Kind.HYPOTHESIS},
    not_covered="Inputs on which f_LET is not one answer (B-let-def) are no counterexamples here. "
    "Let exactly one token at or before each position of the walk fit there, as nowhere in the "
    "first witness. Then the formula is true with 'proper' as F.2.2 reads it. It is true on every "
    "such letter-task input with nothing held where Retrieval is not defined (B-let-comp-fix).",
    repairs=("B-let-comp-fix",),
)

LET_COMP.coq(
    "letter_composition.B_let_comp",
    near_misses={"letter_composition.B_let_comp__no_bound_letter": Kind.INDEX},
)

LET_COMP.edited(
    "a query that fits one token",
    Kind.HYPOTHESIS,
    lambda w: w["undefined"].update(tokens=["A1", "BA"], fits=["A1"]),
)
LET_COMP.edited("one application", Kind.TERM, lambda w: w["kept"].update(last=["DB", "BA"]))
LET_COMP.edited(
    "a hop to a later pair",
    Kind.CONSTANT,
    lambda w: w["kept"].update(tokens=["A1", "BC", "CA", "DB"], fits=[], position=2),
)
LET_COMP.edited(
    "the first token's position", Kind.CONSTANT, lambda w: w["undefined"].update(position=1)
)
LET_COMP.edited(
    "no second token for the letter looked for",
    Kind.DATA,
    lambda w: w["kept"].update(tokens=["A1", "BA", "CC", "DB"]),
)
