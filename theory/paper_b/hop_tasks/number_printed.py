"""The number task's composition with f_NUM by B.1's printed formulas (B-num-comp-printed)."""

from typing import Any

from theory.ledger import Kind, Outcome, false
from theory.mathematics.tasks import PRINTED, index, points_outside, power, split_numbers
from theory.witnesses import task_witness
from theory.witnesses.witness import RefutedClaim, shown


def printed_differs(data: dict[str, Any]) -> Outcome:
    """(1)–(3) leave one path and one letter; as many applications of Index give another."""
    tokens = task_witness.numbers_of(data)
    letters, steps = split_numbers(tokens) or (0, ())
    solutions = PRINTED.solutions(letters, steps)
    if len(solutions) != 1 or not 1 <= solutions[0][1] <= letters:
        return false(f"(1)–(3) give {solutions}: not one letter")
    [(path, place)] = solutions
    after = power(index, len(path), tokens)
    inside = not any(points_outside(tokens, j + 1) for j in range(len(tokens)))
    parts = [
        (data["hops"] == len(path), f"{len(path)} hops", ""),
        (
            data["printed"] == tokens[place - 1],
            f"printed: {tokens[place - 1]}",
            f"n1 = {letters} letters, n2 = {len(steps)}, j = {steps}: (1)–(3) leave the path "
            f"k = {path}; n2 - j_k + 1 = {place}, so B.1 answers s_{place} = {tokens[place - 1]}",
        ),
        (inside, "a pointer outside", ""),
        (
            data["applied"] == after[-1],
            f"Index gives {after[-1]}",
            f"Index applied {len(path)} time(s): {' '.join(map(str, after))}; at n: {after[-1]}",
        ),
        (
            data["printed"] != data["applied"],
            "the same letter",
            f"{data['printed']} ≠ {data['applied']}",
        ),
        (index(after)[-1] == after[-1], "more applications go on", ""),
    ]
    return shown(parts, f"{' '.join(data['tokens'])}: {data['printed']} by B.1, not {after[-1]}")


NUM_COMP_PRINTED = RefutedClaim(
    printed_differs,
    id="B-num-comp-printed",
    place="composition for the number task, read of B.1's printed formulas",
    statement="For number-task inputs with at most h hops and any ℓ ≥ h: f_NUM(σ) = "
    "[Reflexive^(ℓ-h)(Index^h(σ))]_n, with f_NUM and its hops by the printed (1)–(3) and the "
    "printed answer s_{n2 - j_{k_H} + 1}.",
    provenance="reading",
    parts={"tokens": Kind.DATA, "printed": Kind.INDEX, "applied": Kind.TERM},
    not_covered="f_NUM read as 'follow the hops', the words after the formulas: there it holds.",
    repairs=("B-num-comp",),
)

NUM_COMP_PRINTED.edited("one letter", Kind.DATA, lambda w: w.update(tokens=["A", "1"], applied="A"))
NUM_COMP_PRINTED.edited(
    "the answer's index n1 - j + 1", Kind.INDEX, lambda w: w.update(printed="B")
)
NUM_COMP_PRINTED.edited("one hop more", Kind.CONSTANT, lambda w: w.update(hops=2))
NUM_COMP_PRINTED.edited(
    "an input that (2) shuts out",
    Kind.DATA,
    lambda w: w.update(tokens=["A", "1", "2"], applied="A"),
)
NUM_COMP_PRINTED.edited("no application", Kind.TERM, lambda w: w.update(applied="1"))
