"""The printed Index head (paper B, F.2.1): for which θ it attends and decodes as it should, and a
head that is right at every position (B-thm31-index, B-irr, B-gap-index).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theory.ledger import (
    Claim,
    Evidence,
    Kind,
    Method,
    Outcome,
    Verdict,
    altered,
    false,
    true,
)
from theory.mathematics.arcs import away, cells, chebyshev, maximisers, unit_steps
from theory.mathematics.constructed import (
    gap,
    hard,
    index_answer,
    index_inputs,
    index_output,
    index_phases,
    index_target,
)
from theory.mathematics.solvers import prove
from theory.mathematics.tasks import split_numbers, step_back
from theory.witnesses import witness

ANGLES = {"θ": "every real θ", "n0": "every n0 ≥ 2", "n0 ≤ 8": "2 ≤ n0 ≤ 8, every real θ"}


def tied(n0: int, u: Fraction) -> bool:
    """θ = 2πk/t for some 1 ≤ t ≤ n0 - 1 and integer k."""
    return any((t * u).denominator == 1 for t in range(1, n0))


def ties(n0: int, full: int = 1) -> frozenset[Fraction]:
    """These θ, in turns from 0 to 1; for ``full`` = 2 the multiples of π/t."""
    return frozenset(Fraction(k, full * t) for t in range(1, n0) for k in range(full * t + 1))


@dataclass(frozen=True)
class Unique:
    """All inputs of length ≤ n0 with a target in ``targets(n)`` have one maximum iff θ is none of
    the ``bad(n0)``, in turns from 0 to 1."""

    bad: Callable[[int], frozenset[Fraction]] = ties
    targets: Callable[[int], range] = range
    one: Callable[[Any], Any] = lambda w: (w - 1) ** 2 / w


def every_angle(claim: Unique) -> Outcome:
    """Both directions at 2 ≤ n0 ≤ 8 for every real θ (one point of each cell, and its ends)."""
    cases = 0
    for n0 in range(2, 9):
        bad = claim.bad(n0)
        for u in cells(2 * n0, 1, tuple(sorted(bad))):
            cases += 1
            alone = all(
                len(maximisers(index_phases(n, s, u))) == 1
                for n in range(1, n0 + 1)
                for s in claim.targets(n)
            )
            if alone == (u in bad):
                return false(f"n0 = {n0}, θ = {u}·2π: unique maxima: {alone}", cases)
    return true(cases, note="every real θ at 2 ≤ n0 ≤ 8")


def where_one(claim: Unique) -> Outcome:
    """cos tθ = 1 iff e^{itθ} = 1, by Chebyshev's recursion."""
    return unit_steps(claim.one)


def pi_ties(data: dict[str, Any]) -> Outcome:
    """θ = (p/q)π ≠ 0 is irrational, and two offsets share the largest logit."""
    u = Fraction(data["theta_over_pi"]) / 2
    n, target, other = data["n"], data["target"], data["other"]
    phases = index_phases(n, target, u)
    parts = [
        (u != 0, "θ = 0 is rational", f"θ = {2 * u}·π ≠ 0 is irrational, as π is"),
        (n > 1 and 0 <= target < n and 0 <= other < n, "an offset out of range", ""),
        (other != target, "one offset, not two", ""),
        (
            {target, other} <= set(maximisers(phases)),
            "no tie",
            f"(t - {target})θ at t = 0 … {n - 1} places back, in turns of 2π: "
            f"{witness.listed(phases)}; cos is 1 at whole turns, so at t = {target} and at t = "
            f"{other}: the largest logit stands twice, and Δ = 0",
        ),
    ]
    return witness.shown(parts, f"θ = {data['theta_over_pi']}π: offsets {target} and {other} tie")


IRR = Claim(
    id="B-irr",
    paper="B",
    place="F.2.1",
    statement="If θ is irrational, then every input of every length n > 1 has discrepancy > 0.",
    expected=Verdict.REFUTED,
    subject=lambda: witness.witness("B-irr"),
    evidence=witness.evidence("B-irr", pi_ties),
    parts={"n": Kind.INDEX, "other": Kind.DATA},
    mutants=(
        witness.mutant("θ = π/2", Kind.CONSTANT, lambda w: w.update(theta_over_pi="1/2")),
        witness.mutant("n = 2", Kind.INDEX, lambda w: w.update(n=2)),
        witness.mutant("θ = 0", Kind.TERM, lambda w: w.update(theta_over_pi="0")),
        witness.mutant("one offset", Kind.DATA, lambda w: w.update(other=0)),
    ),
    not_covered="θ = 2π ties already at n = 2, but is the head without positions; nor is the "
    "hypothesis needed: every non-zero rational θ works.",
    repair="B-irr-fix",
)

