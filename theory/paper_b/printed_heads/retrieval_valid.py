"""Theorem 3.1 on every input that is valid for the letter task, proper or not
(B-thm31-retr-valid)."""

from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome
from theory.mathematics.constructed import retrieval_phases
from theory.paper_b.hop_tasks.letter_task import answers_as_written, fits_as_written
from theory.witnesses import task_witness
from theory.witnesses.witness import RefutedClaim, shown


def undefined_at_the_query(data: dict[str, Any]) -> Outcome:
    """A valid input with one answer, on which two tokens fit the query; the printed head, at any
    0 < θ < π, attends to the nearest of them, which is not the answer."""
    tokens = task_witness.pairs_of(data)
    n = len(tokens)
    lower = [
        (str(a).lower(), b.lower() if isinstance(b, str) else b) for a, b in filter(None, tokens)
    ]
    still = retrieval_phases(lower, 26, Fraction(0))  # whole turns where the letter is
    matching = [t for t, turns in enumerate(still) if turns.denominator == 1]
    nearest = data["tokens"][n - 1 - matching[0]] if matching else ""
    parts = [
        answers_as_written(data),
        (len(data["answers"]) == 1, "not one answer", ""),
        (data["position"] == n, "not at the query", ""),
        fits_as_written(data, tokens),
        (
            data["nearest"] == nearest,
            f"the nearest token that fits is {nearest}",
            f"the printed head's logits at the tokens that fit are cos tθ, t in {matching}: for 0 "
            f"< θ < π the largest is {nearest}'s",
        ),
        (nearest not in data["answers"], "the nearest token that fits is the answer", ""),
    ]
    return shown(parts, f"{' '.join(data['tokens'])}: Retrieval is not defined at the query")


VALID = RefutedClaim(
    undefined_at_the_query,
    id="B-thm31-retr-valid",
    place="Theorem 3.1, Retrieval",
    statement="For every n0 > 1 there is a transformer with one two-dimensional RoPE head that "
    "equals Retrieval on every input valid for the multi-hop letter task of length ≤ n0 (as "
    "printed: valid, not proper).",
    parts={"tokens": Kind.HYPOTHESIS, "fits": Kind.DATA, "nearest": Kind.INDEX},
    not_covered="It is undefined there, so this is a matter of words: on proper inputs the theorem "
    "holds (B-thm31-retr), and its proof asks for no more than that one token fit the query.",
    repairs=("B-thm31-retr",),
)

VALID.edited(
    "a proper input",
    Kind.HYPOTHESIS,
    lambda w: w.update(tokens=["A1", "BA"], fits=["A1"], nearest="A1"),
)
VALID.edited("the token itself does not count", Kind.DATA, lambda w: w.update(fits=["A1"]))
VALID.edited("the first token's position", Kind.CONSTANT, lambda w: w.update(position=1))
VALID.edited("the farthest key", Kind.INDEX, lambda w: w.update(nearest="A1"))
VALID.edited(
    "an input without an answer",
    Kind.HYPOTHESIS,
    lambda w: w.update(tokens=["B1", "AA"], fits=["AA"]),
)
