"""A swap score of 1, or a high one, and what it does not tell of an input (A-score)."""

from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome
from theory.mathematics.placement import (
    Placement,
    exact_placement,
    is_positional,
    is_symbolic,
    swaps,
)
from theory.witnesses import witness

HIGH = Fraction(9, 10)
"""A score of 1 - γ at γ = 0.1, where the papers call it high."""


def score_parts(data: dict[str, Any]) -> Outcome:
    """Scores 1 without the behaviour; scores 1, and scores ≥ 0.9, without uniform attention."""
    E = exact_placement(data["characterises"]["weights"])
    rows = [
        witness.attention(exact_placement(part["weights"]), part["own"])
        for part in (data["uniform"], data["high"])
    ]
    parts = [*neither(E), *not_uniform(data["uniform"], rows[0]), *high(data["high"], rows[1])]
    shown = "; ".join(", ".join(witness.numerals(row)) for row in rows)
    return witness.shown(parts, f"N = {len(E)}: s_POS = s_SYM = 1, neither; attention {shown}")


def _worked(E: Placement) -> str:
    """The cosines of every swap."""
    return witness.cosines_worked(E, swaps(len(E)))


def neither(E: Placement) -> list[witness.Part]:
    """Both scores 1, and neither behaviour."""
    return [
        witness.positive(E),
        (
            witness.swap_cosines_are_one(E),
            "characterises: a score below 1",
            f"characterises: {_worked(E)}: both scores 1",
        ),
        (
            not is_positional(E),
            "characterises: positional",
            f"characterises: a column of {witness.matrix(E)} is not constant: not positional",
        ),
        (
            not is_symbolic(E),
            "characterises: symbolic",
            "characterises: a row is not constant: not symbolic",
        ),
    ]


def not_uniform(part: dict[str, Any], row: list[Fraction]) -> list[witness.Part]:
    """Both scores 1, and attention ``row`` that is not uniform."""
    F = exact_placement(part["weights"])
    return [
        witness.positive(F, part["own"]),
        (
            witness.swap_cosines_are_one(F),
            "uniform: a score below 1",
            f"uniform: {_worked(F)}: both scores 1",
        ),
        (part["attention"] == witness.numerals(row), "uniform: another attention row", ""),
        (
            len(set(row)) > 1,
            "uniform: attention is uniform",
            f"uniform: weights {witness.fractions(F.diagonal())} and the own key's {part['own']} "
            f"by their sum: {witness.fractions(row)}, not uniform",
        ),
    ]


def high(part: dict[str, Any], row: list[Fraction]) -> list[witness.Part]:
    """Both scores at least 0.9, and attention ``row`` not uniform on the other keys either."""
    G = exact_placement(part["weights"])
    squares = [cosine for move in swaps(len(G)) for cosine in witness.cosine_squares(G, move)]
    return [
        witness.positive(G, part["own"]),
        (part["attention"] == witness.numerals(row), "high: another attention row", ""),
        (part["level"] == str(HIGH), "high: another level", ""),
        (part["squared_cosines"] == witness.numerals(squares), "high: other cosines", ""),
        (
            all(c >= HIGH**2 for c in squares),
            "high: a score below 0.9",
            f"high: {_worked(G)}: both ≥ ({HIGH})²",
        ),
        (
            len(set(row[:-1])) > 1,
            "high: uniform on the other keys",
            f"high: attention {witness.fractions(row)}: not uniform, nor on the other keys",
        ),
    ]


SCORE = witness.RefutedClaim(
    score_parts,
    id="A-score",
    paper="A",
    place="§3.3",
    statement="On an input x, s_POS = 1 iff the head is positional on x and s_SYM = 1 iff it is "
    "symbolic on x; if both are high (= 1, or ≥ 0.9), attention is uniform.",
    provenance="reconstructed",
    parts={"high.level": Kind.HYPOTHESIS},
    not_covered="Thresholds other than 1 and 0.9 (A-score-high bounds them all). N = 1: no swap.",
    repairs=("A-score-fix", "A-score-all", "A-score-high"),
)

SCORE.coq(
    "score_one.A_score",
    near_misses={
        "score_one.A_score__one_block": Kind.HYPOTHESIS,
        "score_one.A_score__no_tokens": Kind.HYPOTHESIS,
    },
)

SCORE.edited(
    "a positional head",
    Kind.INDEX,
    lambda w: w["characterises"].update(weights=[["1", "2"], ["1", "2"]]),
)
SCORE.edited(
    "a constant head",
    Kind.CONSTANT,
    lambda w: w["characterises"].update(weights=[["2", "2"], ["2", "2"]]),
)
SCORE.edited(
    "entries not mirrored",
    Kind.CONSTANT,
    lambda w: w["characterises"].update(weights=[["1", "2"], ["3", "1"]]),
)
SCORE.edited(
    "own key like the others",
    Kind.CONSTANT,
    lambda w: w["uniform"].update(own="1", attention=["1/3", "1/3", "1/3"]),
)
SCORE.edited(
    "scores below 0.9",
    Kind.CONSTANT,
    lambda w: w["high"].update(
        weights=[["3", "1"], ["1", "1"]],
        attention=["3/5", "1/5", "1/5"],
        squared_cosines=["4/5", "4/5"],
    ),
)
SCORE.edited("another level", Kind.HYPOTHESIS, lambda w: w["high"].update(level="8/10"))
SCORE.edited("own key of no weight", Kind.TERM, lambda w: w["uniform"].update(own="0"))