IRR_FIX = Claim(
    id="B-irr-fix",
    paper="B",
    place="F.2.1, repaired",
    statement="For every n0 ≥ 2 and real θ: all inputs of length ≤ n0 whose number points inside "
    "(letters point to themselves) have a unique largest logit iff θ ∉ {2πk/t : 1 ≤ t ≤ n0 - 1, "
    "k ∈ Z}. So every non-zero rational θ works for every n0, and θ works for every n0 iff θ/π is "
    "irrational.",
    expected=Verdict.PROVED,
    provenance="repair",
    subject=Unique,
    quantifiers=ANGLES,
    evidence=(
        Evidence(
            "every angle to n0 = 8",
            Method.EXHAUSTIVE,
            "both directions, every real θ: cells of the circle, in Fractions",
            every_angle,
            frozenset({"n0 ≤ 8"}),
        ),
        Evidence(
            "where the cosine is 1",
            Method.WRITTEN,
            "every n0 and θ: T_t = 1 iff zᵗ = 1 (induction and identity checked)",
            where_one,
            frozenset({"θ", "n0"}),
            proof="proofs.md#b-irr-fix",
        ),
    ),
    parts={"bad": Kind.QUANTIFIER, "targets": Kind.HYPOTHESIS},
    mutants=(
        altered("t ≤ n0", Kind.QUANTIFIER, "every angle to n0 = 8", bad=lambda n0: ties(n0 + 1)),
        altered(
            "θ = πk/t",
            Kind.QUANTIFIER,
            "every angle to n0 = 8",
            "where the cosine is 1",
            bad=lambda n0: ties(n0, 2),
            one=lambda w: (w * w - 1) ** 2 / w**2,
        ),
        altered(
            "one more angle, 2π/1000",
            Kind.QUANTIFIER,
            "every angle to n0 = 8",
            bad=lambda n0: ties(n0) | {Fraction(1, 1000)},
        ),
        altered("k = 0 only", Kind.QUANTIFIER, "every angle to n0 = 8", bad=lambda n0: ties(2)),
        altered(
            "numbers outside too",
            Kind.HYPOTHESIS,
            "every angle to n0 = 8",
            targets=lambda n: range(n + 2),
        ),
        altered(
            "tie at w = -1", Kind.SIGN, "where the cosine is 1", one=lambda w: (w + 1) ** 2 / w
        ),
        altered(
            "tie at w = 2", Kind.CONSTANT, "where the cosine is 1", one=lambda w: (w - 2) ** 2 / w
        ),
    ),
    not_covered="Numbers that point before the start: those maxima are below 1 and may tie "
    "elsewhere. 'Irrational' matters for θ/π, not for θ.",
)


@dataclass(frozen=True)
class Mended:
    """Letter keys v, integer keys r·ρ(-σ)v with r = ``scale`` of the largest cos dθ, d ≤ 5."""

    scale: Callable[[Fraction], Fraction] = lambda top: (1 + top) / 2
    alpha: int = 2
    shift: int = 0
    sign: int = 1
    bare: bool = False
    order: Callable[[Any, Any, Any], Any] = lambda x, r, one: (x < r, r < one)


def mended_logits(claim: Mended, tokens: tuple[Any, ...], cos: list[Fraction]) -> list[Fraction]:
    """Logits by offset, in Fractions: cos((t-s)θ) of letters, r·cos((t-s+σ)θ) of the integer σ."""
    s = index_target(tokens) + claim.shift
    r = claim.scale(max(cos[1:6])) if not claim.bare else Fraction(1)
    found = []
    for t, token in enumerate(reversed(tokens)):
        own = token if isinstance(token, int) and not claim.bare else 0
        value = cos[abs(t - claim.sign * s + own)]
        found.append(value if isinstance(token, str) else r * value)
    return found


def every_input(claim: Mended) -> Outcome:
    """All sequences up to n = 4 over two letters and the integers 1 … 4, at cos θ = 4/5, -3/5."""
    cases = 0
    for c in (Fraction(4, 5), Fraction(-3, 5)):
        cos = chebyshev(c, 12)
        for n in range(1, 5):
            for tokens in index_inputs(n, 2, 4):
                cases += 1
                logits = mended_logits(claim, tokens, cos)
                best = [t for t, value in enumerate(logits) if value == max(logits)]
                y = index_output(tokens, hard(best, n), claim.alpha)
                if gap(y, index_answer(tokens)) <= 0:
                    return false(f"cos θ = {c}, {tokens}: {y}", cases)
    return true(cases, note="every position: prefixes of sequences are sequences")


