"""The steps of F.2.2, the printed proof for Retrieval (B-F22-steps)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from theory.ledger import Kind, Outcome, false, true
from theory.ledger.kernel import REALS
from theory.ledger.writing import FormalClaim
from theory.mathematics.arcs import away, chebyshev, maximisers
from theory.mathematics.constructed import (
    is_proper,
    number,
    places_of,
    retrieval_phases,
    retrieval_tokens,
)
from theory.mathematics.exact import exact
from theory.mathematics.solvers import identities
from theory.paper_b.printed_heads.retrieval_discrepancy import HALF, Key, ball_at_most, key
from theory.witnesses import witness
from theory.witnesses.witness import RefutedClaim, shown

ZERO = Fraction(0)


def retrieval_steps_fail(data: dict[str, Any]) -> Outcome:
    """Equal left halves, and neither equal logits nor equal tokens; the printed Δ with no letter
    left to compare; and above its bound with all of them."""
    same, printed = data["equal left halves"], data["printed"]
    c, d = exact(same["cos"], "cos"), exact(printed["cos"], "cos")
    tokens = [(a, int(b) if b.isdigit() else b) for a, b in same["tokens"]]
    n = printed["n"]
    row = chebyshev(d, n)
    asked = number(printed["asked"])
    left = [k for k in range(2, printed["letters"] + 1) if k != asked]
    # Two letters: k = 2 alone, a half turn, so cos((k-1)ω + tθ) = -cos tθ.
    delta = 1 - max(-row[t] for t in range(n))
    small = min(c, d) > 0 and c**2 > HALF and d**2 > HALF
    parts = [
        (small and max(c, d) < 1, "θ not in (0, π/4) = (0, ω/(2·n0)) for two letters, n0 = 2", ""),
        (len(tokens) == 2 and is_proper(tokens), "equal left halves: not proper, or not two", ""),
        (
            len({a for a, _ in tokens}) == 1 and len(set(tokens)) == 2,
            "equal left halves: they differ, or the tokens do not",
            f"equal left halves: {witness.fractions(same['tokens'])} are two tokens",
        ),
        (
            witness.numerals(chebyshev(c, 1)) == same["logits"],
            "equal left halves: other logits",
            f"equal left halves: logits at offsets 0, 1: {witness.fractions(chebyshev(c, 1))}",
        ),
        (printed["letters"] == 2 and n == 2, "printed: not two letters and n = n0 = 2", ""),
        (
            left == [],
            f"printed: the letters left are {left}",
            f"printed: letters 2 … 2 less φ({printed['asked']}) = {asked}: none, a maximum of "
            "nothing",
        ),
        (
            str(delta) == printed["discrepancy"] and str(1 + row[n]) == printed["bound"],
            f"printed: Δ = {delta}, bound {1 + row[n]}",
            f"printed: with k = 2 after all, Δ = 1 - max_t(-cos tθ) = {delta}, and 1 - cos(ω - nθ) "
            f"= {1 + row[n]}",
        ),
        (delta > 1 + row[n], "printed: the bound holds", ""),
    ]
    return shown(parts, f"{same['tokens']}; Δ = {delta} > {1 + row[n]}")


STEPS = RefutedClaim(
    retrieval_steps_fail,
    id="B-F22-steps",
    place="F.2.2, its steps",
    statement="Each of the five steps (i) to (v) holds for 0 < θ < ω/(2·n0), n ≤ n0. (i) Two "
    "positions with the maximal logit hold the same left letter, hence the same token. (ii) If all "
    "tokens have the same left letter, the whole sequence is attended equally, and then it is "
    "constant; in any other case the logit is not constant. (iii) Δ(σ) = cos((n-j(σ))θ) - "
    "max{cos((k-1)ω + (n-j)θ) : 1 < k ≤ |ALPH|, k ≠ φ(σ_{j(σ)}), 1 ≤ j ≤ n} ≤ 1 - cos(ω - nθ). "
    "(iv) The least discrepancy is positive. (v) A residual does not affect the discrepancy.",
    parts={
        "equal left halves.tokens": Kind.HYPOTHESIS,
        "printed.letters": Kind.QUANTIFIER,
        "printed.asked": Kind.INDEX,
        "equal left halves.logits": Kind.DATA,
    },
    not_covered="The other steps: B-F22-steps-fix.",
    repairs=("B-F22-steps-fix",),
)

STEPS.edited(
    "a constant sequence",
    Kind.HYPOTHESIS,
    lambda w: w["equal left halves"].update(tokens=["a1", "a1"]),
)
STEPS.edited("equal logits", Kind.DATA, lambda w: w["equal left halves"].update(logits=["1", "1"]))
STEPS.edited("three letters", Kind.QUANTIFIER, lambda w: w["printed"].update(letters=3))
STEPS.edited("the first letter asked for", Kind.INDEX, lambda w: w["printed"].update(asked="a"))
STEPS.edited("the bound at n - 1", Kind.CONSTANT, lambda w: w["printed"].update(bound="9/5"))


@dataclass(frozen=True)
class RetrievalSteps:
    """The mended steps; ``apart(n, u, w)``: the printed Δ's least value over targets, ``most`` its
    greatest, all letters k > 1 and positions counted, which is above ``printed``."""

    apart: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(
        (n - 1) * u, w - (n - 1) * u
    )
    most: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(ZERO, w - (n - 1) * u)
    printed: Callable[[int, Fraction, Fraction], Key] = lambda n, u, w: key(ZERO, w - n * u)
    alone: bool = True
    own: int = 0
    parts: tuple[Fraction, ...] = (Fraction(1, 7), HALF, Fraction(19, 20))


def printed_deltas(letters: int, n: int, u: Fraction) -> list[Key]:
    """(iii)'s Δ for targets at offsets 0 … n-1, over all letters k > 1 and all positions."""
    nearest = min(
        away(Fraction(k - 1, letters) + t * u) for k in range(2, letters + 1) for t in range(n)
    )
    return [key(t * u, nearest) for t in range(n)]


