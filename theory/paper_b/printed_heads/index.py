"""The printed Index head (paper B, F.2.1): for which θ it attends and decodes as it should, and a
head that is right at every position (B-thm31-index, B-irr, B-gap-index).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import arc_cells, away, chebyshev
from theory.mathematics.constructed import (
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_target,
)
from theory.mathematics.solvers import Posed, prove
from theory.mathematics.tasks import split_numbers, step_back
from theory.witnesses import witness


@dataclass(frozen=True)
class Mended:
    """Letter keys v, integer keys r·ρ(-σ)v with r = ``scale`` of the largest cos dθ, d ≤ 5."""

    scale: Callable[[Fraction], Fraction] = lambda top: (1 + top) / 2
    alpha: int = 2
    shift: int = 0
    sign: int = 1
    bare: bool = False
    order: Callable[[Any, Any, Any], Any] = lambda x, r, one: (x < r, r < one)


def mended_logits(subject: Mended, tokens: tuple[Any, ...], cos: list[Fraction]) -> list[Fraction]:
    """Logits by offset, in Fractions: cos((t-s)θ) of letters, r·cos((t-s+σ)θ) of the integer σ."""
    s = index_target(tokens) + subject.shift
    r = subject.scale(max(cos[1:6])) if not subject.bare else Fraction(1)
    logits = []
    for t, token in enumerate(reversed(tokens)):
        own = token if isinstance(token, int) and not subject.bare else 0
        value = cos[abs(t - subject.sign * s + own)]
        logits.append(value if isinstance(token, str) else r * value)
    return logits


INDEX = FormalClaim(
    id="B-thm31-index",
    place="Theorem 3.1, Index",
    statement="For every n0 > 1 there is a transformer with one two-dimensional RoPE head, angle "
    "θ, that equals Index on every input of length ≤ n0 that is valid for the multi-hop number "
    "task (letters, then integers). It does so on every sequence of letters and integers of length "
    "≤ n0, at every position, numbers that point before the start left alone. Hard attention; by "
    "B-lemF1 softmax with a large enough β.",
    subject=Mended,
    quantifiers={
        "n0": "every n0 > 1, every alphabet and m",
        "n0 ≤ 4": "1 ≤ n ≤ 4, two letters, m = 4",
    },
    parts={"order": Kind.RELATION, "shift": Kind.INDEX, "bare": Kind.HYPOTHESIS},
    not_covered="With the printed keys the theorem holds at every position whose number points "
    "inside, so at the last one for n > m: exactly for the θ of B-irr-fix.",
    rests_on=("B-irr-fix", "B-lemF1"),
)


@INDEX.exhaustive(
    "every input to n = 4",
    "all 1554 inputs, m = 4 ≥ n, at each of two θ with rational cosines, decoded in Fractions",
    "n0 ≤ 4",
)
def inputs_to_four(subject: Mended) -> Outcome:
    """All sequences up to n = 4 over two letters and the integers 1 … 4, at cos θ = 4/5, -3/5."""
    cases = 0
    for c in (Fraction(4, 5), Fraction(-3, 5)):
        cos = chebyshev(c, 12)
        for n in range(1, 5):
            for tokens in index_inputs(n, 2, 4):
                cases += 1
                logits = mended_logits(subject, tokens, cos)
                best = [t for t, value in enumerate(logits) if value == max(logits)]
                y = index_output(tokens, hard(best, n), subject.alpha)
                if gap(y, index_answer(tokens)) <= 0:
                    return false(f"cos θ = {c}, {tokens}: {y}", cases)
    return true(cases, note="every position: prefixes of sequences are sequences")


@INDEX.written(
    "the right key wins",
    "every n0: letter keys v, integer keys r·ρ(-σ)v with max cos dθ < r < 1",
    "n0",
)
def margins(subject: Mended) -> Outcome:
    """z3: with x < r < 1 for letters elsewhere and y ≤ 1 for integers, the right key wins."""

    def statement(x: Any, y: Any, r: Any) -> Posed:
        hypotheses = (*subject.order(x, r, 1), r > 0, y <= 1)
        target, letter, integer, own = 1, x, r * y, r
        right = (target > letter, target > integer, own > letter, own >= integer)
        return hypotheses, (*right, subject.alpha - 1 > 0)

    return prove(statement, "x y r")


INDEX.coq(
    "feasibility.B_thm31_index",
    "feasibility.B_thm31_index_head",
    "feasibility.B_thm31_index_angles",
    decides=("n0", "n0 ≤ 4"),
    axioms=REALS,
    near_misses={"feasibility.B_thm31_index_angles__lengths_alone": Kind.DATA},
)

INDEX.mutant(
    "r = 2", Kind.RELATION, scale=lambda top: Fraction(2), order=lambda x, r, one: (x < r,)
)
INDEX.mutant("α = 1", Kind.CONSTANT, alpha=1)
INDEX.mutant("one step further", Kind.INDEX, inputs_to_four, shift=1)
INDEX.mutant("ρ(θ)^σ in the query", Kind.SIGN, inputs_to_four, sign=-1)
INDEX.mutant("the printed keys, outside too", Kind.HYPOTHESIS, inputs_to_four, bare=True)
INDEX.mutant(
    "r below the other cosines",
    Kind.RELATION,
    scale=lambda top: top / 2,
    order=lambda x, r, one: (r < one,),
)


def rivals_cover(data: dict[str, Any]) -> Outcome:
    """At every θ a listed number-task input has a letter with a logit at least the own key's."""
    pairs, lines = [], []
    for item in data["inputs"]:
        tokens = tuple(int(x) if x.isdigit() else x for x in item["tokens"])
        s, t = index_target(tokens[: item["place"]]), item["place"] - item["rival"]
        before = tokens[: item["place"] - 1]
        number = [x for x in tokens if isinstance(x, int)]
        if not (s >= item["place"] and 1 <= t < item["place"] and set(before) == {"a"}):
            return false(f"{item}: the number does not point outside past letters a")
        if len(tokens) <= data["m"] or max(number) > data["m"]:
            return false(f"{item}: not a valid input for m = {data['m']}")
        if split_numbers(tokens) is None or step_back(tokens, len(tokens)) is None:
            return false(f"{item}: no number-task input")
        pairs.append((s, abs(t - s)))
        lines.append(
            f"{' '.join(item['tokens'])}, position {item['place']}: the integer {s} points "
            f"before the start, so Index keeps it; its own key has cos {s}θ, the letter at "
            f"position {item['rival']} has cos {abs(t - s)}θ"
        )
    angles = arc_cells(2 * data["m"])
    for u in angles:
        if all(away(s * u) < away(d * u) for s, d in pairs):
            return false(f"θ = {u}·2π: the own key wins in every input")
    wins = " or ".join(f"cos {d}θ ≥ cos {s}θ" for s, d in pairs)
    lines.append(f"{wins} at each of {len(angles)} angles that stand for all real θ")
    summary = f"m = {data['m']}: at every θ a letter is attended, (s, |t-s|) {pairs}"
    return true(len(pairs), summary, working=tuple(lines))