def margins(claim: Mended) -> Outcome:
    """z3: with x < r < 1 for letters elsewhere and y ≤ 1 for integers, the right key wins."""

    def statement(x: Any, y: Any, r: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        hypotheses = (*claim.order(x, r, 1), r > 0, y <= 1)
        target, letter, integer, own = 1, x, r * y, r
        right = (target > letter, target > integer, own > letter, own >= integer)
        return hypotheses, (*right, claim.alpha - 1 > 0)

    return prove(statement, "x y r")


INDEX = Claim(
    id="B-thm31-index",
    paper="B",
    place="Theorem 3.1, Index",
    statement="For every n0 > 1 there is a transformer with one two-dimensional RoPE head, angle "
    "θ, that equals Index on every input of length ≤ n0 that is valid for the multi-hop number "
    "task (letters, then integers); proved of every sequence of letters and integers, at every "
    "position, numbers that point before the start left alone. Hard attention; by B-lemF1 softmax "
    "with a large enough β.",
    expected=Verdict.PROVED,
    subject=Mended,
    quantifiers={
        "n0": "every n0 > 1, every alphabet and m",
        "n0 ≤ 4": "1 ≤ n ≤ 4, two letters, m = 4",
    },
    evidence=(
        Evidence(
            "every input to n = 4",
            Method.EXHAUSTIVE,
            "all 3108 inputs, m = 4 ≥ n, at two θ with rational cosines, decoded in Fractions",
            every_input,
            frozenset({"n0 ≤ 4"}),
        ),
        Evidence(
            "the right key wins",
            Method.WRITTEN,
            "every n0: letter keys v, integer keys r·ρ(-σ)v with max cos dθ < r < 1",
            margins,
            frozenset({"n0"}),
            proof="proofs.md#b-thm31-index",
        ),
    ),
    parts={"order": Kind.RELATION, "shift": Kind.INDEX, "bare": Kind.HYPOTHESIS},
    mutants=(
        altered(
            "r = 2", Kind.RELATION, scale=lambda top: Fraction(2), order=lambda x, r, one: (x < r,)
        ),
        altered("α = 1", Kind.CONSTANT, alpha=1),
        altered("one step further", Kind.INDEX, "every input to n = 4", shift=1),
        altered("ρ(θ)^σ in the query", Kind.SIGN, "every input to n = 4", sign=-1),
        altered(
            "the printed keys, outside too", Kind.HYPOTHESIS, "every input to n = 4", bare=True
        ),
        altered(
            "r below the other cosines",
            Kind.RELATION,
            scale=lambda top: top / 2,
            order=lambda x, r, one: (r < one,),
        ),
    ),
    not_covered="With the printed keys the theorem holds at every position whose number points "
    "inside, so at the last one for n > m: exactly for the θ of B-irr-fix.",
    rests_on=("B-irr-fix", "B-lemF1"),
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
            f"{' '.join(item['tokens'])}, place {item['place']}: the integer {s} points before the "
            f"start, so Index keeps it; its own key has cos {s}θ, the letter at place "
            f"{item['rival']} has cos {abs(t - s)}θ"
        )
    angles = cells(2 * data["m"])
    for u in angles:
        if all(away(s * u) < away(d * u) for s, d in pairs):
            return false(f"θ = {u}·2π: the own key wins in every input")
    wins = " or ".join(f"cos {d}θ ≥ cos {s}θ" for s, d in pairs)
    lines.append(f"{wins} at each of {len(angles)} angles that stand for all real θ")
    found = f"m = {data['m']}: at every θ a letter is attended, (s, |t-s|) {pairs}"
    return true(len(pairs), found, working=tuple(lines))


HEAD = Claim(
    id="B-thm31-index-head",
    paper="B",
    place="Theorem 3.1, Index, read of the printed head at every position",
    statement="For every n0 > 1 the printed head, at some angle θ, equals Index at every position "
    "of every input of length n ≤ n0, n > m, that is valid for the multi-hop number task (letters, "
    "then integers).",
    provenance="reading",
    expected=Verdict.REFUTED,
    subject=lambda: witness.witness("B-thm31-index-head"),
    evidence=witness.evidence("B-thm31-index-head", rivals_cover),
    parts={"inputs": Kind.QUANTIFIER, "rival": Kind.INDEX, "tokens": Kind.HYPOTHESIS},
    mutants=(
        witness.mutant("one input", Kind.QUANTIFIER, lambda w: w["inputs"].pop()),
        witness.mutant("another rival", Kind.INDEX, lambda w: w["inputs"][1].update(rival=1)),
        witness.mutant(
            "pointing inside",
            Kind.HYPOTHESIS,
            lambda w: w["inputs"][0].update(tokens=["a", "1", "2", "1", "1"]),
        ),
        witness.mutant(
            "a letter after the integers",
            Kind.HYPOTHESIS,
            lambda w: w["inputs"][0].update(tokens=["a", "2", "a", "a", "a"]),
        ),
        witness.mutant("m = 5", Kind.CONSTANT, lambda w: w.update(m=5)),
        witness.mutant(
            "an integer before",
            Kind.HYPOTHESIS,
            lambda w: w["inputs"][1].update(tokens=["a", "1", "1", "4", "2"]),
        ),
    ),
    not_covered="For m = 1 no number of a later position points outside; for m = 2, 3 (n0 = 3, 4) "
    "θ slightly above 2π/3 is right everywhere, for small θ (a, 2, 2) fails at its second place. "
    "The last position, which is all that the task asks for: there the head is right "
    "(B-thm31-index).",
    repair="B-thm31-index",
)

CLAIMS: tuple[Claim, ...] = (INDEX, HEAD, IRR, IRR_FIX)