STEPS_FIX = FormalClaim(
    id="B-F22-steps-fix",
    place="F.2.2, its steps, repaired",
    statement="Let 0 < θ < ω/(2·n0), 2 ≤ n ≤ n0, |ALPH| ≥ 2, and take proper inputs. Exactly one "
    "position has the maximal logit, the last one that holds the answer. So the logit is never "
    "constant, whatever the left halves. Let j(σ) be that position, and let k run over all "
    "differences 1 < k ≤ |ALPH|. Then the printed Δ(σ) is cos((n-j(σ))θ) - cos(ω - (n-1)θ). It "
    "lies between 2 sin(ω/2) sin(ω/2 - (n-1)θ) > 0 and 1 - cos(ω - (n-1)θ). The latter is above "
    "the printed 1 - cos(ω - nθ), and is attained by a query that finds itself. No discrepancy "
    "depends on F.",
    provenance="repair",
    subject=RetrievalSteps,
    quantifiers={
        "n": "every 2 ≤ n ≤ n0, A ≥ 2",
        "θ": "every 0 < θ < ω/(2 n0)",
        "sizes": "A ≤ 5, n ≤ 4, three angles",
    },
    parts={
        "apart": Kind.INDEX,
        "most": Kind.INDEX,
        "alone": Kind.QUANTIFIER,
        "parts": Kind.HYPOTHESIS,
    },
    not_covered="θ outside the printed range (B-thm31-retr); lengths above n0 (B-thm32-retr-all).",
    rests_on=("B-thm31-retr",),
)