HEAD = witness.RefutedClaim(
    rivals_cover,
    id="B-thm31-index-head",
    paper="B",
    place="Theorem 3.1, Index, read of the printed head at every position",
    statement="For every n0 > 1 the printed head, at some angle θ, equals Index at every position "
    "of every input of length n ≤ n0, n > m, that is valid for the multi-hop number task (letters, "
    "then integers).",
    provenance="reading",
    parts={"inputs": Kind.QUANTIFIER, "rival": Kind.INDEX, "tokens": Kind.HYPOTHESIS},
    not_covered="For m = 1 no number of a later position points outside. For m = 2, 3 (n0 = 3, 4) "
    "θ slightly above 2π/3 is right everywhere. For small θ the input (a, 2, 2) fails at its "
    "second position (m = 2, n0 = 3). The last position, which is all that the task asks for: "
    "there the head is right (B-thm31-index).",
    repairs=("B-thm31-index",),
)

HEAD.edited("one input", Kind.QUANTIFIER, lambda w: w["inputs"].pop())
HEAD.edited("another rival", Kind.INDEX, lambda w: w["inputs"][1].update(rival=1))
HEAD.edited(
    "pointing inside",
    Kind.HYPOTHESIS,
    lambda w: w["inputs"][0].update(tokens=["a", "1", "2", "1", "1"]),
)
HEAD.edited(
    "a letter after the integers",
    Kind.HYPOTHESIS,
    lambda w: w["inputs"][0].update(tokens=["a", "2", "a", "a", "a"]),
)
HEAD.edited("m = 5", Kind.CONSTANT, lambda w: w.update(m=5))
HEAD.edited(
    "an integer before",
    Kind.HYPOTHESIS,
    lambda w: w["inputs"][1].update(tokens=["a", "1", "1", "4", "2"]),
)