@STEPS_FIX.exhaustive(
    "every step",
    "all proper inputs, A ≤ 3, n ≤ 3, INT = {1, 2}; the printed Δ, A ≤ 5, n ≤ 4",
    "sizes",
)
def every_printed_step(subject: RetrievalSteps) -> Outcome:
    """Two and three letters, n ≤ 3, three angles: one maximiser, whatever is attended matches; the
    printed Δ; 2 to 5 letters, n ≤ 4 for its two ends."""
    cases = 0
    for letters, n in product((2, 3), (2, 3)):
        for part in subject.parts:
            u = part / (2 * letters * n)
            for tokens in product(retrieval_tokens(letters, 2), repeat=n):
                if not is_proper(tokens):
                    continue
                cases += 1
                best = maximisers(retrieval_phases(tokens, letters, u))
                letter = isinstance(tokens[-1][1], str)
                fits = places_of(tokens, n - 1) if letter else [n - 1]
                nearest = n - 1 - max(fits)
                if (len(best) == 1) != subject.alone or best[0] != nearest + subject.own:
                    return false(f"{tokens}, θ = {u}·2π: attends {best}", cases)
    for letters, n in product(range(2, 6), range(2, 5)):
        for part in subject.parts:
            cases += 1
            u, w = part / (2 * letters * n), Fraction(1, letters)
            deltas = printed_deltas(letters, n, u)
            least, most = subject.apart(n, u, w), subject.most(n, u, w)
            sharp = least in deltas and most in deltas
            if not sharp or not all(
                ball_at_most(least, x) and ball_at_most(x, most) for x in deltas
            ):
                return false(f"{letters} letters, n = {n}: Δ of (iii)", cases)
            if ball_at_most(most, subject.printed(n, u, w)):
                return false(f"{letters} letters, n = {n}: the printed bound holds", cases)
    return true(cases)


@STEPS_FIX.written(
    "for every length",
    "every A, n, θ: matching keys fall with the offset, rivals are nearest at n - 1",
    "n",
    "θ",
)
def differences_of_cosines(subject: RetrievalSteps) -> Outcome:
    """sympy, in e^{iω/2}, e^{inθ/2}, e^{iθ/2}: cos((n-1)θ) - cos(ω - (n-1)θ) = 2 sin(ω/2) sin(ω/2 -
    (n-1)θ), both sines positive for 2nθ < ω ≤ π; cos(ω-nθ) - cos(ω-(n-1)θ) likewise."""
    from sympy import symbols

    h, p, q = symbols("h p q")

    def cos(z: Any) -> Any:
        return (z**2 + z**-2) / 2

    def sine(z: Any) -> Any:
        return z - 1 / z

    late, off = p / q, h / (p / q)
    beyond = h / p
    return identities(
        {
            "least": cos(late) - cos(off) + sine(h) * sine(h * q**2 / p**2) / 2,
            "above": cos(beyond)
            - cos(off)
            + sine(q) * sine(h**2 * q / p**2) / 2 * (1 - subject.own),
        }
    )


STEPS_FIX.coq(
    "retrieval_steps.B_F22_steps_fix_alone",
    "retrieval_steps.B_F22_steps_fix_delta",
    "retrieval_steps.B_F22_steps_fix_own",
    decides=("n", "θ", "sizes"),
    axioms=REALS,
    near_misses={
        "retrieval_steps.B_F22_steps_fix_alone__still": Kind.RELATION,
        "retrieval_steps.B_F22_steps_fix_delta__printed": Kind.INDEX,
        "retrieval_steps.B_F22_steps_fix_own__no_letters": Kind.HYPOTHESIS,
    },
)

STEPS_FIX.mutant(
    "printed index n", Kind.INDEX, every_printed_step, most=lambda n, u, w: key(ZERO, w - n * u)
)
STEPS_FIX.mutant(
    "least at n - 2",
    Kind.INDEX,
    every_printed_step,
    apart=lambda n, u, w: key((n - 2) * u, w - (n - 1) * u),
)
STEPS_FIX.mutant(
    "least at ω - nθ",
    Kind.INDEX,
    every_printed_step,
    apart=lambda n, u, w: key((n - 1) * u, w - n * u),
)
STEPS_FIX.mutant(
    "greatest at θ", Kind.INDEX, every_printed_step, most=lambda n, u, w: key(u, w - (n - 1) * u)
)
STEPS_FIX.mutant(
    "above itself",
    Kind.CONSTANT,
    every_printed_step,
    printed=lambda n, u, w: key(ZERO, w - (n - 1) * u),
)
STEPS_FIX.mutant("several maximisers", Kind.QUANTIFIER, every_printed_step, alone=False)
STEPS_FIX.mutant("the next position", Kind.TERM, own=1)
STEPS_FIX.mutant("θ up to 2ω", Kind.HYPOTHESIS, every_printed_step, parts=(Fraction(7, 2),))
